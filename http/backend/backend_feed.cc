// The client's own events in the order in which they happened, with long polling for the next one.
#include <chrono>
#include <optional>
#include <string>

#include "http/answers/public_event.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::uint64_t kLimitDefault = 100;
constexpr std::uint64_t kLimitMax = 500;
constexpr std::uint64_t kSequenceMax = (1ull << 53) - 1;

struct FeedQuery {
  ClientKey client;
  Sequence after;
  std::uint64_t limit = kLimitDefault;
  std::chrono::seconds wait{0};
  bool sandbox = false;  // whether the client is a sandbox client
};

Problem wrong(std::string field, std::string detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::move(detail),
          .field = std::move(field)};
}

Result<FeedQuery, Problem> read_query(const Call& call, const Client& client) {
  FeedQuery query;
  query.client = client.key;
  query.sandbox = client.sandbox;
  if (const auto text = call.query("after")) {
    const auto after = parse_whole(*text, kSequenceMax);
    if (!after)
      return wrong("after", "The parameter `after` must be the `next` of an earlier answer.");
    query.after = Sequence(*after);
  }
  if (const auto text = call.query("limit")) {
    const auto limit = parse_whole(*text, kLimitMax);
    if (!limit || *limit == 0)
      return wrong("limit", "The parameter `limit` must be a number from 1 to 500.");
    query.limit = *limit;
  }
  if (const auto text = call.query("wait")) {
    const auto wait = parse_wait(*text);
    if (!wait)
      return wrong("wait", "The parameter `wait` must be a number of seconds from 0 to 30.");
    query.wait = *wait;
  }
  return query;
}

// Returns false, without answering, if there is no event yet.
bool answer_page(BackendService& service,
                 const CallPtr& call,
                 const FeedQuery& query,
                 bool even_empty) {
  const auto page = service.data.queries().feed(query.client, query.after, query.limit);
  if (!page) {
    call->refuse(problem_of(page.error()));
    return true;
  }
  if (page->events.empty() && !even_empty) return false;
  call->reply_json(
      200,
      event_page_json(
          query.sandbox, page->events, page->events.empty() ? query.after : page->next));
  return true;
}

void answer_or_wait(BackendService& service, const CallPtr& call, const FeedQuery& query) {
  const bool waits = query.wait.count() > 0;
  if (answer_page(service, call, query, !waits)) return;
  const bool waiting =
      service.waiters.wait(query.client, query.after, query.wait, [&service, call, query] {
        guarded(call, [&] { answer_page(service, call, query, true); });
      });
  if (!waiting) answer_page(service, call, query, true);
}

}  // namespace

void get_events(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller) {
  const auto query = read_query(*call, caller.client);
  if (!query) return call->refuse(query.error());
  const bool taken = service.transfers.submit(query->client, [&service, call, query = *query] {
    guarded(call, [&] { answer_or_wait(service, call, query); });
  });
  if (!taken)
    call->refuse(unavailable("The server has too many reads in progress; try again later."));
}

}  // namespace countersign::http
