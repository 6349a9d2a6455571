#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/check.h"
#include "tests/events/audit/decisions/story.h"

// Changes to a log as its operator could make them, who chains and signs it anew.
namespace countersign {

// A log that is being changed. Its sessions have the numbers of the story.
struct Tale {
  Story& story;
  Events events;

  template <class E>
  static bool is(const RecordedEvent& event) {
    return std::holds_alternative<E>(event.event);
  }
  // The place of the event, counted from 0 among those of its type in the stream.
  template <class E>
  std::size_t at(const StreamId& stream, std::size_t which = 0) const {
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].stream == stream && is<E>(events[i]) && which-- == 0) return i;
    }
    check(false, "the story has the event that is to be changed");
    return 0;
  }
  template <class E>
  std::size_t at(std::uint64_t session, std::size_t which = 0) const {
    return at<E>(stream_of(session_id(session)), which);
  }
  std::size_t decided_at(std::uint64_t session, std::size_t which = 0) const {
    return at<ReviewDecided>(session, which);
  }
  template <class E>
  std::size_t of_reviewer(const char* reviewer, std::size_t which = 0) const {
    return at<E>(stream_of(ReviewerId(reviewer)), which);
  }
  template <class E>
  std::size_t of_client(const char* client) const {
    return at<E>(stream_of(client_key(client)));
  }
  template <class E>
  E& in(std::size_t place) {
    return std::get<E>(events[place].event);
  }
  ReviewDecided& decided(std::uint64_t session, std::size_t which = 0) {
    return in<ReviewDecided>(at<ReviewDecided>(session, which));
  }

  void erase(std::size_t place) { events.erase(events.begin() + static_cast<long>(place)); }
  // Puts an event before the place, with the time of the event there.
  void put(std::size_t place, RecordedEvent event) {
    event.at = events[place].at;
    events.insert(events.begin() + static_cast<long>(place), std::move(event));
  }
  void put(std::size_t place, const StreamId& stream, Event event) {
    RecordedEvent recorded;
    recorded.stream = stream;
    recorded.actor = {ActorKind::Operator, "uid:0"};
    recorded.request = RequestId("r-op");
    recorded.event = std::move(event);
    put(place, std::move(recorded));
  }
  // Moves the event at `from` so that it is at `to` afterwards; times stay in order.
  void move(std::size_t from, std::size_t to) {
    RecordedEvent event = events[from];
    erase(from);
    event.at = to < events.size() ? events[to].at : events.back().at;
    if (to > 0) event.at = std::max(event.at, events[to - 1].at);
    events.insert(events.begin() + static_cast<long>(to), std::move(event));
  }
  // As if somebody else had acted.
  template <class E>
  std::size_t act_as(std::size_t place, const char* reviewer) {
    in<E>(place).reviewer = reviewer;
    events[place].actor.ref = reviewer;
    return place;
  }
  // Signs the decision at the place anew, as it stands, by the passkey of this name.
  template <class E>
  std::size_t sign_anew(
      std::size_t place,
      std::uint64_t session,
      const char* key,
      const std::function<void(ReviewStatement&)>& bend = [](auto&) {}) {
    E& decided = in<E>(place);
    ReviewStatement statement = story.statement_of(session, events, decided.signature->seen);
    statement.decision = decided.decision;
    statement.reasons = decided.reasons;
    statement.not_looked_at = decided.not_looked_at;
    if constexpr (std::is_same_v<E, ReviewCorrected>) {
      statement.kind = ReviewStatement::Kind::Correction;
    }
    bend(statement);
    decided.signature = Story::signed_by(story.key_of(key), statement);
    return place;
  }
};

struct Mutant {
  const char* name;
  // Changes the log. Returns the place of the first event that breaks a rule then.
  std::function<std::size_t(Tale&)> change;
  const char* why;  // the auditor's sentence
};

std::vector<Mutant> mutants_of_opinions();
std::vector<Mutant> mutants_of_people();
std::vector<Mutant> mutants_of_authors();
std::vector<Mutant> mutants_of_corrections();
std::vector<Mutant> mutants_of_keys();
std::vector<Mutant> mutants_of_signatures();
std::vector<Mutant> mutants_of_history();

namespace said {
inline constexpr const char* kRules = "the rules of a session do not allow the event at this place";
inline constexpr const char* kAlone =
    "one opinion settled the review of a client that asks for two";
inline constexpr const char* kNotSettled =
    "the opinion did not settle the review of a client that asks for one alone";
inline constexpr const char* kLooksOnly =
    "the client forbade decisions without a look at this place";
inline constexpr const char* kForbidden = "the client forbade corrections at this place";
inline constexpr const char* kCorrectedAlone = "one opinion settled a correction that needs two";
inline constexpr const char* kNotCorrected =
    "the opinion did not settle a correction that needs one alone";
inline constexpr const char* kNotTheirs =
    "the reviewer was not registered, was disabled, or had neither the role nor the passkey at "
    "this place";
inline constexpr const char* kForSomebodyElse =
    "the act of a registered reviewer was recorded for somebody else";
inline constexpr const char* kUnnamed = "a registered reviewer's act does not name the reviewer";
inline constexpr const char* kPurged =
    "the event follows the purge of its session's files, after which the session has no more "
    "events";
inline constexpr const char* kLacks = "the decision lacks its reviewer's signature";
inline constexpr const char* kForged = "the signature is not the reviewer's of this decision";
inline constexpr const char* kFuture = "the decision was signed over a log that did not exist yet";
inline constexpr const char* kOtherLog = "the decision was signed over another log";
inline constexpr const char* kOtherEvents =
    "the decision was signed over a log with other events than this one";
inline constexpr const char* kEarlierVersion =
    "the statement is of an earlier version than the event that has it";
inline constexpr const char* kOlderForm =
    "the event was written in an older version of its type, after the log had newer ones";
inline constexpr const char* kNobodys =
    "the decision is neither a registered reviewer's nor the session's client's";
inline constexpr const char* kNobodysCorrection =
    "the correction is neither a registered reviewer's nor an operator's";
inline constexpr const char* kNoReviewers = "the act is no registered reviewer's";
inline constexpr const char* kNotCaused =
    "the event of a reviewer was recorded for somebody who cannot cause it";
inline constexpr const char* kNoOperator =
    "the event of a client was recorded for somebody who is no operator";
inline constexpr const char* kNoReasons = "the reasons of the decision are no list of codes";
inline constexpr const char* kNoName = "the decision's name is none that a back office may give";
inline constexpr const char* kCounter =
    "the passkey's counter of signatures is not above the one before: a copy of the passkey, or a "
    "repeated signature";
inline constexpr const char* kSameKey =
    "the public key is that of an earlier passkey with another id or of another reviewer: whoever "
    "holds it can sign for both";
}  // namespace said

}  // namespace countersign
