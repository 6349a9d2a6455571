// GET .../receipt: proves offline that an event of the session is in the log.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "events/checkpoints/receipt.h"
#include "http/answers/public_event.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/page_query.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"
#include "http/wire/receipt_field.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::uint64_t kIndexMax = (1ull << 53) - 2;  // of the last sequence that JSON can hold

using FoundEvent = Result<std::optional<StoredEvent>, StoreError>;

// Returns the event that finalized the session, else its last event.
FoundEvent decisive_event(const Queries& queries, const SessionId& session) {
  auto events = queries.timeline(session);
  if (!events) return events.error();
  if (events->empty()) return std::optional<StoredEvent>();
  const auto finalized = std::ranges::find_if(*events, [](const StoredEvent& event) {
    return std::holds_alternative<SessionFinalized>(event.recorded.event);
  });
  return std::optional(std::move(finalized == events->end() ? events->back() : *finalized));
}

FoundEvent event_at(const EventStore& log, const SessionId& session, std::uint64_t index) {
  auto found = log.find(Sequence(index + 1));
  if (!found) return found.error();
  if (*found && (*found)->recorded.stream != stream_of(session)) found->reset();
  return found;
}

void reply_receipt(const CallPtr& call, const tlog::ProofFile& receipt) {
  Response response;
  response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.headers.add("X-Content-Type-Options", "nosniff");
  add_receipt_field(response, Sequence(receipt.index + 1));
  response.body = to_text(receipt);
  call->reply(std::move(response));
}

void answer(BackendService& service,
            const CallPtr& call,
            const SessionId& session,
            std::optional<std::uint64_t> index) {
  CheckpointKeeper* keeper = service.data.checkpoints();
  if (keeper == nullptr)
    return call->refuse(
        unavailable("The server does not sign checkpoints of the log, so it has no receipts."));
  const auto event = index ? event_at(service.data.log(), session, *index)
                           : decisive_event(service.data.queries(), session);
  if (!event) return call->refuse(problem_of(event.error()));
  if (!*event) {
    return call->refuse(
        {.code = ProblemCode::NotFound, .detail = "The session has no event with this index."});
  }
  const auto hidden = is_hidden_opinion(service.data.queries(), **event);
  if (!hidden) return call->refuse(problem_of(hidden.error()));
  if (*hidden) {
    return call->refuse({.code = ProblemCode::NotFound,
                         .detail = "The event has no receipt until the review is settled."});
  }
  const auto receipt = make_receipt(service.data.log(), *keeper, **event);
  if (!receipt)
    return call->refuse(unavailable("The server cannot prove the event now; try again later."));
  reply_receipt(call, *receipt);
}

}  // namespace

void get_receipt(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  if (const auto fault = query_fault(*call)) return call->refuse(*fault);
  std::optional<std::uint64_t> index;
  if (const auto text = call->query("index")) {
    index = parse_whole(*text, kIndexMax);
    if (!index) {
      return call->refuse(
          {.code = ProblemCode::InvalidParameter,
           .detail = "The parameter `index` must be the index of an event, a whole number.",
           .field = "index"});
    }
  }
  run_later(service.reads,
            owned.client.key,
            call,
            kTooManyReads,
            [&service, call, id = owned.session.id, index] { answer(service, call, id, index); });
}

}  // namespace countersign::http
