#include "events/writer/group.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/check.h"
#include "events/record/codec.h"

namespace countersign {

// Looks in the group's own changes, in those of the group below it, and then in the log.
class Group::KeysSoFar final : public WrappedKeys {
 public:
  explicit KeysSoFar(const Group& group) : group_(group) {}

  Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const override {
    for (const Group* group : {&group_, group_.below_}) {
      if (group == nullptr) continue;
      const auto change = group->newest_keys_.find(session);
      if (change != group->newest_keys_.end()) return group->keys_[change->second].wrapped;
    }
    return group_.stored_keys_.wrapped_key(session);
  }

 private:
  const Group& group_;
};

void Group::begin(CommitPoint& log, const Group* below) {
  check(empty(), "the previous group is answered or refused before a group begins");
  decided_.clear();
  events_.clear();
  keys_.clear();
  newest_keys_.clear();
  continues_keys_ = false;
  below_ = below;
  head_ = below != nullptr ? below->head() : log.head();
  views_ = log.begin(below != nullptr ? &below->views() : nullptr);
}

void Group::decide(Waiting waiting) {
  decided_.push_back(decided_on(waiting.submission, waiting.bare));
  waiting_.push_back(std::move(waiting));
}

namespace {

// Whether one of the events opens the session whose creation came with the submission.
bool opens_successor(const Submission& submission, const std::vector<Event>& happened) {
  return std::ranges::any_of(happened, [&](const Event& event) {
    const SessionId* const opened = successor_in(event);
    check(opened == nullptr ||
              (submission.successor && submission.successor->stream == stream_of(*opened)),
          "a decision that opens a session comes with the session's creation");
    return opened != nullptr;
  });
}

}  // namespace

Group::Decided Group::decided_on(const Submission& submission, bool bare) {
  if (submission.expected) {
    const StreamVersion current = decider_.head(submission.stream, *views_).version;
    if (current != *submission.expected) return {.outcome = Conflict{current}};
  }
  DecisionOutcome verdict = decider_.decide(submission, *views_);
  if (const auto* rejection = std::get_if<Rejection>(&verdict)) return {.outcome = *rejection};
  if (const auto* replayed = std::get_if<Replayed>(&verdict)) return {.outcome = *replayed};
  auto& happened = std::get<std::vector<Event>>(verdict);
  const bool opens = opens_successor(submission, happened);
  std::vector<Event> opened;
  if (submission.successor) {
    // Decided before anything is recorded, so a refusal of either leaves nothing behind.
    DecisionOutcome opening = decider_.decide(*submission.successor, *views_);
    if (const auto* rejection = std::get_if<Rejection>(&opening)) return {.outcome = *rejection};
    auto* const events = std::get_if<std::vector<Event>>(&opening);
    check(events != nullptr, "the creation of a successor has no idempotency key of its own");
    if (opens) opened = std::move(*events);
  }
  return committed(submission, std::move(happened), std::move(opened), bare);
}

// `opened` are the events of the submission's successor; empty if it is not opened.
Group::Decided Group::committed(const Submission& submission,
                                std::vector<Event> happened,
                                std::vector<Event> opened,
                                bool bare) {
  std::optional<PunctureKey> puncture;
  if (submission.puncture) {
    auto named = submission.puncture(KeysSoFar(*this));
    if (!named) return {.outcome = named.error()};
    puncture = *std::move(named);
  }
  if (!opened.empty()) {
    if (const auto error = add_key_changes(*submission.successor, opened, bare)) {
      return {.outcome = *error};
    }
  }
  if (const auto error = add_key_changes(submission, happened, bare)) return {.outcome = *error};
  Decided decided{.first_event = events_.size()};
  if (!opened.empty()) record(*submission.successor, std::move(opened));
  record(submission, std::move(happened));
  decided.event_count = events_.size() - decided.first_event;
  if (puncture) {
    std::get<Committed>(decided.outcome).punctured = puncture->leaves;
    if (!bare) record_of_keys(submission, submission.actor, *std::move(puncture));
  }
  return decided;
}

void Group::record_of_keys(const Submission& submission, const Actor& actor, KeyCommand command) {
  const Submission beside{keys_stream(), Command(std::move(command)), actor, submission.request};
  DecisionOutcome outcome = decider_.decide(beside, *views_);
  // A rejection means that the log has it already.
  auto* const happened = std::get_if<std::vector<Event>>(&outcome);
  if (happened == nullptr) return;
  record(beside, std::move(*happened));
  continues_keys_ = true;
}

namespace {

// The sealed part that `event` of the submission carries, if any.
std::optional<std::string> sealed_part(const Submission& submission,
                                       const Event& event,
                                       bool is_first) {
  if (is_first) return submission.sealed;
  if (may_seal_document_values(event)) return submission.sealed_values;
  if (std::holds_alternative<LivenessRejected>(event)) return submission.sealed_marks;
  return std::nullopt;
}

}  // namespace

void Group::record(const Submission& submission, std::vector<Event> happened) {
  if (happened.empty()) return;
  StreamHead stream = decider_.head(submission.stream, *views_);
  head_.at = std::max(time_of(submission.command), head_.at);
  for (std::size_t i = 0; i < happened.size(); ++i) {
    const bool is_first = i == 0;
    const bool is_last = i + 1 == happened.size();
    head_.sequence = Sequence(head_.sequence.value() + 1);
    stream.version = StreamVersion(stream.version.value() + 1);
    events_.push_back(encode_stored({head_.sequence,
                                     submission.stream,
                                     stream.version,
                                     stream.leaf,
                                     head_.at,
                                     submission.actor,
                                     submission.request,
                                     is_last ? submission.idempotency : std::nullopt,
                                     sealed_part(submission, happened[i], is_first),
                                     std::move(happened[i])}));
    const StoredEvent& stored = events_.back();
    check(stored.bytes.size() <= kEventBytesMax, "an event has at most kEventBytesMax bytes");
    stream.leaf = stored.leaf;
    head_.leaf = stored.leaf;
    decider_.fold(stored.recorded, stored.leaf, *views_);
  }
}

std::optional<StoreError> Group::add_key_changes(const Submission& submission,
                                                 const std::vector<Event>& happened,
                                                 bool bare) {
  for (const Event& event : happened) {
    const KeyEffect effect = key_effect_of(event);
    const bool stores = effect == KeyEffect::Stores && submission.wrap_key;
    if (!stores && effect != KeyEffect::Deletes) continue;
    const auto session = session_of(submission.stream);
    check(session.has_value(),
          "an event that puts or deletes a session's key is in the stream of a session");
    std::optional<std::string> wrapped;
    if (stores) {
      auto made = submission.wrap_key(KeysSoFar(*this));
      if (!made) return made.error();
      wrapped = std::move(made->wrapped);
      if (made->reserved && !bare) {
        made->reserved->at = time_of(submission.command);
        record_of_keys(submission, {ActorKind::Sweep, {}}, *std::move(made->reserved));
      }
    }
    newest_keys_[*session] = keys_.size();
    keys_.push_back({*session, std::move(wrapped)});
  }
  return std::nullopt;
}

std::optional<StoreError> Group::append(CommitPoint& log) {
  // Decisions on views that could not be read are worthless.
  if (views_->failed()) return StoreError::Unreadable;
  if (events_.empty()) return std::nullopt;
  return log.append(events_, *views_, keys_);
}

void Group::answer() {
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    Decided& decided = decided_[i];
    if (auto* committed = std::get_if<Committed>(&decided.outcome)) {
      committed->events.reserve(decided.event_count);
      const auto first = events_.begin() + static_cast<std::ptrdiff_t>(decided.first_event);
      for (std::size_t k = 0; k < decided.event_count; ++k) {
        committed->events.push_back(std::move(first[static_cast<std::ptrdiff_t>(k)].recorded));
      }
    }
    waiting_[i].done(std::move(decided.outcome));
  }
  waiting_.clear();
}

std::vector<Group::Waiting> Group::take_back(bool lost) {
  for (Waiting& waiting : waiting_) {
    waiting.alone = true;
    waiting.bare = waiting.bare || (lost && size() == 1);
  }
  return std::exchange(waiting_, {});
}

void Group::refuse(StoreError why) {
  for (const Waiting& waiting : waiting_) waiting.done(why);
  waiting_.clear();
}

}  // namespace countersign
