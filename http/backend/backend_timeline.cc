#include "http/answers/public_event.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"

namespace countersign::http {

void get_timeline(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  const bool taken = service.reads.submit(
      owned.client.key, [&service, call, id = owned.session.id, sandbox = owned.session.sandbox] {
        guarded(call, [&] {
          const auto events = service.data.queries().timeline(id);
          if (!events) return call->refuse(problem_of(events.error()));
          call->reply_json(200, timeline_json(id, sandbox, *events));
        });
      });
  if (!taken)
    call->refuse(unavailable("The server has too many reads in progress; try again later."));
}

}  // namespace countersign::http
