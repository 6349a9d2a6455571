// GET /review/api/case/{id}: a case as the page shows it.
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "http/answers/session_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_json.h"
#include "http/review/cases/case_statement.h"
#include "http/review/me_json.h"
#include "http/sealed/sealed_origin.h"
#include "http/sealed/sealed_words.h"

namespace countersign::http {
namespace {

constexpr std::size_t kEarlierMax = 16;

// The sealed parts that the session's key opens for a reviewer who may read them
// (CaseAct::ReadValues), until a purge.
struct Opened {
  std::optional<std::string> words{};
  OpenedValues values{};
};

// One request for a case. One thread at a time.
class Showing : public std::enable_shared_from_this<Showing> {
 public:
  Showing(ReviewService& service,
          const CallPtr& call,
          const AuthenticatedReviewer& who,
          Session session,
          const LogHead& seen)
      : service_(service),
        call_(call),
        reviewer_(who.reviewer),
        session_(std::move(session)),
        seen_(seen),
        may_open_(may_do(reviewer_, CaseAct::ReadValues, session_) && !session_.purged_at) {}

  void begin();

 private:
  void answer_later();
  void answer();
  Result<Opened, Problem> open() const;
  template <class Reveal>
  auto opened(Sequence sequence, Reveal reveal) const
      -> decltype(reveal(std::string_view(), RequestId()));
  std::optional<StoreError> add_history(ShownCase& shown) const;
  Result<LinkedSession, StoreError> linked(const SessionId& id) const;
  std::optional<StoreError> add_linked(ShownCase& shown) const;
  std::optional<Problem> add_hand_overs(ShownCase& shown) const;
  std::optional<Problem> add_again_words(ShownCase& shown) const;
  void add_names(ShownCase& shown) const;

  ReviewService& service_;
  const CallPtr call_;
  const Reviewer reviewer_;
  const Session session_;
  const LogHead seen_;
  const bool may_open_;
  std::optional<Client> client_;
};

// Values are recorded as read before the answer leaves, as for the client itself.
void Showing::begin() {
  auto client = service_.data.queries().client(session_.client);
  if (!client) return call_->refuse(problem_of(client.error()));
  if (!*client) return call_->refuse({.code = ProblemCode::NotFound});
  client_ = *std::move(client);
  if (!may_open_ || !client_->policy.mrz_values || !session_.sealed_values) return answer_later();
  submit_for_case(service_,
                  call_,
                  session_.id,
                  reviewer_.id,
                  SessionCommand(ReadDocumentValues{.at = service_.clock.now()}),
                  std::nullopt,
                  [self = shared_from_this()](const Outcome& outcome) {
                    if (const auto problem = problem_of(outcome)) {
                      return self->call_->refuse(*problem);
                    }
                    self->answer_later();
                  });
}

void Showing::answer_later() {
  run_for(reviewer_.id, service_.reads, call_, [self = shared_from_this()] { self->answer(); });
}

template <class Reveal>
auto Showing::opened(Sequence sequence, Reveal reveal) const
    -> decltype(reveal(std::string_view(), RequestId())) {
  const auto event = service_.data.log().find(sequence);
  if (!event || !*event || !(*event)->recorded.sealed) return std::nullopt;
  return reveal(std::string_view(*(*event)->recorded.sealed), (*event)->recorded.request);
}

Result<Opened, Problem> Showing::open() const {
  Opened parts;
  const bool has_values = client_->policy.mrz_values && session_.sealed_values;
  if (!may_open_ || (!has_values && !session_.liveness_excused)) return parts;
  const auto key = service_.data.session_key(session_.id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    // Purged since the session was read.
    if (fault != nullptr && *fault == KeyFault::Gone) return parts;
    return problem_of(key.error());
  }
  if (has_values) {
    auto values = opened(*session_.sealed_values, [&](std::string_view sealed, const auto& from) {
      return open_values(sealed, *key, session_.id, from);
    });
    if (values) parts.values = *std::move(values);
  }
  if (session_.liveness_excused) {
    const auto origin =
        opened(*session_.liveness_excused, [&](std::string_view sealed, const auto& from) {
          return open_origin(sealed, *key, session_.id, from);
        });
    if (origin) parts.words = words_of_origin(*origin);
  }
  return parts;
}

// The looks of this reviewer, and the earlier sessions of clients that the reviewer may see.
std::optional<StoreError> Showing::add_history(ShownCase& shown) const {
  const auto acts = service_.data.queries().case_acts(session_.id);
  if (!acts) return acts.error();
  for (const CountedLooks& looks : acts->looks) {
    if (looks.reviewer == reviewer_.id.value()) {
      shown.looked.insert(looks.files.begin(), looks.files.end());
    }
  }
  const auto copies = service_.data.queries().sessions_with_copies(session_, kEarlierMax);
  if (!copies) return copies.error();
  for (const SessionId& id : *copies) {
    const auto other = service_.data.queries().session(id);
    if (!other) return other.error();
    if (!*other || !may(reviewer_.roles, CaseAct::Open, (*other)->client)) continue;
    shown.earlier.push_back({id, (*other)->created_at});
  }
  return std::nullopt;
}

Result<LinkedSession, StoreError> Showing::linked(const SessionId& id) const {
  const auto other = service_.data.queries().session(id);
  if (!other) return other.error();
  const bool is_case = *other && (*other)->review.asked;
  return LinkedSession{id, is_case && may_do(reviewer_, CaseAct::Open, **other)};
}

// The sessions before and after this one, if a decision asked again.
std::optional<StoreError> Showing::add_linked(ShownCase& shown) const {
  if (session_.predecessor) {
    const auto before = linked(*session_.predecessor);
    if (!before) return before.error();
    shown.predecessor = *before;
  }
  if (session_.review.successor) {
    const auto after = linked(session_.review.successor->session);
    if (!after) return after.error();
    shown.successor = *after;
  }
  return std::nullopt;
}

// The words are for supervisors.
std::optional<Problem> Showing::add_hand_overs(ShownCase& shown) const {
  const auto& hand_overs = session_.review.hand_overs;
  if (hand_overs.empty() || !may(reviewer_.roles, CaseAct::TakeHandedOn, session_.client)) {
    return std::nullopt;
  }
  std::optional<SessionKey> key;
  if (!session_.purged_at) {
    auto read = service_.data.session_key(session_.id);
    const auto* fault = read ? nullptr : std::get_if<KeyFault>(&read.error());
    if (!read && (fault == nullptr || *fault != KeyFault::Gone)) return problem_of(read.error());
    if (read) key = *std::move(read);
  }
  for (const HandedOver& each : hand_overs) {
    const std::string name = is_reviewer_id(each.reviewer)
                                 ? name_of_reviewer(service_, ReviewerId(each.reviewer))
                                 : std::string();
    ShownHandOver hand_over{each.at, name.empty() ? each.reviewer : name, std::nullopt};
    if (key) {
      hand_over.words = opened(each.event, [&](std::string_view sealed, const auto& from) {
        return open_words(sealed, *key, session_.id, from);
      });
    }
    shown.hand_overs.push_back(std::move(hand_over));
  }
  return std::nullopt;
}

// The words to the person of a decision that asked again. The other session's key opens them.
std::optional<Problem> Showing::add_again_words(ShownCase& shown) const {
  const auto& successor = session_.review.successor;
  if (!successor || !may_do(reviewer_, CaseAct::ReadValues, session_)) return std::nullopt;
  const auto next = service_.data.queries().session(successor->session);
  if (!next) return problem_of(next.error());
  if (!*next || !(*next)->asked_again || (*next)->purged_at) return std::nullopt;
  const auto key = service_.data.session_key((*next)->id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    // Purged since the session was read.
    if (fault != nullptr && *fault == KeyFault::Gone) return std::nullopt;
    return problem_of(key.error());
  }
  const auto origin = opened(*(*next)->asked_again, [&](std::string_view sealed, const auto& from) {
    return open_origin(sealed, *key, (*next)->id, from);
  });
  if (origin) shown.again_words = words_of_origin(*origin);
  return std::nullopt;
}

// The names of those who decided, for those who read them in the reports too.
void Showing::add_names(ShownCase& shown) const {
  const Review& review = session_.review;
  if (!review.decision || !may(reviewer_.roles, CaseAct::ReadReports, session_.client)) return;
  std::set<std::string> reviewers(review.reviewers.begin(), review.reviewers.end());
  for (const EarlierDecision& earlier : review.earlier) {
    reviewers.insert(earlier.reviewers.begin(), earlier.reviewers.end());
  }
  for (const std::string& id : reviewers) {
    if (!is_reviewer_id(id)) continue;
    std::string name = name_of_reviewer(service_, ReviewerId(id));
    if (!name.empty()) shown.names.push_back({id, std::move(name)});
  }
}

void Showing::answer() {
  auto parts = open();
  if (!parts) return call_->refuse(parts.error());
  ShownCase shown{
      .session = session_,
      .client = *client_,
      .reviewer = reviewer_,
      .now = service_.clock.now(),
      .seen = seen_.sequence.value(),
      .root = Sha256(seen_.root),
      .log = log_of(service_),
      .words = std::move(parts->words),
      .values = std::move(parts->values),
      .pictures_until = purge_time(
          session_, service_.clock.now(), periods_of(*client_, service_.settings.periods()))};
  if (const auto error = add_history(shown)) return call_->refuse(problem_of(*error));
  if (const auto error = add_linked(shown)) return call_->refuse(problem_of(*error));
  if (const auto problem = add_hand_overs(shown)) return call_->refuse(*problem);
  if (const auto problem = add_again_words(shown)) return call_->refuse(*problem);
  add_names(shown);
  call_->reply_json(200, case_json(shown));
}

}  // namespace

void show_case(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  // Before the session is read: what was not read yet is not said to be seen.
  const LogHead seen = service.data.log().head();
  auto session = find_case(service, call, who, CaseAct::Open);
  if (!session) return;
  std::make_shared<Showing>(service, call, who, *std::move(session), seen)->begin();
}

}  // namespace countersign::http
