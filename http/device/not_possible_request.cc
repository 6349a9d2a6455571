#include "http/device/not_possible_request.h"

#include <algorithm>
#include <utility>

#include "core/text/json_document.h"

namespace countersign::http {

template <>
constexpr auto members_of<NotPossibleRequest> = members(Member{
    "reason",
    &NotPossibleRequest::reason,
    "The person's own words, which are erased with the session's files.",
    {.left_out = true, .max_length = kReasonMax}});

namespace {

// REQUIRES: is_utf8(text).
bool is_words(std::string_view text) {
  const auto begins_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  };
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7f;
  };
  return std::ranges::count_if(text, begins_character) <= kReasonMax &&
         std::ranges::none_of(text, is_control);
}

Problem wrong_reason() {
  return {.code = ProblemCode::InvalidParameter,
          .detail =
              "The reason must be a text of at most 500 characters, without control "
              "characters other than line breaks.",
          .field = "reason"};
}

}  // namespace

Result<NotPossibleRequest, Problem> parse_not_possible_request(std::string_view body) {
  NotPossibleRequest request;
  if (body.empty()) return request;
  rapidjson::Document document;
  if (!parse_json(document, body) || !document.IsObject()) {
    return Problem{.code = ProblemCode::InvalidJson};
  }
  bool seen = false;
  for (const auto& member : document.GetObject()) {
    if (string_in(member.name) != "reason") continue;
    if (std::exchange(seen, true)) return Problem{.code = ProblemCode::InvalidJson};
    if (member.value.IsNull()) continue;
    if (!member.value.IsString() || !is_words(string_in(member.value))) return wrong_reason();
    if (member.value.GetStringLength() > 0) request.reason = std::string(string_in(member.value));
  }
  return request;
}

Schema not_possible_request_schema() { return schema_of<NotPossibleRequest>("NotPossible"); }

}  // namespace countersign::http
