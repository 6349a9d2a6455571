#include "http/review_application.h"

#include <string>
#include <utility>
#include <variant>

#include "http/call/endpoint.h"
#include "http/dispatch.h"
#include "http/service.h"

namespace countersign::http {
namespace {

std::string origin_of(const Service& service) {
  check(service.settings.review.has_value(), "a console is served where the settings have one");
  return service.settings.review->origin;
}

}  // namespace

ReviewApplication::ReviewApplication(Service& service)
    : RoutedApplication(service, origin_of(service)), router_(review_endpoints()) {}

std::shared_ptr<BodySink> ReviewApplication::route(const CallPtr& call) {
  Router::Found found = router_.find(call->head().method, call->head().path);
  if (auto* match = std::get_if<Router::Match>(&found)) {
    call->routed(*match->endpoint, std::move(match->parameters));
    return dispatch(service_, call);
  }
  if (const auto* other = std::get_if<Router::NoSuchMethod>(&found)) {
    call->refuse({.code = ProblemCode::MethodNotAllowed, .allow = std::string(other->allow)});
    return nullptr;
  }
  call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
  return nullptr;
}

}  // namespace countersign::http
