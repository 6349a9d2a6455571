#include "events/audit/range/stream_chains.h"

#include <doctest/doctest.h>

#include <string>

#include "events/tlog/tree/merkle.h"

namespace countersign::stream_chains_test {

// Takes events whose leaves are made of their sequences.
class Chains {
 public:
  Chains() : chains_(100, {.bytes_max = 0}) {}

  Chains& with(const std::string& stream, std::uint64_t version, std::uint64_t previous = 0) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++events_);
    recorded.stream = StreamId(stream);
    recorded.version = StreamVersion(version);
    if (previous > 0) recorded.previous = Sha256(leaf_of(previous));
    REQUIRE(chains_.take(recorded, leaf_of(events_)));
    return *this;
  }
  StreamChains::Verdict judged() {
    StreamChains::Verdict verdict = chains_.judge();
    REQUIRE(verdict.is_whole);
    return verdict;
  }
  std::uint64_t fault_at() {
    const auto verdict = judged();
    return verdict.fault ? verdict.fault->sequence.value() : 0;
  }

 private:
  static Digest leaf_of(std::uint64_t n) { return tlog::leaf_hash(std::to_string(n)); }

  StreamChains chains_;
  std::uint64_t events_ = 0;
};

TEST_CASE("the events of each stream follow one another, whatever lies between them") {
  const auto verdict =
      Chains().with("a", 1).with("b", 7, 99).with("a", 2, 1).with("b", 8, 2).with("c", 1).judged();
  CHECK_FALSE(verdict.fault.has_value());
  CHECK(verdict.begun == 2);
  CHECK(verdict.continued == 1);
}

TEST_CASE("an event that does not follow its stream is found, the earliest first") {
  CHECK(Chains().with("a", 1).with("a", 3, 1).fault_at() == 2);
  CHECK(Chains().with("a", 1).with("a", 1).fault_at() == 2);
  CHECK(Chains().with("a", 1).with("b", 1).with("a", 2, 2).fault_at() == 3);
  CHECK(Chains().with("a", 1, 5).fault_at() == 1);
  CHECK(Chains().with("a", 4).fault_at() == 1);
  CHECK(Chains().with("a", 0).fault_at() == 1);
  CHECK(Chains().with("a", 1).with("b", 0).with("a", 3, 1).with("c", 9).fault_at() == 2);
}

TEST_CASE("events that cannot be put aside give no verdict") {
  StreamChains chains(100, {.bytes_max = 0, .folder = "/nowhere/at/all"});
  RecordedEvent recorded;
  recorded.stream = StreamId("a");
  recorded.version = StreamVersion(1);
  (void)chains.take(recorded, Digest{});
  CHECK_FALSE(chains.judge().is_whole);
  CHECK(chains.failure().has_value());
}

}  // namespace countersign::stream_chains_test
