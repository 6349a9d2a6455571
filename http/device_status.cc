// GET /api/sdk/status.
#include "http/handlers.h"
#include "http/service.h"
#include "http/session_json.h"

namespace countersign::http {

void get_status(Service& service, const CallPtr& call, const DeviceSession& device) {
  call->reply_json(200, status_json(device.session, service.clock.now()));
}

}  // namespace countersign::http
