// GET /api/sdk/status.
#include "http/answers/session_json.h"
#include "http/service/handlers.h"
#include "http/service/service.h"

namespace countersign::http {

void get_status(Service& service, const CallPtr& call, const DeviceSession& device) {
  call->reply_json(200, status_json(device.session, service.clock.now()));
}

}  // namespace countersign::http
