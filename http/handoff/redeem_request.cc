#include "http/handoff/redeem_request.h"

#include "core/client/page_rules.h"
#include "core/text/json_document.h"
#include "http/json/members.h"

namespace countersign::http {
namespace {

using rapidjson::Document;
using rapidjson::Value;

Problem wrong_member(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

// The member of this name; null if there is none. Empty if it occurs twice.
std::optional<const Value*> only_member(const Document& document, std::string_view name) {
  const Value* found = nullptr;
  for (auto member = document.MemberBegin(); member != document.MemberEnd(); ++member) {
    if (string_in(member->name) != name) continue;
    if (found != nullptr) return std::nullopt;
    found = &member->value;
  }
  return found;
}

bool is_given(const Value* member) { return member != nullptr && !member->IsNull(); }

}  // namespace

template <>
constexpr auto members_of<RedeemRequest> =
    members(Member{"code", &RedeemRequest::code, "Of a link or of a handoff: what follows `#c=`."},
            Member{"number",
                   &RedeemRequest::number,
                   "Of a handoff: the one that the person chose. The wrong one spends the code.",
                   {.left_out = true}},
            Member{"language",
                   &RedeemRequest::language,
                   "Of the client's name: two or three small letters.",
                   {.left_out = true}});

Result<RedeemRequest, Problem> parse_redeem_request(std::string_view body) {
  const Problem not_json{.code = ProblemCode::InvalidJson};
  Document document;
  if (!parse_json(document, body) || !document.IsObject()) return not_json;
  const auto code = only_member(document, "code");
  const auto number = only_member(document, "number");
  const auto language = only_member(document, "language");
  if (!code || !number || !language) return not_json;

  if (*code == nullptr || !(*code)->IsString())
    return wrong_member("code", "The code must be a text.");
  RedeemRequest request{.code = std::string(string_in(**code))};
  if (is_given(*number)) {
    if (!(*number)->IsUint64()) return wrong_member("number", "The number must be a whole number.");
    request.number = (*number)->GetUint64();
  }
  if (is_given(*language)) {
    if (!(*language)->IsString() || !is_language(string_in(**language))) {
      return wrong_member("language", "The language must be two or three small letters.");
    }
    request.language = std::string(string_in(**language));
  }
  return request;
}

Schema redeem_request_schema() { return schema_of<RedeemRequest>("RedeemCode"); }

}  // namespace countersign::http
