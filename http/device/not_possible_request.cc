#include "http/device/not_possible_request.h"

#include <algorithm>

#include "http/body/body_of.h"

namespace countersign::http {
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

}  // namespace

template <>
constexpr BodyRules body_rules<NotPossibleRequest>{.may_be_empty = true, .values_first = true};

template <>
constexpr auto members_of<NotPossibleRequest> = members(Member{
    "reason",
    &NotPossibleRequest::reason,
    "The person's own words, which are erased with the session's files.",
    {.left_out = true,
     .max_length = kReasonMax,
     .is = is_words,
     .empty_is_none = true,
     .wrong = "The reason must be a text of at most 500 characters, without control "
              "characters other than line breaks."}});

Result<NotPossibleRequest, Problem> parse_not_possible_request(std::string_view body) {
  return body_of<NotPossibleRequest>(body);
}

Schema not_possible_request_schema() { return schema_of<NotPossibleRequest>("NotPossible"); }

}  // namespace countersign::http
