#include "http/review_application.h"

#include <type_traits>
#include <utility>
#include <variant>

#include "http/call/json_body.h"
#include "http/review/authenticate_reviewer.h"
#include "http/service.h"

namespace countersign::http {
namespace {

std::string origin_of(const Service& service) {
  check(service.settings.review.has_value(), "a console is served where the settings have one");
  return service.settings.review->origin;
}

// One overload for each kind of handler, as in application.cc.
struct ReviewDispatch {
  using Sink = std::shared_ptr<BodySink>;

  Service& service;
  const CallPtr& call;

  Sink operator()(const ReviewVisitHandler& handler) const {
    handler.run(service.review, call);
    return nullptr;
  }
  Sink operator()(const ReviewEntryHandler& handler) const {
    if (!admit_entry(service.review, call)) return nullptr;
    return gather([&review = service.review, call = call, run = handler.run](std::string body) {
      run(review, call, std::move(body));
    });
  }
  Sink operator()(const ReviewerHandler& handler) const {
    if (const auto reviewer = authenticate_reviewer(service.review, call, handler.roles)) {
      handler.run(service.review, call, *reviewer);
    }
    return nullptr;
  }
  Sink operator()(const ReviewerJsonHandler& handler) const {
    const auto reviewer = authenticate_reviewer(service.review, call, handler.roles);
    if (!reviewer || !admit_json(call)) return nullptr;
    return gather([&review = service.review, call = call, run = handler.run, who = *reviewer](
                      std::string body) { run(review, call, who, std::move(body)); });
  }

  Sink operator()(PageHandler run) const {
    run(call);
    return nullptr;
  }
  Sink operator()(const ReviewHandler& handler) const { return std::visit(*this, handler); }
  template <class Other>
  Sink operator()(const Other&) const {
    check(false, "the console's table has pages and the console's own calls");
    return nullptr;
  }

 private:
  Sink gather(JsonBody::OnComplete then) const {
    return JsonBody::begin(call, service.settings.max_json_bytes, std::move(then));
  }
};

}  // namespace

ReviewApplication::ReviewApplication(Service& service)
    : RoutedApplication(service, origin_of(service)), router_(review_endpoints()) {}

std::shared_ptr<BodySink> ReviewApplication::route(const CallPtr& call) {
  Router::Found found = router_.find(call->head().method, call->head().path);
  if (auto* match = std::get_if<Router::Match>(&found)) {
    call->routed(*match->endpoint, std::move(match->parameters));
    return std::visit(ReviewDispatch{service_, call}, match->endpoint->handler);
  }
  if (const auto* other = std::get_if<Router::NoSuchMethod>(&found)) {
    call->refuse({.code = ProblemCode::MethodNotAllowed, .allow = std::string(other->allow)});
    return nullptr;
  }
  call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
  return nullptr;
}

}  // namespace countersign::http
