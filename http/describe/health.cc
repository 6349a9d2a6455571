#include "http/call/machine_problem.h"
#include "http/describe/describe_handlers.h"
#include "http/describe/describe_service.h"

namespace countersign::http {
namespace {

constexpr std::string_view kOk = R"({"status":"OK"})";

}  // namespace

// Answering at all shows that the process serves.
void get_healthz(DescribeService&, const CallPtr& call) { call->reply_json(200, std::string(kOk)); }

void get_readyz(DescribeService& service, const CallPtr& call) {
  if (service.draining.load(std::memory_order_relaxed)) {
    return call->refuse(unavailable("The server is stopping."));
  }
  if (service.data.writer().failure()) {
    return call->refuse(unavailable("The log cannot be written."));
  }
  if (!service.data.log().has_room() || !service.data.vault().has_room()) {
    return call->refuse(unavailable("The disk is nearly full."));
  }
  call->reply_json(200, std::string(kOk));
}

}  // namespace countersign::http
