// The body by which any backend asks for the erasure of a person.
#include <string>

#include "core/check.h"
#include "http/backend/person/person_request.h"
#include "http/backend/sessions/session_page.h"
#include "http/body/reason_rule.h"
#include "http/wire/reference_text.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::erasure_request_target {

void run(std::string_view input) {
  const auto request = http::parse_erasure_request(input);
  if (!request) {
    check(request.error().code == http::ProblemCode::InvalidJson ||
              request.error().code == http::ProblemCode::InvalidParameter,
          "a refused body is no JSON, or has a wrong member");
    return;
  }
  check(http::is_reference(request->user_ref), "a userRef has the form of one");
  check(http::is_reason(request->reason), "a reason is one bounded line");
  const auto after = http::place_after(request->after);
  if (!after || !*after) return;
  check(http::text_of(**after) == request->after, "a cursor has one text");
}

const Target kTarget("erasure_request", run);

}  // namespace countersign::fuzz::erasure_request_target
