#include "http/call/call.h"

#include <algorithm>

#include "core/ascii.h"
#include "http/call/call_context.h"
#include "http/call/endpoint.h"
#include "http/call/machine_problem.h"
#include "http/call/path_mask.h"
#include "http/call/plain_body.h"
#include "http/wire/cors.h"
#include "http/wire/header_parameters.h"
#include "http/wire/https_alone.h"
#include "http/wire/random_ids.h"

namespace countersign::http {
namespace {

constexpr int kUnsupportedMediaType = 415;
constexpr std::size_t kRequestIdMax = 64;
constexpr std::size_t kLoggedPathMax = 256;
constexpr std::size_t kNonceLength = 32;  // in base64url; codes and tokens are longer
constexpr std::size_t kCodeLength = 43;   // of the shortest code and the shortest token

bool is_of_code(char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; }

// The characters at the start of the text that a code may consist of.
std::size_t length_of_code(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_code) - text.begin());
}

bool is_of_hex_id(char c) { return is_hex_digit(c) || (c >= 'A' && c <= 'F') || c == '-'; }

// Returns whether a nonce, a code, a token or a secret may read so. A UUID, with or without
// hyphens, and a W3C trace id are as long as a nonce, but of hexadecimal digits alone; of 10^14
// nonces one is.
bool may_be_secret(std::string_view text) {
  if (text.size() < kNonceLength) return false;
  return text.size() >= kCodeLength || !std::ranges::all_of(text, is_of_hex_id);
}

// An id goes into answers, into the access log and permanently into events. So a text that may have
// a secret of this server in it is not taken for an id.
bool is_request_id(std::string_view text) {
  if (text.empty() || text.size() > kRequestIdMax) return false;
  while (!text.empty()) {
    const std::size_t length = length_of_code(text);
    if (may_be_secret(text.substr(0, length))) return false;
    if (length < text.size() && text[length] != '.') return false;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return true;
}

// Returns the id that came with the request if it is well-formed and occurs once, else a new one.
RequestId request_id_of(const RequestHead& head, RandomSource& random) {
  const auto given = head.headers.find("x-request-id");
  if (given && is_request_id(*given) && head.headers.count("x-request-id") == 1) {
    return RequestId(std::string(*given));
  }
  return RequestId(to_string(random_uuid(random)));
}

PathMask made_mask() {
  PathMask mask;
  for (const auto table : {public_endpoints(), admin_endpoints(), review_endpoints()}) {
    for (const Endpoint& row : table) mask.learn(row.path);
  }
  mask.learn(docs_endpoint().path);
  return mask;
}

// Every path is masked, also a path that is served: the text in the place of a parameter may be a
// token that belongs into a header.
std::string logged_path(std::string_view path) {
  static const PathMask mask = made_mask();
  return mask.shown(path, kLoggedPathMax);
}

std::string_view logged_method(const RequestHead& head) {
  return head.method == Method::Other ? std::string_view("*") : std::string_view(head.method_text);
}

// Counts proxies that are not set up as the settings say, for `countersign doctor`.
void count_forwards(const RequestHead& head, const CallContext& context) {
  const auto peer = parse_ip_address(head.peer_address);
  if (!peer) return;  // the admin socket
  const bool trusted = context.trusted_proxies.contains(*peer);
  const bool forwarded = head.headers.find("x-forwarded-for").has_value();
  if (trusted == forwarded) return;
  context.metrics.count(trusted ? Counter::ForwardsMissing : Counter::ForwardsIgnored);
}

RequestHead with_client_address(RequestHead head, const CallContext& context) {
  count_forwards(head, context);
  head.peer_address = context.trusted_proxies.client_address(head.peer_address, head.headers);
  return head;
}

}  // namespace

Call::Call(const CallContext& context,
           RequestHead head,
           std::shared_ptr<Exchange> exchange,
           UtcTime received_at)
    : context_(context),
      head_(with_client_address(std::move(head), context)),
      exchange_(std::move(exchange)),
      received_at_(received_at),
      request_id_(request_id_of(head_, context.random)) {}

std::string_view Call::operation() const {
  return endpoint_ == nullptr ? std::string_view() : endpoint_->operation_id;
}

std::optional<std::string> Call::query(std::string_view name) const {
  std::optional<std::string> found;
  std::string_view rest = head_.query;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (percent_decoded(pair.substr(0, equals)) != name) continue;
    if (found) return std::nullopt;
    found = percent_decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!found) return std::nullopt;
  }
  if (found && found->empty()) return std::nullopt;
  return found;
}

void Call::reply(Response response) {
  if (answered_.exchange(true)) {
    exchange_->respond(std::move(response));  // drops the response and closes its stream
    return;
  }
  if (before_answer_) before_answer_();
  finish(response);
  report(response.status);
  exchange_->respond(std::move(response));
}

void Call::reply_json(int status, std::string body) {
  Response response;
  response.status = status;
  response.headers.add("Content-Type", "application/json");
  response.body = std::move(body);
  reply(std::move(response));
}

void Call::refuse(const Problem& problem) { reply(encode(problem, request_id_.value())); }

void Call::refuse_later(const Problem& problem, std::chrono::milliseconds delay) {
  Response response = encode(problem, request_id_.value());
  response.delay = delay;
  reply(std::move(response));
}

void Call::fail(Exchange::Failure why) noexcept {
  const bool no_memory = why == Exchange::Failure::NoMemory;
  try {
    if (!no_memory) return refuse({.code = ProblemCode::Internal});
    refuse({.code = ProblemCode::Unavailable, .retry_after_seconds = kRetryAfterSeconds});
  } catch (...) {
    exchange_->fail(no_memory ? why : Exchange::Failure::Bug);
  }
}

bool Call::client_gone() const { return exchange_->client_gone(); }

void Call::resume() { exchange_->resume(); }

void Call::routed(const Endpoint& endpoint, std::vector<std::string> parameters) {
  endpoint_ = &endpoint;
  parameters_ = std::move(parameters);
}

void Call::before_answer(std::function<void()> free) {
  if (before_answer_) {
    free = [first = std::move(before_answer_), second = std::move(free)] {
      first();
      second();
    };
  }
  before_answer_ = std::move(free);
}

void Call::limited(std::string policy, std::string state) {
  rate_policy_ = std::move(policy);
  rate_state_ = std::move(state);
}

// Adds what goes with every answer, whichever handler made it.
void Call::finish(Response& response) const {
  response.headers.set("X-Request-Id", request_id_.value());
  if (!response.headers.find("cache-control")) response.headers.add("Cache-Control", "no-store");
  if (!rate_policy_.empty()) {
    response.headers.add("RateLimit-Policy", rate_policy_);
    response.headers.add("RateLimit", rate_state_);
  }
  // RFC 9110 section 15.5.16: which codings of a body would have been taken.
  if (response.status == kUnsupportedMediaType && !has_plain_body(head_.headers)) {
    response.headers.add("Accept-Encoding", "identity");
  }
  add_browser_fields(response.headers);
  add_cors_headers(head_, response);
  if (https_alone_) response.headers.add("Strict-Transport-Security", std::string(kHttpsAlone));
  response.close = response.close || context_.draining.load(std::memory_order_relaxed);
}

void Call::report(int status) const {
  const auto took = std::chrono::duration_cast<Duration>(steady_now() - begun_);
  context_.metrics.answered(operation(), status, took);
  if (!context_.access_log) return;
  const std::string path = logged_path(head_.path);
  context_.access_log({.received_at = received_at_,
                       .request_id = request_id_.value(),
                       .peer_address = head_.peer_address,
                       .method = logged_method(head_),
                       .path = path,
                       .operation = operation(),
                       .status = status,
                       .took = took});
}

}  // namespace countersign::http
