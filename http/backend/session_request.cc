#include "http/backend/session_request.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "core/ascii.h"
#include "core/client/page_rules.h"
#include "core/text/json_document.h"
#include "http/answers/accepted_documents.h"
#include "http/backend/link_request.h"
#include "http/secrets/capture_links.h"
#include "http/secrets/lifetimes.h"
#include "http/wire/cors.h"

namespace countersign::http {
namespace {

using Pool = rapidjson::Document::AllocatorType;
using rapidjson::Document;
using rapidjson::Value;

constexpr std::size_t kPoolBytes = 4096;  // most bodies need no more

// Visible ASCII but for these: an identity provider's name for a user has none of them, while an
// address of mail, a quoted text and markup do.
constexpr std::string_view kNotInUserRef = "@\"'`\\<>";
constexpr std::string_view kUserRefPattern = R"(^[!#-&(-;=?A-\[\]-_a-~]+$)";

// A member of the body; without a value if it is absent or null, which are equivalent.
template <class T>
struct Given {
  using Means = T;
  const Value* value = nullptr;
  bool seen = false;
};

struct Body {
  Given<std::string> client_key;
  Given<std::string> client_secret;
  Given<Purpose> purpose;
  Given<std::string> user_ref;
  Given<std::vector<std::string>> origin_allowlist;
  Given<std::string> language;
  Given<std::vector<AcceptedDocument>> documents;
  Given<std::string> return_url;
  Given<std::uint64_t> link_ttl;
};

}  // namespace

template <>
constexpr auto members_of<Body> = members(
    Member{"clientKey", &Body::client_key},
    Member{"clientSecret", &Body::client_secret},
    Member{"purpose", &Body::purpose, "FULL_CAPTURE if it is absent.", {.left_out = true}},
    Member{"userRef",
           &Body::user_ref,
           "The backend's own name for the person, and no personal data: visible ASCII without a "
           "blank, `@`, quotes, `\\`, `<` and `>`.",
           {.left_out = true, .max_length = kUserRefMax, .pattern = kUserRefPattern}},
    Member{"originAllowlist",
           &Body::origin_allowlist,
           "The web pages and the apps' pages that may use the session: scheme://host[:port]",
           {.left_out = true, .max_items = kOriginsMax}},
    Member{"language",
           &Body::language,
           "Of the page, as BCP 47 has it: `de`, `pt`; without it that of the browser.",
           {.left_out = true, .pattern = "^[a-z]{2,3}$"}},
    Member{"documents",
           &Body::documents,
           "The documents that the page offers: some of the client's own.",
           {.left_out = true, .max_items = kPageDocumentsMax}},
    Member{"returnUrl",
           &Body::return_url,
           "Where the page leads the person at the end: one of the client's own addresses.",
           {.left_out = true, .max_length = kReturnUrlMax}},
    Member{"linkTtl",
           &Body::link_ttl,
           "Seconds that the link lives, within the client's limit; without it as long as the "
           "token. A device that opens the link gets a new token.",
           {.left_out = true, .minimum = kLinkTtlMinSeconds, .maximum = kLinkTtlMaxMs / 1000}});

namespace {

// Returns false if a known member occurs twice.
bool take(Body& body, const Value& name, const Value& value) {
  bool once = true;
  const auto take_as = [&](const auto& member) {
    if (member.name != string_in(name)) return;
    auto& given = body.*(member.get);
    once = !std::exchange(given.seen, true);
    if (!value.IsNull()) given.value = &value;
  };
  std::apply([&](const auto&... member) { (take_as(member), ...); }, members_of<Body>);
  return once;
}

std::optional<Body> body_of(const Document& document) {
  Body body;
  for (auto member = document.MemberBegin(); member != document.MemberEnd(); ++member) {
    if (!take(body, member->name, member->value)) return std::nullopt;
  }
  return body;
}

std::optional<std::string> credential(const Value* value) {
  if (value == nullptr || !value->IsString() || value->GetStringLength() == 0) return std::nullopt;
  return std::string(string_in(*value));
}

bool is_user_ref(std::string_view text) {
  return !text.empty() && text.size() <= kUserRefMax && std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < '\x7f' && kNotInUserRef.find(c) == std::string_view::npos;
  });
}

Problem invalid(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

std::optional<Problem> read_user_ref(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  if (!value->IsString() || !is_user_ref(string_in(*value))) {
    return invalid("userRef",
                   "The userRef must have 1 to 128 visible ASCII characters, without a blank, @, "
                   "quotes, a backslash, < and >, and no personal data.");
  }
  request.user_ref = std::string(string_in(*value));
  return std::nullopt;
}

std::optional<Problem> read_origins(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  const Problem problem = invalid(
      "originAllowlist",
      "The originAllowlist must be a list of at most 20 origins, such as https://host[:port] or "
      "capacitor://localhost; http is for this machine alone.");
  if (!value->IsArray() || value->Size() > kOriginsMax) return problem;
  for (const Value& entry : value->GetArray()) {
    auto origin = entry.IsString() ? normalised_client_origin(string_in(entry)) : std::nullopt;
    if (!origin) return problem;
    if (std::ranges::count(request.origin_allowlist, *origin) > 0) continue;
    request.origin_allowlist.push_back(std::move(*origin));
  }
  return std::nullopt;
}

std::optional<Problem> read_language(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  if (!value->IsString() || !is_language(string_in(*value))) {
    return invalid("language", "The language must be two or three small letters, such as de.");
  }
  request.language = std::string(string_in(*value));
  return std::nullopt;
}

std::optional<Problem> read_documents_of(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  auto documents = read_documents(*value);
  if (!documents) return invalid("documents", kDocumentsFault);
  request.documents = *std::move(documents);
  return std::nullopt;
}

std::optional<Problem> read_return_url(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  if (!value->IsString() || value->GetStringLength() > kReturnUrlMax) {
    return invalid("returnUrl", "The returnUrl must be one of the client's own addresses.");
  }
  request.return_url = std::string(string_in(*value));
  return std::nullopt;
}

std::optional<Problem> read_link_time(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  const auto ttl = read_link_ttl(*value, std::chrono::milliseconds(kLinkTtlMaxMs));
  if (!ttl) return ttl.error();
  request.link_ttl = *ttl;
  return std::nullopt;
}

}  // namespace

std::optional<Problem> page_fault(const SessionRequest& request, const Client& client) {
  if (!offers(client.page, request.documents)) {
    return invalid("documents", "The client's page does not offer all of these documents.");
  }
  if (request.return_url && !has_return_url(client.page, *request.return_url)) {
    return invalid("returnUrl", "The returnUrl must be one of the client's own addresses.");
  }
  if (!request.link_ttl) return std::nullopt;
  if (!allows_links(client)) {
    return invalid("linkTtl", "The client's sessions have no links.");
  }
  const Duration most = link_ttl_max(client);
  return *request.link_ttl > most ? std::optional(link_ttl_problem(most)) : std::nullopt;
}

std::optional<SessionRequest> parse_session_request(std::string_view body) {
  std::array<char, kPoolBytes> buffer;
  Pool pool(buffer.data(), buffer.size());
  Document document(&pool);
  if (!parse_json(document, body) || !document.IsObject()) return std::nullopt;
  const auto given = body_of(document);
  if (!given) return std::nullopt;

  SessionRequest request;
  request.client_key = credential(given->client_key.value);
  request.client_secret = credential(given->client_secret.value);
  request.purpose = Purpose::FullCapture;
  if (const Value* const purpose = given->purpose.value) {
    request.purpose = purpose->IsString() ? parse_name<Purpose>(string_in(*purpose)) : std::nullopt;
  }
  request.fault = read_user_ref(given->user_ref.value, request);
  if (!request.fault) request.fault = read_origins(given->origin_allowlist.value, request);
  if (!request.fault) request.fault = read_language(given->language.value, request);
  if (!request.fault) request.fault = read_documents_of(given->documents.value, request);
  if (!request.fault) request.fault = read_return_url(given->return_url.value, request);
  if (!request.fault) request.fault = read_link_time(given->link_ttl.value, request);
  return request;
}

Schema session_request_schema() { return schema_of<Body>("CreateSession"); }

}  // namespace countersign::http
