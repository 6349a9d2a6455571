// GET /api/sdk/status, with long polling for the session's next event.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "http/answers/session_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/device/device_handlers.h"
#include "http/device/device_service.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::chrono::seconds kStatusWaitMax{25};
constexpr std::uint64_t kVersionMax = (1ull << 53) - 1;

struct StatusQuery {
  std::chrono::seconds wait{0};
  std::optional<std::uint64_t> since;  // the version that the caller knows
};

Result<StatusQuery, Problem> read_query(const Call& call) {
  StatusQuery query;
  if (const auto text = call.query("wait")) {
    const auto wait = parse_wait(*text);
    if (!wait) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = "The parameter `wait` must be a number of seconds from 0 to 30.",
                     .field = "wait"};
    }
    query.wait = std::min(*wait, kStatusWaitMax);
  }
  if (const auto text = call.query("since")) {
    query.since = parse_whole(*text, kVersionMax);
    if (!query.since) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = "The parameter `since` must be the `version` of an earlier answer.",
                     .field = "since"};
    }
  }
  return query;
}

void answer(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  call->reply_json(200, status_json(device.session, service.clock.now(), device.token));
}

// The token was valid when the call began, so its caller learns how the session ended meanwhile.
void answer_again(DeviceService& service,
                  const CallPtr& call,
                  const SessionId& id,
                  const TokenHash& token) {
  auto session = service.data.queries().session(id);
  if (!session) return call->refuse(problem_of(session.error()));
  if (!*session) return call->refuse({.code = ProblemCode::SessionInvalid});
  answer(service, call, {std::move(**session), token});
}

}  // namespace

void get_status(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  const auto query = read_query(*call);
  if (!query) return call->refuse(query.error());
  const Session& session = device.session;
  const bool is_news = query->since && *query->since != session.version;
  if (query->wait.count() == 0 || is_news) return answer(service, call, device);
  using Device = LogWaiters::Device;
  const bool is_older = is_handed_off(session, device.token);
  // The end of the session's time is no event.
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(session.token_expires_at - service.clock.now());
  const bool waiting =
      service.waiters.wait(session.id,
                           is_older ? Device::Older : Device::Capturing,
                           session.client,
                           Sequence(session.last_sequence),
                           std::min<std::chrono::milliseconds>(query->wait, left),
                           [&service, call, id = session.id, token = device.token] {
                             guarded(call, [&] { answer_again(service, call, id, token); });
                           });
  if (!waiting) answer(service, call, device);
}

}  // namespace countersign::http
