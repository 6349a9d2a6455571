#pragma once
#include <memory>
#include <string_view>

#include "http/call/call.h"
#include "http/call/router.h"
#include "http/edge/application.h"

namespace countersign::http {

struct Service;

// The application of the console's listener: the pages of reviewers and their calls, and nothing of
// the API. No answer of it may be read by another site's page, so OPTIONS is refused like any
// method that a path does not have.
//
// Threading: called by the edge, from several event loops at a time. Keeps no state except the
// table. `service` must outlive this object. REQUIRES: the settings have a console.
class ReviewApplication final : public Application {
 public:
  explicit ReviewApplication(Service& service);

  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override;
  Response framing_error(int status, std::string_view why) override;

 private:
  std::shared_ptr<BodySink> route(const CallPtr& call);

  Service& service_;
  const Router router_;
};

}  // namespace countersign::http
