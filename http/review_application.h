#pragma once
#include <memory>

#include "http/call/call.h"
#include "http/call/router.h"
#include "http/routed_application.h"

namespace countersign::http {

// The application of the console's listener: the pages of reviewers and their calls, and nothing of
// the API. No answer of it may be read by another site's page, so OPTIONS is refused like any
// method that a path does not have.
//
// Threading: called by the edge, from several event loops at a time. Keeps no state except the
// table. `service` must outlive this object. REQUIRES: the settings have a console.
class ReviewApplication final : public RoutedApplication {
 public:
  explicit ReviewApplication(Service& service);

 private:
  std::shared_ptr<BodySink> route(const CallPtr& call) override;

  const Router router_;
};

}  // namespace countersign::http
