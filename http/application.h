#pragma once
#include <memory>

#include "http/call/call.h"
#include "http/call/router.h"
#include "http/routed_application.h"

namespace countersign::http {

// The application that the edge serves: finds the endpoint in the table, authenticates the caller
// and passes the call to its handler. HEAD is answered like GET, OPTIONS from the table, and a
// request that no row fits with a problem body.
//
// Threading: called by the edge, from several event loops at a time. Keeps no state except the
// table. `service` must outlive this object.
class CaptureApplication final : public RoutedApplication {
 public:
  explicit CaptureApplication(Service& service);

 private:
  std::shared_ptr<BodySink> route(const CallPtr& call) override;
  // Whether the path is one of the documentation, and the server shows that.
  bool shows_docs(const RequestHead& head) const;

  const Router public_router_;
  const Router admin_router_;
};

}  // namespace countersign::http
