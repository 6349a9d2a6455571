// GET /review/api/queue: the cases that wait for this reviewer, and its long poll.
#include "http/review/cases/case_queue.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/answers/session_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_json.h"
#include "http/review/cases/case_schemas.h"
#include "http/review/cases/case_scope.h"
#include "http/review/me_json.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::size_t kPage = 100;  // waiting sessions read at a time
constexpr std::size_t kLimitMax = 200;
constexpr std::size_t kLimit = 50;
constexpr std::uint64_t kPlaceMax = std::uint64_t{1} << 53;

// The claim that the cases have that a reviewer asks for.
enum class ClaimAsked : std::uint8_t { Any, Own, Nobodys };

struct Claimant {
  std::string reviewer;
  std::string name;
};

struct QueueItem {
  Session session;
  std::string client_name;
  std::optional<std::string> country;
  std::optional<UtcTime> pictures_until;
  std::optional<UtcTime> due_at;
  std::optional<std::string> assigned_to;
  std::optional<std::string> assignee;
  std::optional<std::string> claimed_by;
  std::optional<Claimant> claimant;
  std::optional<UtcTime> claim_expires_at;
  static Schema schema();
};

struct QueuePage {
  std::vector<QueueItem> items;
  std::optional<std::string> next;
  std::uint64_t seen = 0;  // the size of the log before the cases were read
};

// The answer of the long poll.
struct QueueMoved {
  bool waited = false;
};

struct QueueQuery {
  CaseChoice choice{};
  ClaimAsked claimed = ClaimAsked::Any;
  Sequence after;
  std::size_t limit = kLimit;
};

std::optional<ClaimAsked> parse_claimed(std::string_view text) {
  if (text == "you") return ClaimAsked::Own;
  if (text == "nobody") return ClaimAsked::Nobodys;
  return std::nullopt;
}

Problem wrong_parameter(std::string name) {
  return {.code = ProblemCode::InvalidParameter, .detail = name, .field = name};
}

Result<QueueQuery, Problem> read_query(const Call& call) {
  QueueQuery query;
  auto choice = read_choice(call);
  if (!choice) return choice.error();
  query.choice = *std::move(choice);
  if (const auto claimed = call.query("claimed")) {
    const auto asked = parse_claimed(*claimed);
    if (!asked) return wrong_parameter("claimed");
    query.claimed = *asked;
  }
  if (const auto after = call.query("after")) {
    const auto number = parse_whole(*after, kPlaceMax);
    if (!number) return wrong_parameter("after");
    query.after = Sequence(*number);
  }
  if (const auto limit = call.query("limit")) {
    const auto number = parse_whole(*limit, kLimitMax);
    if (!number || *number == 0) return wrong_parameter("limit");
    query.limit = *number;
  }
  return query;
}

class Listing {
 public:
  Listing(ReviewService& service, const Reviewer& reviewer)
      : service_(service), me_(reviewer), clients_(service.data.queries()) {}

  QueueItem item(const Session& session) {
    const Client* const client = clients_.find(session.client);
    QueueItem item{session,
                   client == nullptr ? std::string() : client->name,
                   country_of(session, client),
                   client == nullptr ? std::nullopt
                                     : purge_time(session,
                                                  service_.clock.now(),
                                                  periods_of(*client, service_.settings.periods())),
                   client == nullptr ? std::nullopt : due_time(session, client->policy),
                   std::nullopt,
                   std::nullopt,
                   std::nullopt,
                   std::nullopt,
                   std::nullopt};
    add_assignment(item);
    add_claim(item);
    return item;
  }

 private:
  void add_claim(QueueItem& item) {
    const auto& claim = item.session.review.claim;
    if (!claim || claim->expires_at <= service_.clock.now()) return;
    item.claimed_by = claim->reviewer == me_.id.value() ? "you" : "another";
    item.claim_expires_at = claim->expires_at;
    if (!may(me_.roles, CaseAct::Assign, item.session.client)) return;
    item.claimant = Claimant{claim->reviewer, name_or_id(claim->reviewer)};
  }

  void add_assignment(QueueItem& item) {
    const auto& assigned = item.session.review.assigned;
    if (!assigned || assigned->until <= service_.clock.now()) return;
    item.assigned_to = assigned->to == me_.id.value() ? "you" : "another";
    if (!may(me_.roles, CaseAct::Assign, item.session.client)) return;
    item.assignee = name_or_id(assigned->to);
  }

  std::string name_or_id(const std::string& reviewer) {
    auto name = names_.find(reviewer);
    if (name == names_.end()) {
      name = names_.emplace(reviewer, name_of_reviewer(service_, ReviewerId(reviewer))).first;
    }
    return name->second.empty() ? reviewer : name->second;
  }

  ReviewService& service_;
  const Reviewer& me_;
  KnownClients clients_;
  std::map<std::string, std::string> names_;  // of those who have cases
};

// Returns whether the row has the claim that is asked for.
bool is_asked(ClaimAsked asked, const QueueItem& item) {
  switch (asked) {
    case ClaimAsked::Any:
      return true;
    case ClaimAsked::Own:
      return item.claimed_by == "you";
    case ClaimAsked::Nobodys:
      return !item.claimed_by;
  }
  return true;
}

constexpr auto kSession = [](const QueueItem& item) -> const Session& { return item.session; };

std::string claimed_by_schema() {
  return R"({"anyOf":[{"type":"string","enum":["you","another"]},{"type":"null"}]})";
}

}  // namespace

template <>
constexpr auto members_of<Claimant> =
    members(Member{"reviewer", &Claimant::reviewer},
            Member{"name", &Claimant::name, "The name, or the id without a name."});

template <>
constexpr auto members_of<QueueItem> = std::tuple_cat(
    members_through(
        kSession,
        members(Member{"sessionId", &Session::id},
                Member{"client", &Session::client},
                Member{"sandbox",
                       &Session::sandbox,
                       "True for a case of a sandbox client: a test, without a "
                       "person."},
                Member{"purpose", &Session::purpose},
                Member{"waitingSince", [](const Session& session) { return *session.ended_at; }},
                Member{"reasons", &Session::reasons},
                Member{"userRef", &Session::user_ref},
                Member{"documentType", &Session::document_type},
                Member{
                    "attempts",
                    [](const Session& session) { return std::uint64_t{session.attempts.size()}; },
                    "What the person sent, accepted or refused."},
                Member{"handedOver",
                       [](const Session& session) { return session.review.handed; },
                       "Whether the case is for a supervisor."},
                Member{"opinions",
                       [](const Session&
                              session) { return std::uint64_t{session.review.opinions.size()}; }})),
    members(Member{"clientName", &QueueItem::client_name},
            Member{"country",
                   &QueueItem::country,
                   "The country whose documents alone the session accepts, as ISO 3166-1 alpha-2."},
            Member{"picturesUntil", &QueueItem::pictures_until, kPicturesUntil},
            Member{"dueAt", &QueueItem::due_at, kDueAt},
            Member{"assignedTo", &QueueItem::assigned_to, {}, {.schema = claimed_by_schema}},
            Member{"assignee",
                   &QueueItem::assignee,
                   "The name of the reviewer whom the case is assigned to; null for those who do "
                   "not supervise it."},
            Member{"claimedBy", &QueueItem::claimed_by, {}, {.schema = claimed_by_schema}},
            Member{
                "claimant",
                &QueueItem::claimant,
                "The reviewer who has claimed the case; null for those who do not supervise it."},
            Member{"claimExpiresAt", &QueueItem::claim_expires_at}));

template <>
constexpr auto members_of<QueuePage> = members(Member{"items", &QueuePage::items},
                                               Member{"next", &QueuePage::next},
                                               Member{"seen", &QueuePage::seen});

template <>
constexpr auto members_of<QueueMoved> = members(Member{
    "waited",
    &QueueMoved::waited,
    "True: cases came, went or got another holder, or the time is up. False: no further call "
    "may wait now."});

Schema QueueItem::schema() { return answer_schema_of<QueueItem>("QueueItem"); }
Schema queue_moved_schema() { return answer_schema_of<QueueMoved>("QueueMoved"); }
Schema queue_schema() { return answer_schema_of<QueuePage>("Queue"); }

bool may_decide(const Reviewer& reviewer, const Session& session) {
  return waits_for_review(session) &&
         allows(reviewer.roles, ReviewerRole::Reviewer, session.client) &&
         (!session.review.handed || may(reviewer.roles, CaseAct::TakeHandedOn, session.client)) &&
         !has_opinion_of(session.review, reviewer.id.value());
}

namespace {

// Gives the session of a whole id, if it is a case that the reviewer may decide and has chosen.
std::optional<StoreError> find_by_id(const ReviewService& service,
                                     const CaseFilter& filter,
                                     const SessionId& id,
                                     const std::function<bool(const Session& session)>& take) {
  auto session = service.data.queries().session(id);
  if (!session) return session.error();
  if (!*session || (*session)->sandbox != filter.choice.sandbox) return std::nullopt;
  KnownClients clients(service.data.queries());
  const bool is_seen =
      may_decide(filter.reviewer, **session) && is_chosen(filter.choice, **session, clients);
  if (!is_seen) return std::nullopt;
  if (const auto error = drop_void_claim(service, **session)) return error;
  (void)take(**session);
  return std::nullopt;
}

// Says which hand-overs a scan reads: the others are passed over in their lines.
ReviewsAsked::Handed handed_for(const CaseFilter& filter) {
  if (filter.choice.lane == CaseLane::Supervisor) return ReviewsAsked::Handed::Only;
  const auto supervised =
      narrowed(clients_covered(filter.reviewer, CaseAct::TakeHandedOn), filter.choice.client);
  const bool is_nowhere = supervised && supervised->empty();
  return is_nowhere ? ReviewsAsked::Handed::None : ReviewsAsked::Handed::Any;
}

// The cases that are assigned to the reviewer, of whom there are few: nothing is scanned.
Result<std::optional<Sequence>, StoreError> scan_assigned(
    const ReviewService& service,
    const CaseFilter& filter,
    Sequence after,
    const std::function<bool(const Session& session)>& take) {
  using Place = std::optional<Sequence>;
  const ReviewerId& me = filter.reviewer.id;
  const auto assigned = service.data.queries().assigned_to(me);
  if (!assigned) return assigned.error();
  KnownClients clients(service.data.queries());
  std::vector<Session> found;
  for (const AssignedCase& each : *assigned) {
    auto session = service.data.queries().session(each.session);
    if (!session) return session.error();
    const bool is_seen = *session && (*session)->sandbox == filter.choice.sandbox &&
                         may_decide(filter.reviewer, **session) &&
                         is_assigned_to((*session)->review, me.value(), service.clock.now()) &&
                         is_chosen(filter.choice, **session, clients);
    if (is_seen && *(*session)->review.asked > after) found.push_back(*std::move(*session));
  }
  std::ranges::sort(found, {}, [](const Session& session) { return *session.review.asked; });
  for (Session& session : found) {
    if (const auto error = drop_void_claim(service, session)) return *error;
    if (!take(session)) return Place(session.review.asked);
  }
  return Place();
}

}  // namespace

Result<std::optional<Sequence>, StoreError> scan_cases(
    const ReviewService& service,
    const CaseFilter& filter,
    Sequence after,
    std::size_t& left,
    const std::function<bool(const Session& session)>& take) {
  const CaseChoice& choice = filter.choice;
  const auto id = choice.search ? parse_uuid(*choice.search) : std::nullopt;
  if (id) {
    if (after != Sequence()) return std::optional<Sequence>();
    if (const auto error = find_by_id(service, filter, SessionId(*id), take)) return *error;
    return std::optional<Sequence>();
  }
  if (choice.lane == CaseLane::Assigned) return scan_assigned(service, filter, after, take);
  const ReviewsAsked asked{
      narrowed(clients_covered(filter.reviewer, CaseAct::Decide), choice.client),
      choice.sandbox,
      filter.reviewer.id,
      handed_for(filter),
      filter.passes_own_hand_overs ? std::optional(filter.reviewer.id) : std::nullopt};
  KnownClients clients(service.data.queries());
  while (left > 0) {
    const auto page = service.data.queries().reviews(asked, after, kPage);
    if (!page) return page.error();
    if (page->empty()) return std::optional<Sequence>();
    for (const WaitingReview& waiting : *page) {
      after = waiting.asked;
      if (left > 0) --left;
      auto session = service.data.queries().session(waiting.session);
      if (!session) return session.error();
      const bool is_seen = *session && may_decide(filter.reviewer, **session) &&
                           is_chosen(choice, **session, clients);
      if (!is_seen) continue;
      if (const auto error = drop_void_claim(service, **session)) return *error;
      if (!take(**session)) return std::optional(after);
    }
  }
  return std::optional(after);
}

void list_cases(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  auto query = read_query(*call);
  if (!query) return call->refuse(query.error());
  run_for(who.reviewer.id, service.reads, call, [&service, call, who, query = *std::move(query)] {
    QueuePage page;
    page.seen = service.data.queries().head().value();
    Listing listing(service, who.reviewer);
    const CaseFilter filter{who.reviewer, query.choice};
    std::size_t left = kCasesLookedAt;
    const auto next = scan_cases(service, filter, query.after, left, [&](const Session& session) {
      QueueItem item = listing.item(session);
      if (is_asked(query.claimed, item)) page.items.push_back(std::move(item));
      return page.items.size() < query.limit;
    });
    if (!next) return call->refuse(problem_of(next.error()));
    if (*next) page.next = std::to_string((*next)->value());
    call->reply_json(200, json_of(page));
  });
}

// Claims end without an event, so the page reads the queue again after each wait.
void await_cases(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const auto seen = parse_whole(call->query("seen").value_or(""), kPlaceMax);
  if (!seen) return call->refuse(wrong_parameter("seen"));
  const auto wait = parse_wait(call->query("wait").value_or("25"));
  if (!wait) return call->refuse(wrong_parameter("wait"));
  const bool waiting =
      service.waiters.wait_for_reviews(who.reviewer.id, Sequence(*seen), *wait, [call] {
        guarded(call, [&] { call->reply_json(200, json_of(QueueMoved{true})); });
      });
  if (!waiting) call->reply_json(200, json_of(QueueMoved{false}));
}

}  // namespace countersign::http
