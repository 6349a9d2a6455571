// POST /review/api/case/{id}/handover: a reviewer gives a case up to a supervisor.
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/review/cases/case_access.h"
#include "http/review/desk/desk_handlers.h"
#include "http/review/desk/desk_requests.h"
#include "http/sealed/sealed_words.h"

namespace countersign::http {
namespace {

// The words under the session's key, which a purge has taken away.
Result<std::string, Problem> sealed_for(ReviewService& service,
                                        const CallPtr& call,
                                        const Session& session,
                                        std::string_view words) {
  using Sealed = Result<std::string, Problem>;
  const auto key = service.data.session_key(session.id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    if (fault == nullptr || *fault != KeyFault::Gone) return Sealed(problem_of(key.error()));
    return Sealed(Problem{.code = ProblemCode::FilesPurged});
  }
  return Sealed(sealed_words(words, *key, session.id, call->request_id(), service.random));
}

void hand_over(ReviewService& service,
               const CallPtr& call,
               const ReviewerId& me,
               const Session& session,
               std::string_view words) {
  auto sealed = sealed_for(service, call, session, words);
  if (!sealed) return call->refuse(sealed.error());
  submit_for_case(service,
                  call,
                  session.id,
                  me,
                  SessionCommand(HandOverReview{.at = service.clock.now(), .reviewer = me.value()}),
                  *std::move(sealed),
                  [call, session, me](const Outcome& outcome) {
                    if (const auto problem = case_problem(outcome, session, me)) {
                      return call->refuse(*problem);
                    }
                    call->reply_json(200, "{}");
                  });
}

}  // namespace

// Asks the rules first, so that nothing is sealed that would be refused.
void hand_over_case(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body) {
  auto words = parse_hand_over_body(body);
  if (!words) return call->refuse(words.error());
  auto session = find_case(service, call, who, CaseAct::HandOver);
  if (!session) return;
  const ReviewerId& me = who.reviewer.id;
  const HandOverReview command{.at = service.clock.now(), .reviewer = me.value()};
  const auto decision = decide(*session, SessionCommand(command));
  if (!decision) return call->refuse(case_problem(decision.error(), *session, me));
  run_for(me,
          service.reads,
          call,
          [&service, call, me, session = *std::move(session), words = *std::move(words)] {
            hand_over(service, call, me, session, words);
          });
}

}  // namespace countersign::http
