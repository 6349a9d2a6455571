#pragma once
#include <memory>
#include <string_view>

#include "http/call/call.h"
#include "http/call/router.h"
#include "http/edge/application.h"

namespace countersign::http {

struct Service;

// The application that the edge serves: finds the endpoint in the table, authenticates the caller
// and passes the call to its handler. HEAD is answered like GET, OPTIONS from the table, and a
// request that no row fits with a problem body.
//
// Threading: called by the edge, from several event loops at a time. Keeps no state except the
// table. `service` must outlive this object.
class CaptureApplication final : public Application {
 public:
  explicit CaptureApplication(Service& service);

  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override;
  Response framing_error(int status, std::string_view why) override;

 private:
  std::shared_ptr<BodySink> route(const CallPtr& call);
  std::shared_ptr<BodySink> dispatch(const CallPtr& call);

  Service& service_;
  const Router public_router_;
  const Router admin_router_;
};

}  // namespace countersign::http
