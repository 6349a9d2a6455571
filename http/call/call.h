#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/utc_time.h"
#include "http/call/problem.h"
#include "http/edge/exchange.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

struct CallContext;
struct Endpoint;

// One request on its way through the handlers: the request, and the only way to answer it.
// Everything that goes with every answer (X-Request-Id, CORS headers of device paths, RateLimit and
// Strict-Transport-Security headers, the access log line, the metrics) is added in reply() and
// nowhere else.
//
// Threading: the request is read-only after routing. reply() and refuse() may be called from any
// thread; the first call wins. Ownership: shared by all that still work on the request. If the last
// owner releases it without an answer, the edge answers 500.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(const CallContext& context,
       RequestHead head,
       std::shared_ptr<Exchange> exchange,
       UtcTime received_at);

  // The head from the edge, except that the peer address is the client's if the peer is a trusted
  // proxy (trusted_proxies.h).
  const RequestHead& head() const { return head_; }
  const RequestId& request_id() const { return request_id_; }
  UtcTime received_at() const { return received_at_; }
  // The values of the path's {parameters}, in their order.
  const std::vector<std::string>& parameters() const { return parameters_; }
  // The operation id of the request in the metrics and the access log; empty before routing.
  std::string_view operation() const;
  const Endpoint* endpoint() const { return endpoint_; }
  // A query parameter, percent-decoded; nullopt if it is absent, empty, malformed or repeated.
  std::optional<std::string> query(std::string_view name) const;

  void reply(Response response);
  void reply_json(int status, std::string body);
  void refuse(const Problem& problem);
  // Refuses a call that is one of too many. The caller waits for the answer, and takes next to
  // nothing of the processor if it goes on; its connection makes room meanwhile (Response::delay).
  void refuse_later(const Problem& problem, std::chrono::milliseconds delay);
  // Answers 503 or 500. If there is no memory even for that, the edge answers without a problem
  // body.
  void fail(Exchange::Failure why) noexcept;

  bool client_gone() const;
  void resume();

  // Set while routing and authenticating, before any other thread sees the call.
  void routed(const Endpoint& endpoint, std::vector<std::string> parameters);
  // Adds a function that frees what must be free before the client sees the answer. reply() calls
  // each once.
  void before_answer(std::function<void()> free);
  // Asks browsers to use https alone from now on: the answer arrives over https.
  void ask_for_https() { https_alone_ = true; }
  // Sets the answer's RateLimit and RateLimit-Policy headers
  // (draft-ietf-httpapi-ratelimit-headers).
  void limited(std::string policy, std::string state);

 private:
  void finish(Response& response) const;
  void report(int status) const;

  const CallContext& context_;
  const RequestHead head_;
  const std::shared_ptr<Exchange> exchange_;
  const UtcTime received_at_;
  const SteadyTime begun_ = steady_now();
  const RequestId request_id_;
  const Endpoint* endpoint_ = nullptr;
  std::vector<std::string> parameters_;
  std::string rate_policy_;
  std::string rate_state_;
  std::function<void()> before_answer_;
  bool https_alone_ = false;
  std::atomic<bool> answered_{false};
};
using CallPtr = std::shared_ptr<Call>;

}  // namespace countersign::http
