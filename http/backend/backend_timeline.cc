#include "core/text/json_writer.h"
#include "http/answers/public_event.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"

namespace countersign::http {

void get_timeline(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  const bool taken = service.transfers.submit(
      owned.client.key, [&service, call, id = owned.session.id, sandbox = owned.session.sandbox] {
        guarded(call, [&] {
          const auto events = service.data.queries().timeline(id);
          if (!events) return call->refuse(problem_of(events.error()));
          JsonWriter json;
          json.begin_object()
              .member("sessionId", to_string(id))
              .member("sandbox", sandbox)
              .key("events")
              .begin_array();
          for (const StoredEvent& event : *events) json.raw(public_event(event));
          call->reply_json(200, json.end_array().end_object().take());
        });
      });
  if (!taken) call->refuse(unavailable("Too many transfers run at present."));
}

}  // namespace countersign::http
