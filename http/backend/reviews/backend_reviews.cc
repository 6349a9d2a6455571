// GET reviews: the client's sessions that wait for the decision of a person.
#include <utility>
#include <vector>

#include "http/answers/reviews_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/page_query.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"

namespace countersign::http {
namespace {

void answer_page(BackendService& service,
                 const CallPtr& call,
                 const Client& client,
                 const PageQuery& query) {
  const ReviewsAsked asked{.clients = std::vector{client.key}, .sandbox = client.sandbox};
  const auto waiting = service.data.queries().reviews(asked, query.after, query.limit);
  if (!waiting) return call->refuse(problem_of(waiting.error()));
  std::vector<Session> sessions;
  for (const WaitingReview& review : *waiting) {
    auto session = service.data.queries().session(review.session);
    if (!session) return call->refuse(problem_of(session.error()));
    // Decided or purged since the list was read.
    if (!*session || !waits_for_review(**session)) continue;
    sessions.push_back(**std::move(session));
  }
  const Sequence next = waiting->empty() ? query.after : waiting->back().asked;
  call->reply_json(200, reviews_json(client.sandbox, sessions, next));
}

}  // namespace

void get_reviews(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller) {
  const auto query = read_page_query(*call);
  if (!query) return call->refuse(query.error());
  run_later(service.reads,
            caller.client.key,
            call,
            kTooManyReads,
            [&service, call, client = caller.client, query = *query] {
              answer_page(service, call, client, query);
            });
}

}  // namespace countersign::http
