// The client's own events in the order in which they happened, with long polling for the next one.
#include <chrono>
#include <optional>
#include <set>
#include <string>

#include "http/answers/public_event.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/page_query.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

struct FeedQuery {
  ClientKey client;
  PageQuery page;
  std::chrono::seconds wait{0};
  bool sandbox = false;  // whether the client is a sandbox client
};

Result<FeedQuery, Problem> read_query(const Call& call, const Client& client) {
  FeedQuery query;
  query.client = client.key;
  query.sandbox = client.sandbox;
  const auto page = read_page_query(call);
  if (!page) return page.error();
  query.page = *page;
  if (const auto text = call.query("wait")) {
    const auto wait = parse_wait(*text);
    if (!wait) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = "The parameter `wait` must be a number of seconds from 0 to 30.",
                     .field = "wait"};
    }
    query.wait = *wait;
  }
  return query;
}

// Returns the page's opinions that are hidden still.
Result<std::set<Sequence>, StoreError> hidden_in(const Queries& queries, const FeedPage& page) {
  std::set<Sequence> hidden;
  for (const StoredEvent& event : page.events) {
    const auto is_hidden = is_hidden_opinion(queries, event);
    if (!is_hidden) return is_hidden.error();
    if (*is_hidden) hidden.insert(event.recorded.sequence);
  }
  return hidden;
}

// Returns false, without answering, if there is no event yet.
bool answer_page(BackendService& service,
                 const CallPtr& call,
                 const FeedQuery& query,
                 bool even_empty) {
  const auto page = service.data.queries().feed(query.client, query.page.after, query.page.limit);
  if (!page) {
    call->refuse(problem_of(page.error()));
    return true;
  }
  if (page->events.empty() && !even_empty) return false;
  const auto hidden = hidden_in(service.data.queries(), *page);
  if (!hidden) {
    call->refuse(problem_of(hidden.error()));
    return true;
  }
  call->reply_json(200,
                   event_page_json(query.sandbox,
                                   page->events,
                                   *hidden,
                                   page->events.empty() ? query.page.after : page->next));
  return true;
}

void answer_or_wait(BackendService& service, const CallPtr& call, const FeedQuery& query) {
  const bool waits = query.wait.count() > 0;
  if (answer_page(service, call, query, !waits)) return;
  const bool waiting =
      service.waiters.wait(query.client, query.page.after, query.wait, [&service, call, query] {
        guarded(call, [&] { answer_page(service, call, query, true); });
      });
  if (!waiting) answer_page(service, call, query, true);
}

}  // namespace

void get_events(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller) {
  const auto query = read_query(*call, caller.client);
  if (!query) return call->refuse(query.error());
  run_later(service.reads, query->client, call, kTooManyReads, [&service, call, query = *query] {
    answer_or_wait(service, call, query);
  });
}

}  // namespace countersign::http
