#include "http/describe/health.h"

#include <utility>

#include "http/call/machine_problem.h"
#include "http/describe/describe_handlers.h"
#include "http/describe/describe_service.h"
#include "http/json/json_of.h"
#include "http/metrics/readiness.h"

namespace countersign::http {
namespace {

struct Health {
  std::string_view status = "OK";
};

std::string always_ok() { return R"({"const":"OK"})"; }

}  // namespace

template <>
constexpr auto members_of<Health> = members(Member{
    "status", &Health::status, {}, {.schema = always_ok}});

Schema health_schema() { return answer_schema_of<Health>("Health"); }

// Answering at all shows that the process serves. A capture page of any origin may see that,
// because the page has no other way to distinguish a server that hides its answers from a server
// that is not there.
void get_healthz(DescribeService&, const CallPtr& call) {
  Response response;
  response.headers.add("Content-Type", "application/json");
  response.headers.add("Cross-Origin-Resource-Policy", "cross-origin");
  response.body = json_of(Health{});
  call->reply(std::move(response));
}

void get_readyz(DescribeService& service, const CallPtr& call) {
  const Readiness now = readiness_of(service.data, service.draining, service.can_judge);
  if (now.draining) return call->refuse(unavailable("The server is stopping."));
  if (!now.log_writable) return call->refuse(unavailable("The log cannot be written."));
  if (!now.disk_has_room) return call->refuse(unavailable("The disk is nearly full."));
  if (!now.can_judge) return call->refuse(unavailable("No inspector can be reached."));
  if (!now.files_served) return call->refuse(unavailable("The store of the files has failed."));
  call->reply_json(200, json_of(Health{}));
}

}  // namespace countersign::http
