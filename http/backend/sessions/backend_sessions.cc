// GET sessions: the client's sessions, the newest first.
#include <utility>

#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/sessions/session_page.h"
#include "http/backend/sessions/sessions_query.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"

namespace countersign::http {
namespace {

void answer_page(BackendService& service, const CallPtr& call, SessionsQuery query) {
  query.asked.now = service.clock.now();
  auto page = service.data.queries().sessions(query.asked, query.after, query.limit);
  if (!page) return call->refuse(problem_of(page.error()));
  call->reply_json(200, session_page_json(*std::move(page)));
}

}  // namespace

void list_sessions(BackendService& service,
                   const CallPtr& call,
                   const AuthenticatedClient& caller) {
  auto query = read_sessions_query(call->head().query);
  if (!query) return call->refuse(query.error());
  query->asked.client = caller.client.key;
  // A client is of one world; asked for the other one, it gets an empty list.
  if (!query->asked.sandbox) query->asked.sandbox = caller.client.sandbox;
  run_later(service.reads,
            caller.client.key,
            call,
            kTooManyReads,
            [&service, call, query = *std::move(query)] { answer_page(service, call, query); });
}

}  // namespace countersign::http
