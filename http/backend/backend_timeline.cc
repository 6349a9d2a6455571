#include "http/answers/public_event.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"

namespace countersign::http {

void get_timeline(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  run_later(service.reads,
            owned.client.key,
            call,
            kTooManyReads,
            [&service, call, id = owned.session.id, sandbox = owned.session.sandbox] {
              const auto events = service.data.queries().timeline(id);
              if (!events) return call->refuse(problem_of(events.error()));
              call->reply_json(200, timeline_json(id, sandbox, *events));
            });
}

}  // namespace countersign::http
