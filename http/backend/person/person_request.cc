#include "http/backend/person/person_request.h"

#include "http/backend/page_query.h"
#include "http/backend/sessions/session_page.h"
#include "http/body/body_of.h"
#include "http/body/reason_rule.h"
#include "http/wire/reference_text.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::string_view kOtherReference =
    "The userRef must be one that create takes: 1 to 128 visible ASCII characters.";

Problem wrong_parameter(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

}  // namespace

template <>
constexpr BodyRules body_rules<ErasureRequest>{.form = BodyRules::Form::Closed};

template <>
constexpr auto members_of<ErasureRequest> =
    members(Member{"userRef",
                   &ErasureRequest::user_ref,
                   "As it was given to create.",
                   {.max_length = kUserRefMax, .is = is_reference, .wrong = kOtherReference}},
            Member{"reason",
                   &ErasureRequest::reason,
                   "Why, for the log, which keeps it for ever; no personal data.",
                   {.max_length = kReasonMaxBytes, .is = is_reason, .wrong = kWrongReason}},
            Member{"after",
                   &ErasureRequest::after,
                   "The `next` of the answer before; without it the newest sessions come first.",
                   {.left_out = true}});

Result<std::optional<SessionPlace>, Problem> place_after(const std::optional<std::string>& after) {
  if (!after) return std::optional<SessionPlace>();
  const auto place = place_of(*after);
  if (!place) return wrong_parameter("after", "`after` must be the `next` of an earlier answer.");
  return place;
}

Result<PersonQuery, Problem> read_person_query(const Call& call) {
  if (auto fault = query_fault(call)) return *std::move(fault);
  PersonQuery query;
  const auto user_ref = call.query("userRef");
  if (!user_ref || !is_reference(*user_ref)) return wrong_parameter("userRef", kOtherReference);
  query.user_ref = *user_ref;
  if (const auto text = call.query("limit")) {
    const auto limit = parse_whole(*text, kPersonLimitMax);
    if (!limit || *limit == 0) {
      return wrong_parameter("limit", "The parameter `limit` must be a number from 1 to 500.");
    }
    query.limit = *limit;
  }
  const auto after = place_after(call.query("after"));
  if (!after) return after.error();
  query.after = *after;
  return query;
}

Result<ErasureRequest, Problem> parse_erasure_request(std::string_view body) {
  return body_of<ErasureRequest>(body);
}

Schema erasure_request_schema() { return schema_of<ErasureRequest>("ErasePerson"); }

}  // namespace countersign::http
