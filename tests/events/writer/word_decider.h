#pragma once
#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/check.h"
#include "events/record/log_record.h"
#include "events/writer/decider.h"

namespace countersign::test {

inline SessionId opened_session() { return SessionId(Uuid{77}); }

// A decider with one rule: a word can be said once in a stream. SetHold carries the word, and
// HoldSet says it. Words that begin with "refuse" are refused; "silence" leads to no event and
// "echo" to three. "open" is a decision that opens the session of opened_session(); a creation
// without attempts is refused. A submission with a known idempotency key is replayed.
class WordDecider : public Decider {
 public:
  StreamHead head(const StreamId& stream, ViewBatch& views) const override {
    const auto entry = views.get(kHeads, stream.value());
    if (!entry) return {};
    const auto head = log_record::parse_head(*entry);
    check(head.has_value(), "the stored head of a stream can be parsed");
    return {StreamVersion(head->sequence.value()), head->leaf};
  }

  // The number of decisions so far, from any thread.
  int decisions() const { return decisions_; }

  DecisionOutcome decide(const Submission& submission, ViewBatch& views) const override {
    ++decisions_;
    if (submission.idempotency) {
      const auto used = views.get(kKeys, to_hex(submission.idempotency->key.value()));
      if (used) return Replayed{Sequence(log_record::u64_of(*used))};
    }
    if (const auto* creation = std::get_if<CreateSession>(&submission.command)) {
      if (creation->attempts_allowed == 0) return Rejection{Refusal::QuotaExceeded};
      return std::vector<Event>{SessionCreated{}};
    }
    const auto& command = std::get<SessionCommand>(submission.command);
    if (std::holds_alternative<PurgeFiles>(command)) return std::vector<Event>{FilesPurged{}};
    const std::string& word = std::get<SetHold>(command).reason;
    if (word.starts_with("refuse") || views.get(kWords, word_key(submission.stream, word))) {
      return Rejection{Refusal::NothingToDo};
    }
    if (word == "open") {
      ReviewDecided decided;
      decided.again = AskedAgain{{}, std::nullopt, Successor{opened_session(), {}}};
      return std::vector<Event>{decided};
    }
    if (word == "silence") return std::vector<Event>{};
    if (word == "echo") return std::vector<Event>{HoldSet{"e"}, HoldSet{"ch"}, HoldSet{"o"}};
    return std::vector<Event>{HoldSet{word}};
  }

  void fold(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views) const override {
    views.put(kHeads,
              recorded.stream.value(),
              log_record::head_value({Sequence(recorded.version.value()), leaf, recorded.at}));
    if (const auto* said = std::get_if<HoldSet>(&recorded.event)) {
      views.put(kWords, word_key(recorded.stream, said->reason), "said");
    }
    if (recorded.idempotency) {
      views.put(kKeys,
                to_hex(recorded.idempotency->key.value()),
                log_record::sequence_key(recorded.sequence));
    }
  }

 private:
  static constexpr ViewSpace kHeads = 1;
  static constexpr ViewSpace kWords = 2;
  static constexpr ViewSpace kKeys = 3;

  static std::string word_key(const StreamId& stream, std::string_view word) {
    return stream.value() + '/' + std::string(word);
  }

  mutable std::atomic<int> decisions_{0};
};

// A submission that says a word at `at` microseconds.
inline Submission say(std::uint8_t stream, std::string word, std::int64_t at = 1) {
  return {stream_of(SessionId(Uuid{stream})),
          SessionCommand(SetHold{UtcTime(at), std::move(word)}),
          {ActorKind::Operator, "uid:0"},
          RequestId("r")};
}

}  // namespace countersign::test
