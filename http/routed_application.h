#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "http/call/call.h"
#include "http/edge/application.h"

namespace countersign::http {

struct Service;

// The base of the applications of all listeners. Each request becomes a call, which the application
// passes to the endpoint that its table has for it.
//
// Threading: called by the edge, from several event loops at a time. `service` must outlive this
// object.
class RoutedApplication : public Application {
 public:
  std::shared_ptr<BodySink> on_request(RequestHead head, std::shared_ptr<Exchange> exchange) final;
  Response framing_error(int status, std::string_view why) final;

 protected:
  // `origin`: under which browsers reach this listener; empty if that is not known.
  RoutedApplication(Service& service, std::string origin)
      : service_(service), origin_(std::move(origin)) {}

  // Returns where the body goes; null if none is wanted.
  virtual std::shared_ptr<BodySink> route(const CallPtr& call) = 0;

  Service& service_;

 private:
  const std::string origin_;
};

}  // namespace countersign::http
