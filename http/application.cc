#include "http/application.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "http/call/endpoint.h"
#include "http/dispatch.h"
#include "http/pages/docs/doc_handlers.h"
#include "http/service.h"
#include "http/wire/cors.h"

namespace countersign::http {
namespace {

constexpr std::string_view kAllowOfServer = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";

// The paths that the operators' socket has of the public ones, for `countersign doctor` and for
// health checks beside the server.
constexpr std::array<std::string_view, 3> kWatched{"/healthz", "/readyz", "/metrics"};

bool is_watched(std::string_view path) {
  return std::ranges::find(kWatched, path) != kWatched.end();
}

}  // namespace

CaptureApplication::CaptureApplication(Service& service)
    : RoutedApplication(service, service.settings.public_origin.value_or("")),
      public_router_(public_endpoints()),
      admin_router_(admin_endpoints()) {}

bool CaptureApplication::shows_docs(const RequestHead& head) const {
  return service_.docs != nullptr && !head.admin && is_docs_path(head.path);
}

std::shared_ptr<BodySink> CaptureApplication::route(const CallPtr& call) {
  const RequestHead& head = call->head();
  const bool is_options = head.method == Method::Options;
  if (is_options && head.path == "*") {
    call->reply(options_answer(head, kAllowOfServer));
    return nullptr;
  }
  const Router& router = head.admin && !is_watched(head.path) ? admin_router_ : public_router_;
  Router::Found found = router.find(head.method, head.path);
  if (auto* match = std::get_if<Router::Match>(&found)) {
    call->routed(*match->endpoint, std::move(match->parameters));
    return dispatch(service_, call);
  }
  const auto* other = std::get_if<Router::NoSuchMethod>(&found);
  const Router::NoSuchMethod of_docs{kDocsAllow};
  if (other == nullptr && shows_docs(head)) {
    if (head.method == Method::Get || head.method == Method::Head) {
      call->routed(docs_endpoint(), {});
      return dispatch(service_, call);
    }
    other = &of_docs;
  }
  if (other == nullptr) {
    call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
  } else if (is_options) {
    call->reply(options_answer(head, other->allow));
  } else {
    call->refuse({.code = ProblemCode::MethodNotAllowed, .allow = std::string(other->allow)});
  }
  return nullptr;
}

}  // namespace countersign::http
