#include "http/call/guarded.h"
#include "http/operator/admin_handlers.h"
#include "http/operator/operation_list.h"
#include "http/operator/operator_service.h"

namespace countersign::http {
namespace {

// Returns false, without answering, if there is no event yet.
bool answer_page(OperatorService& service,
                 const CallPtr& call,
                 const TailQuery& query,
                 bool even_empty) {
  const auto page = read_tail(service.data.log(), query);
  if (!page) {
    call->refuse(page.error());
    return true;
  }
  if (page->events.empty() && !even_empty) return false;
  call->reply_json(200, json_of(*page));
  return true;
}

void answer_or_wait(OperatorService& service, const CallPtr& call, const TailQuery& query) {
  const bool waits = query.wait_seconds > 0;
  if (answer_page(service, call, query, !waits)) return;
  const bool waiting = service.waiters.wait(
      std::nullopt, query.after, std::chrono::seconds(query.wait_seconds), [&service, call, query] {
        guarded(call, [&] { answer_page(service, call, query, true); });
      });
  if (!waiting) answer_page(service, call, query, true);
}

}  // namespace

void tail_events(OperatorService& service,
                 const CallPtr& call,
                 const OperatorPeer&,
                 std::string body) {
  const auto read = body_of<TailQuery>(body, kOperationBody);
  if (!read) return call->refuse(read.error());
  answer_on_operator_threads(
      service, call, [&service, call, query = *read] { answer_or_wait(service, call, query); });
}

}  // namespace countersign::http
