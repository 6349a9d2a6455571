#include "http/describe/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/text/json_writer.h"
#include "core/version.h"
#include "events/crypto/sha256.h"
#include "http/call/endpoint.h"
#include "http/call/parameters.h"
#include "http/call/problem.h"
#include "http/coding/coded_answer.h"
#include "http/coding/gzip.h"
#include "http/describe/describe_handlers.h"
#include "http/describe/openapi_content.h"
#include "http/describe/openapi_webhooks.h"
#include "http/json/schema_of.h"
#include "http/webhooks/endpoint_proof.h"
#include "http/webhooks/webhook_message.h"
#include "http/wire/entity_tag.h"

namespace countersign::http {
namespace {

using Codes = EnumSet<ProblemCode>;

// The groups of operations, by the beginning of their paths; the first that fits.
struct Tag {
  std::string_view path;
  std::string_view name;
  std::string_view description;
};
constexpr Tag kTags[] = {
    {"/api/sdk/", "device", "The capture: challenges, images, the end."},
    {"/api/svc/log/", "log", "The log as a Merkle tree, for auditors."},
    {"/api/svc/openapi.json", "server", "The server itself."},
    {"/api/svc/", "backend", "Sessions, their results and files, and the feed of events."},
    {"/", "server", "The server itself."},
};

const Tag& tag_of(const Endpoint& row) {
  return *std::ranges::find_if(kTags,
                               [&](const Tag& tag) { return row.path.starts_with(tag.path); });
}

struct Header {
  std::string_view name;
  std::string_view description;
};
constexpr Header kHeaders[] = {
    {"X-Request-Id", "Of this request; a well-formed one that came with it is kept."},
    {"RateLimit-Policy",
     "The limit that the request counts for: `create`, `read`, `purge`, `bundle`, `device` or "
     "`auth-failure`."},
    {"RateLimit", "What is left of it."},
    {"Retry-After", "Whole seconds to wait."},
    {"WWW-Authenticate", "Bearer."},
    {"Idempotent-Replayed", "`true` on an answer that was given before."},
    {"Svc-Log-Receipt",
     "`index=<leaf>, size=<tree size>`: which leaf of the log's tree records this, and the size of "
     "the smallest tree that has it."},
    {"Content-Disposition", "The name to store it under."},
    {"ETag", "The SHA-256 of the bytes as they are sent, in quotes."},
};

void reference(JsonWriter& json, std::string_view kind, std::string_view name) {
  json.begin_object()
      .member("$ref", "#/components/" + std::string(kind) + "/" + std::string(name))
      .end_object();
}

void headers(JsonWriter& json, const std::vector<std::string_view>& names) {
  json.key("headers").begin_object();
  for (const std::string_view name : names) {
    json.key(name);
    reference(json, "headers", name);
  }
  json.end_object();
}

// Returns the names in the path's braces, then those that the row adds.
std::vector<std::string_view> parameters_of(const Endpoint& row) {
  std::vector<std::string_view> names;
  std::string_view rest = row.path;
  while (rest.find('{') != std::string_view::npos) {
    rest.remove_prefix(rest.find('{') + 1);
    names.push_back(rest.substr(0, rest.find_first_of(".}")));
  }
  for (const auto& [parameter, described] : kParameters) {
    if (row.parameters.has(parameter)) names.push_back(described.name_of_component());
  }
  return names;
}

// Returns the problems of the caller, of the row and of its parameters.
Codes problems_of(const Endpoint& row, const Caller& caller) {
  Codes codes = caller.problems;
  if (is_called_by<by::Device, by::RepeatingDevice>(row.handler) && !row.after_handoff) {
    codes |= {ProblemCode::HandedOff};
  }
  codes |= row.problems;
  for (const auto& [parameter, described] : kParameters) {
    if (row.parameters.has(parameter)) codes |= described.problems;
  }
  return codes;
}

std::vector<std::string_view> success_headers(const Endpoint& row) {
  std::vector<std::string_view> names{"X-Request-Id"};
  if (row.rate != RateClass::None) {
    names.insert(names.end(), {"RateLimit-Policy", "RateLimit"});
  }
  if (row.parameters.has(Parameter::IdempotencyKey)) names.push_back("Idempotent-Replayed");
  if (row.receipt) names.push_back("Svc-Log-Receipt");
  if (row.rate == RateClass::Bundle) names.push_back("Content-Disposition");
  if (row.parameters.has(Parameter::IfNoneMatch)) names.push_back("ETag");
  return names;
}

void success(JsonWriter& json, const Endpoint& row) {
  json.key("200").begin_object().member("description", row.summary);
  headers(json, success_headers(row));
  put_answer(json, row);
  json.end_object();
  if (!row.parameters.has(Parameter::IfNoneMatch)) return;
  json.key("304").begin_object().member("description", "The bytes have the ETag given.");
  headers(json, {"X-Request-Id", "ETag"});
  json.end_object();
}

// Writes the codes of one status as one response.
void refusal(JsonWriter& json, int status, const std::set<std::string_view>& codes) {
  std::string description;
  for (const std::string_view code : codes) {
    description += (description.empty() ? "" : ", ") + std::string(code);
  }
  json.key(std::to_string(status)).begin_object().member("description", description);
  std::vector<std::string_view> names{"X-Request-Id"};
  if (status == 429 || status == 503) names.push_back("Retry-After");
  if (status == 401) names.push_back("WWW-Authenticate");
  headers(json, names);
  json.key("content").begin_object().key("application/problem+json").begin_object();
  json.key("schema").begin_object().key("allOf").begin_array().raw(schema_reference("Problem"));
  json.begin_object().key("properties").begin_object().key("code");
  json.raw(open_names_schema({}, {}, {codes.begin(), codes.end()}).json);
  json.end_object().end_object();  // properties, the second of allOf
  json.end_array().end_object().end_object().end_object().end_object();
}

void responses(JsonWriter& json, const Endpoint& row, const Caller& caller) {
  json.key("responses").begin_object();
  success(json, row);
  std::map<int, std::set<std::string_view>> by_status;
  const Codes codes = problems_of(row, caller);
  for (const ProblemRow& problem : problem_rows()) {
    if (codes.has(problem.code)) by_status[problem.status].insert(problem.name);
  }
  for (const auto& [status, names] : by_status) refusal(json, status, names);
  json.key("default").begin_object().member("description", "Any other problem.");
  headers(json, {"X-Request-Id"});
  json.key("content").begin_object().key("application/problem+json").begin_object();
  json.key("schema").raw(schema_reference("Problem"));
  json.end_object().end_object().end_object().end_object();
}

std::string description_of(const Endpoint& row, const Caller& caller) {
  std::string text(caller.described);
  if (row.rate != RateClass::None) {
    text += fmt::format(" Counts for the limit `{}`.", name_of(row.rate));
  }
  if (row.receipt) text += " The header Svc-Log-Receipt says where the log records it.";
  return text;
}

void put_operation(JsonWriter& json, const Endpoint& row) {
  const Caller caller = caller_of(row.handler);
  json.key(openapi_method(row.method)).begin_object();
  json.member("operationId", row.operation_id).member("summary", row.summary);
  json.member("description", description_of(row, caller));
  json.key("tags").begin_array().text(tag_of(row).name).end_array();
  json.key("security").begin_array();
  if (!caller.security.empty()) {
    json.begin_object();
    for (const std::string_view scheme : caller.security) {
      json.key(scheme).begin_array();
      if (!caller.role.empty()) json.text(caller.role);
      json.end_array();
    }
    json.end_object();
  }
  json.end_array().key("parameters").begin_array();
  for (const std::string_view name : parameters_of(row)) reference(json, "parameters", name);
  json.end_array();
  if (row.request != nullptr) {
    json.key("requestBody").begin_object().member("required", true);
    put_request(json, row, takes<FormData>(row.handler));
    json.end_object();
  }
  responses(json, row, caller);
  json.end_object();
}

void paths(JsonWriter& json) {
  json.key("paths").begin_object();
  std::string_view open;
  for (const Endpoint& row : public_endpoints()) {
    if (!is_described(row)) continue;
    if (row.path != open) {
      if (!open.empty()) json.end_object();
      json.key(openapi_path(row.path)).begin_object();
      open = row.path;
    }
    put_operation(json, row);
  }
  if (!open.empty()) json.end_object();
  json.end_object();
}

void put_parameter(JsonWriter& json, const ParameterRow& parameter) {
  json.key(parameter.name_of_component())
      .begin_object()
      .member("name", parameter.name)
      .member("in", parameter.in)
      .member("required", parameter.in == "path")
      .member("description", parameter.description)
      .key("schema")
      .raw(parameter.schema)
      .end_object();
}

void tags(JsonWriter& json) {
  json.key("tags").begin_array();
  std::set<std::string_view> named;
  for (const Tag& tag : kTags) {
    if (!named.insert(tag.name).second) continue;
    json.begin_object()
        .member("name", tag.name)
        .member("description", tag.description)
        .end_object();
  }
  json.end_array();
}

void components(JsonWriter& json) {
  json.key("components").begin_object();
  put_schemas(json,
              {problem_schema(),
               webhook_message_schema(),
               challenge_message_schema(),
               webhook_test_schema()},
              public_endpoints());
  json.key("parameters").begin_object();
  for (const ParameterRow& parameter : kPathParameters) put_parameter(json, parameter);
  for (const auto& [parameter, described] : kParameters) put_parameter(json, described);
  json.end_object().key("headers").begin_object();
  for (const Header& header : kHeaders) {
    json.key(header.name)
        .begin_object()
        .member("description", header.description)
        .key("schema")
        .raw(R"({"type":"string"})")
        .end_object();
  }
  json.end_object().key("securitySchemes").begin_object();
  json.key("clientKey").raw(R"({"type":"apiKey","in":"header","name":"X-Svc-Client-Key"})");
  json.key("clientSecret").raw(R"({"type":"apiKey","in":"header","name":"X-Svc-Client-Secret"})");
  json.key("sessionToken").raw(R"({"type":"http","scheme":"bearer"})");
  json.end_object().end_object();
}

std::string made() {
  JsonWriter json;
  json.begin_object().member("openapi", "3.1.0").key("info").begin_object();
  json.member("title", "Countersign")
      .member("version", kVersion)
      .member("description",
              "Captures an identity document and a live face for verification. Answers may gain "
              "members, codes and values; nothing is taken away.");
  json.key("contact").raw(R"({"name":"The operator of this server"})");
  json.key("license").raw(R"({"name":"Apache 2.0","identifier":"Apache-2.0"})");
  json.end_object();
  json.key("servers").begin_array().raw(R"({"url":"/"})").end_array();
  tags(json);
  paths(json);
  put_webhooks(json);
  components(json);
  return json.end_object().take();
}

}  // namespace

bool is_described(const Endpoint& row) { return !is_called_by<by::Browser>(row.handler); }

std::string_view openapi_method(Method method) {
  switch (method) {
    case Method::Get:
      return "get";
    case Method::Post:
      return "post";
    case Method::Put:
      return "put";
    case Method::Patch:
      return "patch";
    case Method::Delete:
      return "delete";
    case Method::Head:
    case Method::Options:
    case Method::Other:
      break;
  }
  check(false, "the method of an endpoint is GET, POST, PUT, PATCH or DELETE");
  return {};
}

std::string openapi_path(std::string_view path) {
  std::string described(path);
  if (const std::size_t dots = described.find("...}"); dots != std::string::npos) {
    described.erase(dots, 3);
  }
  return described;
}

Schema openapi_schema() { return schema_of<AnyObject>("OpenApi"); }

const std::string& openapi_json() {
  static const std::string document = made();
  return document;
}

// The same document for everyone, so it may be cached for a while.
void get_openapi(DescribeService&, const CallPtr& call) {
  static const std::string packed = gzipped(openapi_json());
  static const std::string tag = entity_tag(sha256(openapi_json()));
  static const std::string packed_tag = entity_tag(sha256(packed));
  Headers fields;
  fields.add("Content-Type", "application/json");
  fields.add("Cache-Control", "public, max-age=300");
  reply_coded(
      call, {.identity = {openapi_json(), tag}, .gzip = {packed, packed_tag}}, std::move(fields));
}

}  // namespace countersign::http
