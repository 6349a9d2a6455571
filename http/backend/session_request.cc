#include "http/backend/session_request.h"

#include <algorithm>
#include <array>

#include "core/text/json_document.h"
#include "http/wire/cors.h"

namespace countersign::http {
namespace {

using Pool = rapidjson::Document::AllocatorType;
using rapidjson::Document;
using rapidjson::Value;

constexpr std::size_t kPoolBytes = 4096;  // most bodies need no more

// The known members; nullptr if absent or null, which are equivalent.
struct Members {
  const Value* client_key = nullptr;
  const Value* client_secret = nullptr;
  const Value* purpose = nullptr;
  const Value* user_ref = nullptr;
  const Value* origin_allowlist = nullptr;
};

std::string_view text_of(const Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

std::optional<Members> members_of(const Document& document) {
  struct Known {
    std::string_view name;
    const Value* Members::*member;
    bool seen = false;
  };
  std::array<Known, 5> known{{{"clientKey", &Members::client_key},
                              {"clientSecret", &Members::client_secret},
                              {"purpose", &Members::purpose},
                              {"userRef", &Members::user_ref},
                              {"originAllowlist", &Members::origin_allowlist}}};
  Members members;
  for (auto member = document.MemberBegin(); member != document.MemberEnd(); ++member) {
    const auto found = std::ranges::find(known, text_of(member->name), &Known::name);
    if (found == known.end()) continue;
    if (found->seen) return std::nullopt;
    found->seen = true;
    if (!member->value.IsNull()) members.*(found->member) = &member->value;
  }
  return members;
}

std::optional<std::string> credential(const Value* value) {
  if (value == nullptr || !value->IsString() || value->GetStringLength() == 0) return std::nullopt;
  return std::string(text_of(*value));
}

bool is_user_ref(std::string_view text) {
  return text.size() <= kUserRefMax && std::ranges::all_of(text, [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  std::string_view("._:~/+=-").find(c) != std::string_view::npos;
         });
}

Problem invalid(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

std::optional<Problem> read_user_ref(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  if (!value->IsString() || !is_user_ref(text_of(*value))) {
    return invalid("userRef",
                   "At most 128 letters, digits and . _ : ~ / + = -, and no personal data.");
  }
  request.user_ref = std::string(text_of(*value));
  return std::nullopt;
}

std::optional<Problem> read_origins(const Value* value, SessionRequest& request) {
  if (value == nullptr) return std::nullopt;
  const Problem problem =
      invalid("originAllowlist", "At most 20 origins, https://host[:port] each.");
  if (!value->IsArray() || value->Size() > kOriginsMax) return problem;
  for (const Value& entry : value->GetArray()) {
    auto origin = entry.IsString() ? normalised_origin(text_of(entry)) : std::nullopt;
    if (!origin) return problem;
    if (std::ranges::count(request.origin_allowlist, *origin) > 0) continue;
    request.origin_allowlist.push_back(std::move(*origin));
  }
  return std::nullopt;
}

}  // namespace

std::optional<SessionRequest> parse_session_request(std::string_view body) {
  std::array<char, kPoolBytes> buffer;
  Pool pool(buffer.data(), buffer.size());
  Document document(&pool);
  if (!parse_json(document, body) || !document.IsObject()) return std::nullopt;
  const auto members = members_of(document);
  if (!members) return std::nullopt;

  SessionRequest request;
  request.client_key = credential(members->client_key);
  request.client_secret = credential(members->client_secret);
  request.purpose = Purpose::FullCapture;
  if (members->purpose != nullptr) {
    request.purpose = members->purpose->IsString() ? parse_name<Purpose>(text_of(*members->purpose))
                                                   : std::nullopt;
  }
  request.fault = read_user_ref(members->user_ref, request);
  if (!request.fault) request.fault = read_origins(members->origin_allowlist, request);
  return request;
}

}  // namespace countersign::http
