#include "http/handlers.h"
#include "http/service.h"
#include "http/session_json.h"

namespace countersign::http {

void get_result(Service& service, const CallPtr& call, const OwnedSession& owned) {
  call->reply_json(200,
                   result_json(owned.session,
                               service.clock.now(),
                               periods_of(owned.client.policy, service.settings.periods())));
}

}  // namespace countersign::http
