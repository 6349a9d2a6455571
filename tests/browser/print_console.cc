// Prints a description of the console's calls in OpenAPI 3.1, of which the types of the console's
// page are made. The server does not publish it: only its own page makes these calls.
#include <cstdio>
#include <string>
#include <string_view>

#include "core/text/json_writer.h"
#include "http/call/endpoint.h"
#include "http/describe/openapi.h"
#include "http/describe/openapi_content.h"

using namespace countersign;
using namespace countersign::http;

namespace {

// A visit is answered with a redirect or a page, as a web page is with itself.
bool is_called_by_page(const Endpoint& row) {
  return is_called_by<by::Entrant, by::Reviewer>(row.handler);
}

void put_path_parameters(JsonWriter& json, std::string_view path) {
  json.key("parameters").begin_array();
  for (std::size_t at = 0; (at = path.find('{', at)) != std::string_view::npos; ++at) {
    json.begin_object().member("name", path.substr(at + 1, path.find('}', at) - at - 1));
    json.member("in", "path").member("required", true);
    json.key("schema").raw(R"({"type":"string"})").end_object();
  }
  json.end_array();
}

void put_call(JsonWriter& json, const Endpoint& row) {
  json.key(openapi_method(row.method)).begin_object().member("operationId", row.operation_id);
  put_path_parameters(json, row.path);
  if (row.request != nullptr) {
    json.key("requestBody").begin_object().member("required", true);
    put_request(json, row, false);
    json.end_object();
  }
  json.key("responses").begin_object().key("200").begin_object();
  json.member("description", "The answer.");
  put_answer(json, row);
  json.end_object().end_object().end_object();
}

std::string console_json() {
  JsonWriter json;
  json.begin_object().member("openapi", "3.1.0").key("info").begin_object();
  json.member("title", "The console of Countersign").member("version", "1").end_object();
  json.key("paths").begin_object();
  std::string_view open;
  for (const Endpoint& row : review_endpoints()) {
    if (!is_called_by_page(row)) continue;
    if (row.path != open) {
      if (!open.empty()) json.end_object();
      json.key(openapi_path(row.path)).begin_object();
      open = row.path;
    }
    put_call(json, row);
  }
  if (!open.empty()) json.end_object();
  json.end_object().key("components").begin_object();
  put_schemas(json, {}, review_endpoints());
  return json.end_object().end_object().take();
}

}  // namespace

int main() {
  const std::string document = console_json();
  const bool whole = std::fwrite(document.data(), 1, document.size(), stdout) == document.size();
  return whole && std::fflush(stdout) == 0 ? 0 : 1;
}
