// GET /review/api/queue: the cases that wait for this reviewer.
#include "http/review/cases/case_queue.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "http/call/machine_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_schemas.h"
#include "http/review/cases/case_scope.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::size_t kPage = 100;  // waiting sessions read at a time
constexpr std::size_t kLimitMax = 200;
constexpr std::size_t kLimit = 50;

bool is_seen(const CaseFilter& filter, const Session& session) {
  return may_decide(filter.reviewer, session) &&
         (!filter.reason || std::ranges::count(session.reasons, *filter.reason) > 0);
}

struct QueueItem {
  Session session;
  std::string client_name;
  std::optional<std::string> claimed_by;
  std::optional<UtcTime> claim_expires_at;
  static Schema schema();
};

struct QueuePage {
  std::vector<QueueItem> items;
  std::optional<std::string> next;
};

struct QueueQuery {
  std::optional<ClientKey> client{};
  std::optional<std::string> reason{};
  bool sandbox = false;
  Sequence after;
  std::size_t limit = kLimit;
};

Result<QueueQuery, Problem> read_query(const Call& call) {
  QueueQuery query;
  if (auto client = call.query("client")) query.client = ClientKey(*std::move(client));
  query.reason = call.query("reason");
  const auto sandbox = asks_for_sandbox(call);
  if (!sandbox) return sandbox.error();
  query.sandbox = *sandbox;
  if (const auto after = call.query("after")) {
    const auto number = parse_whole(*after, std::uint64_t{1} << 53);
    if (!number) return Problem{.code = ProblemCode::InvalidParameter, .detail = "after"};
    query.after = Sequence(*number);
  }
  if (const auto limit = call.query("limit")) {
    const auto number = parse_whole(*limit, kLimitMax);
    if (!number || *number == 0) {
      return Problem{.code = ProblemCode::InvalidParameter, .detail = "limit"};
    }
    query.limit = *number;
  }
  return query;
}

class Listing {
 public:
  Listing(ReviewService& service, const Reviewer& reviewer) : service_(service), me_(reviewer) {}

  QueueItem item(const Session& session) {
    QueueItem item{session, name_of_client(session.client), std::nullopt, std::nullopt};
    const auto& claim = session.review.claim;
    if (claim && service_.clock.now() < claim->expires_at) {
      item.claimed_by = claim->reviewer == me_.id.value() ? "you" : "another";
      item.claim_expires_at = claim->expires_at;
    }
    return item;
  }

 private:
  std::string name_of_client(const ClientKey& key) {
    const auto known = names_.find(key.value());
    if (known != names_.end()) return known->second;
    const auto client = service_.data.queries().client(key);
    std::string name = client && *client ? (*client)->name : std::string();
    return names_.emplace(key.value(), std::move(name)).first->second;
  }

  ReviewService& service_;
  const Reviewer& me_;
  std::map<std::string, std::string> names_;
};

constexpr auto kSession = [](const QueueItem& item) -> const Session& { return item.session; };

std::string claimed_by_schema() {
  return R"({"anyOf":[{"type":"string","enum":["you","another"]},{"type":"null"}]})";
}

}  // namespace

template <>
constexpr auto members_of<QueueItem> = std::tuple_cat(
    members_through(kSession,
                    members(Member{"sessionId", &Session::id},
                            Member{"client", &Session::client},
                            Member{"sandbox",
                                   &Session::sandbox,
                                   "True for a case of a sandbox client: a test, without a "
                                   "person."},
                            Member{"purpose", &Session::purpose},
                            Member{"waitingSince",
                                   [](const Session& session) { return *session.ended_at; }},
                            Member{"reasons", &Session::reasons},
                            Member{"opinions",
                                   [](const Session& session) {
                                     return std::uint64_t{session.review.opinions.size()};
                                   }})),
    members(Member{"clientName", &QueueItem::client_name},
            Member{"claimedBy", &QueueItem::claimed_by, {}, {.schema = claimed_by_schema}},
            Member{"claimExpiresAt", &QueueItem::claim_expires_at}));

template <>
constexpr auto members_of<QueuePage> = members(Member{"items", &QueuePage::items},
                                               Member{"next", &QueuePage::next});

Schema QueueItem::schema() { return answer_schema_of<QueueItem>("QueueItem"); }
Schema queue_schema() { return answer_schema_of<QueuePage>("Queue"); }

bool may_decide(const Reviewer& reviewer, const Session& session) {
  return waits_for_review(session) &&
         allows(reviewer.roles, ReviewerRole::Reviewer, session.client) &&
         !has_opinion_of(session.review, reviewer.id.value());
}

Result<std::optional<Sequence>, StoreError> scan_cases(
    const ReviewService& service,
    const CaseFilter& filter,
    Sequence after,
    std::size_t most,
    const std::function<bool(const Session& session)>& take) {
  const ReviewsAsked asked{
      narrowed(clients_covered(filter.reviewer, CaseAct::Decide), filter.client),
      filter.sandbox,
      filter.reviewer.id};
  for (std::size_t scanned = 0; scanned < most;) {
    const auto page = service.data.queries().reviews(asked, after, kPage);
    if (!page) return page.error();
    if (page->empty()) return std::optional<Sequence>();
    for (const WaitingReview& waiting : *page) {
      after = waiting.asked;
      ++scanned;
      auto session = service.data.queries().session(waiting.session);
      if (!session) return session.error();
      if (!*session || !is_seen(filter, **session)) continue;
      if (const auto error = drop_void_claim(service, **session)) return *error;
      if (!take(**session)) return std::optional(after);
    }
  }
  return std::optional(after);
}

void list_cases(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const auto query = read_query(*call);
  if (!query) return call->refuse(query.error());
  run_for(who.reviewer.id, service.reads, call, [&service, call, who, query = *query] {
    QueuePage page;
    Listing listing(service, who.reviewer);
    const CaseFilter filter{who.reviewer, query.client, query.reason, query.sandbox};
    const auto next =
        scan_cases(service, filter, query.after, kCasesLookedAt, [&](const Session& session) {
          page.items.push_back(listing.item(session));
          return page.items.size() < query.limit;
        });
    if (!next) return call->refuse(problem_of(next.error()));
    if (*next) page.next = std::to_string((*next)->value());
    call->reply_json(200, json_of(page));
  });
}

}  // namespace countersign::http
