// GET person and POST person/erase: a person's client reads and erases what is held.
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/person/person_page.h"
#include "http/backend/person/person_request.h"
#include "http/backend/purge_problem.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"

namespace countersign::http {
namespace {

void answer_person(BackendService& service,
                   const CallPtr& call,
                   const ClientKey& client,
                   const PersonQuery& query) {
  const Queries& queries = service.data.queries();
  const auto page = queries.sessions_of_person(client, query.user_ref, query.after, query.limit);
  if (!page) return call->refuse(problem_of(page.error()));
  const auto kept = queries.retention_of(client, service.settings.periods());
  if (!kept) return call->refuse(problem_of(kept.error()));
  call->reply_json(200, person_page_json(query.user_ref, *page, service.clock.now(), *kept));
}

// The erasure of one page of sessions. Each waits in the queue of erasures like a purge of its own,
// so that a person with many sessions delays nobody. The last outcome answers the call.
class PersonErasure : public std::enable_shared_from_this<PersonErasure> {
 public:
  PersonErasure(BackendService& service, CallPtr call, SessionPage page)
      : service_(service),
        call_(std::move(call)),
        page_(std::move(page)),
        outcomes_(page_.sessions.size()),
        left_(page_.sessions.size()) {}

  void begin(const ClientKey& client, const StatedReason& why) {
    if (page_.sessions.empty()) return answer();
    for (std::size_t place = 0; place < page_.sessions.size(); ++place) {
      PurgeRequest request{
          page_.sessions[place].id, {ActorKind::Client, client.value()}, call_->request_id(), why};
      const bool taken =
          service_.purges.submit(client,
                                 std::move(request),
                                 [self = shared_from_this(), place](const PurgeOutcome& outcome) {
                                   guarded(self->call_, [&] { self->note(place, outcome); });
                                 });
      if (!taken) note(place, PurgeFailure(Busy{}));
    }
  }

 private:
  // Each place is noted once, by one thread; the counter orders that before the answer.
  void note(std::size_t place, const PurgeOutcome& outcome) {
    outcomes_[place] = outcome;
    if (left_.fetch_sub(1) == 1) answer();
  }

  void answer() {
    ErasedPerson erased;
    erased.next = page_.next;
    for (std::size_t place = 0; place < page_.sessions.size(); ++place) {
      const PurgeOutcome& outcome = *outcomes_[place];
      const SessionId& session = page_.sessions[place].id;
      if (outcome) {
        service_.metrics.files_purged(outcome->purged_files, outcome->purged_bytes);
      } else if (is_kept_by_hold(outcome.error())) {
        erased.held.push_back(session);
        continue;
      } else if (!is_purged_already(outcome.error())) {
        return call_->refuse(problem_of_purge(outcome.error()));
      }
      erased.sessions.push_back(session);
    }
    call_->reply_json(200, erased_person_json(erased));
  }

  BackendService& service_;
  const CallPtr call_;
  const SessionPage page_;
  std::vector<std::optional<PurgeOutcome>> outcomes_;  // by the place of the session in the page
  std::atomic<std::size_t> left_;
};

void erase_page(BackendService& service,
                const CallPtr& call,
                const ClientKey& client,
                const ErasureRequest& request,
                const std::optional<SessionPlace>& after) {
  auto page =
      service.data.queries().sessions_of_person(client, request.user_ref, after, kErasuresACall);
  if (!page) return call->refuse(problem_of(page.error()));
  const auto erasure = std::make_shared<PersonErasure>(service, call, *std::move(page));
  erasure->begin(client, StatedReason(request.reason));
}

}  // namespace

void get_person(BackendService& service, const CallPtr& call, const AuthenticatedClient& caller) {
  const auto query = read_person_query(*call);
  if (!query) return call->refuse(query.error());
  const ClientKey& client = caller.client.key;
  run_later(service.reads, client, call, kTooManyReads, [&service, call, client, query = *query] {
    answer_person(service, call, client, query);
  });
}

void erase_person(BackendService& service,
                  const CallPtr& call,
                  const AuthenticatedClient& caller,
                  std::string body) {
  const auto request = parse_erasure_request(body);
  if (!request) return call->refuse(request.error());
  const auto after = place_after(request->after);
  if (!after) return call->refuse(after.error());
  const ClientKey& client = caller.client.key;
  run_later(service.reads,
            client,
            call,
            kTooManyReads,
            [&service, call, client, request = *request, after = *after] {
              erase_page(service, call, client, request, after);
            });
}

}  // namespace countersign::http
