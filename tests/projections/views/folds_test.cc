#include "projections/views/folds.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/session/review/review_rights.h"
#include "projections/views/all_projections.h"
#include "tests/events/record/random_record.h"
#include "tests/projections/support/memory_views.h"

namespace countersign::test::folds_test {

using Names = std::set<std::string_view>;

const ReviewerId kReviewer("rvw_AAECAwQFBgcICQoLDA0ODw");

// Views that remember which of them were written to.
class TouchedViews : public MemoryViews {
 public:
  void put(ViewSpace space, std::string_view key, std::string value) override {
    touched.insert(space);
    MemoryViews::put(space, key, std::move(value));
  }
  void erase(ViewSpace space, std::string_view key) override {
    touched.insert(space);
    MemoryViews::erase(space, key);
  }
  std::set<ViewSpace> touched;
};

Names names_of(const std::set<ViewSpace>& spaces) {
  Names names;
  for (const Projection& projection : all_projections()) {
    if (spaces.contains(projection.space)) names.insert(projection.name);
  }
  return names;
}

template <class... Views>
Names names_of(std::tuple<Views...>*) {
  return {Views::projection().name...};
}

// For each type of event, the views that the table says fold it.
template <class... Events>
std::map<std::string_view, Names> table_of(std::variant<Events...>*) {
  return {{event_type<Events>.name, names_of(static_cast<ViewsFolding<Events>*>(nullptr))}...};
}

StreamId stream_for(const Event& event) {
  return std::visit(
      []<class E>(const E&) {
        if constexpr (EventOf<E, SessionEvent>) return stream_of(SessionId(Uuid{7}));
        if constexpr (EventOf<E, ClientEvent>) return stream_of(ClientKey("svck_a"));
        if constexpr (EventOf<E, WebhookEvent>) return webhooks_stream_of(ClientKey("svck_a"));
        if constexpr (EventOf<E, ReviewerEvent>) {
          return stream_of(kReviewer);
        }
        if constexpr (EventOf<E, KeyEvent>) return keys_stream();
        if constexpr (EventOf<E, ThresholdEvent>) return thresholds_stream();
        if constexpr (EventOf<E, LogEvent>) return log_stream();
      },
      event);
}

// Lets a registered reviewer have done what the event tells, and signed it if it is a decision.
void give_to_reviewer(RandomValues& random, RecordedEvent& recorded, TouchedViews& views) {
  const auto give = [&]<class E>(E& event) {
    if constexpr (requires { event.reviewer; }) event.reviewer = kReviewer.value();
    if constexpr (Decides<E> || Corrects<E>) event.signature = draw<DecisionSignature>(random);
  };
  std::visit(give, recorded.event);
  RecordedEvent registered = recorded;
  registered.event = draw<ReviewerRegistered>(random);
  registered.stream = stream_of(kReviewer);
  fold_into_all(registered, Sha256(), views);
}

// Lets the reviewer have the case before the event.
void let_claim(const RecordedEvent& recorded, TouchedViews& views) {
  RecordedEvent claimed = recorded;
  claimed.event = ReviewClaimed{
      kReviewer.value(), recorded.at + Duration(1), recorded.at + Duration(1), std::nullopt};
  fold_into_all(claimed, Sha256(), views);
}

// Lets the case be assigned before the event: to another reviewer than the one who claims it, else
// to the one who has it. The event ends the assignment.
void let_assign(const RecordedEvent& recorded, TouchedViews& views) {
  const bool is_own = !std::holds_alternative<ReviewClaimed>(recorded.event);
  RecordedEvent assigned = recorded;
  assigned.event = ReviewAssigned{kReviewer.value(),
                                  is_own ? kReviewer.value() : "rvw_CCCCCCCCCCCCCCCCCCCCCC",
                                  recorded.at + Duration(1)};
  fold_into_all(assigned, Sha256(), views);
}

// Lets a device have the session by its link before the event, for longer than the link lives.
void let_join(const RecordedEvent& recorded, TouchedViews& views) {
  RecordedEvent joined = recorded;
  joined.event = DeviceJoined{JoinedBy::Link, {}, {}, UtcTime(std::int64_t{1} << 60)};
  fold_into_all(joined, Sha256(), views);
}

// Stores an image before the event.
void let_store(RandomValues& random, const RecordedEvent& recorded, TouchedViews& views) {
  RecordedEvent stored = recorded;
  stored.event = draw<DocumentAccepted>(random);
  fold_into_all(stored, Sha256(), views);
}

// Whether the event changes the queue of reviews, or the result, of a session that was sent to
// review.
bool needs_review(const Event& event) {
  return std::holds_alternative<ReviewDecided>(event) ||
         std::holds_alternative<ReviewCorrected>(event) ||
         std::holds_alternative<ReviewAssigned>(event) ||
         std::holds_alternative<ReviewHandedOver>(event) ||
         std::holds_alternative<FilesPurged>(event);
}

// The views that are written to by an event of the type with random values and a key. An event of
// a session that exists comes after the session's first event.
Names views_written(std::size_t type) {
  RandomValues random(type + 1);
  TouchedViews views;
  for (int i = 0; i < 40; ++i) {
    TouchedViews fresh;
    RecordedEvent event = draw_recorded(random, type);
    event.stream = stream_for(event.event);
    event.version = StreamVersion(1);
    event.sequence = Sequence(1);
    event.idempotency = draw<IdempotencyRecord>(random);
    if (session_of(event.stream) && !std::holds_alternative<SessionCreated>(event.event)) {
      if (i % 2 == 1) give_to_reviewer(random, event, fresh);
      RecordedEvent created = event;
      created.event = draw<SessionCreated>(random);
      fold_into_all(created, Sha256(), fresh);
      event.version = StreamVersion(2);
      event.sequence = Sequence(2);
      if (i % 2 == 1) let_claim(event, fresh);
      if (i % 2 == 1) let_assign(event, fresh);
      if (std::holds_alternative<LinkTakenBack>(event.event)) let_join(event, fresh);
      if (std::holds_alternative<FilesPurged>(event.event)) let_store(random, event, fresh);
      if (i % 2 == 1 && needs_review(event.event)) {
        RecordedEvent finalized = event;
        SessionFinalized sent_to_review;
        sent_to_review.result = ResultStatus::Review;
        finalized.event = sent_to_review;
        fold_into_all(finalized, Sha256(), fresh);
        event.version = StreamVersion(3);
        event.sequence = Sequence(3);
      }
    }
    fresh.touched.clear();
    fold_into_all(event, Sha256(), fresh);
    views.touched.merge(fresh.touched);
  }
  return names_of(views.touched);
}

TEST_CASE("an event writes to exactly the views that the table names for its type") {
  const auto table = table_of(static_cast<Event*>(nullptr));
  REQUIRE(table.size() == std::variant_size_v<Event::Variant>);
  for (std::size_t type = 0; type < table.size(); ++type) {
    RandomValues random(1);
    const std::string_view name = type_of(draw_recorded(random, type).event).name;
    CAPTURE(std::string(name));
    CHECK(views_written(type) == table.at(name));
  }
}

TEST_CASE("every view folds an event") {
  Names folding;
  for (const auto& [type, views] : table_of(static_cast<Event*>(nullptr))) {
    folding.insert(views.begin(), views.end());
  }
  CHECK(folding.size() == all_projections().size());
}

}  // namespace countersign::test::folds_test
