// GET /api/sdk/status.
#include "http/answers/session_json.h"
#include "http/device/device_handlers.h"
#include "http/device/device_service.h"

namespace countersign::http {

void get_status(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  call->reply_json(200, status_json(device.session, service.clock.now()));
}

}  // namespace countersign::http
