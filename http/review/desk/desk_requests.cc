#include "http/review/desk/desk_requests.h"

#include "core/client/page_rules.h"
#include "core/session/review/review_reasons.h"
#include "http/body/body_of.h"
#include "http/review/desk/desk_schemas.h"

namespace countersign::http {
namespace {

struct HandOverBody {
  std::string words;
};

bool is_session_id(std::string_view text) { return parse_uuid(text).has_value(); }
bool is_reviewer(std::string_view text) { return is_reviewer_id(text); }

constexpr Rule kCases{.min_items = 1,
                      .max_items = kCasesOfACallMax,
                      .is = is_session_id,
                      .each_once = true,
                      .wrong = "The cases must be 1 to 50 ids of sessions, each once."};

}  // namespace

template <>
constexpr BodyRules body_rules<UnassignBody>{.form = BodyRules::Form::Closed};
template <>
constexpr auto members_of<UnassignBody> = members(Member{
    "cases", &UnassignBody::cases, {}, kCases});

template <>
constexpr BodyRules body_rules<AssignBody>{.form = BodyRules::Form::Closed};
template <>
constexpr auto members_of<AssignBody> =
    members(Member{"cases", &AssignBody::cases, {}, kCases},
            Member{"reviewer",
                   &AssignBody::reviewer,
                   {},
                   {.is = is_reviewer, .wrong = "It must be the id of a reviewer."}});

template <>
constexpr BodyRules body_rules<HandOverBody>{.form = BodyRules::Form::Closed};
template <>
constexpr auto members_of<HandOverBody> = members(Member{
    "words",
    &HandOverBody::words,
    "To the supervisors; erased with the session's files.",
    {.max_length = kHandOverWordsMax,
     .is = is_hand_over_words,
     .wrong = "The words must be a text of 1 to 500 characters, without control characters "
              "other than line breaks and tabs."}});

Schema unassign_request_schema() { return schema_of<UnassignBody>("UnassignRequest"); }
Schema assign_request_schema() { return schema_of<AssignBody>("AssignRequest"); }
Schema hand_over_request_schema() { return schema_of<HandOverBody>("HandOverRequest"); }

std::vector<SessionId> UnassignBody::sessions() const {
  std::vector<SessionId> sessions;
  for (const std::string& id : cases) {
    if (const auto uuid = parse_uuid(id)) sessions.emplace_back(*uuid);
  }
  return sessions;
}

Result<UnassignBody, Problem> parse_unassign_body(std::string_view body) {
  return body_of<UnassignBody>(body);
}

Result<AssignBody, Problem> parse_assign_body(std::string_view body) {
  return body_of<AssignBody>(body);
}

Result<std::string, Problem> parse_hand_over_body(std::string_view body) {
  using Words = Result<std::string, Problem>;
  auto read = body_of<HandOverBody>(body);
  if (!read) return Words(read.error());
  return Words(std::move(read->words));
}

bool is_hand_over_words(std::string_view text) { return is_plain_text(text, kHandOverWordsMax); }

}  // namespace countersign::http
