#include "events/audit/streams/key_audit.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "events/record/codec.h"

// The audit of the stream of keys, one event after the other.
namespace countersign::key_audit_test {

const std::string kOne = "20261221.0000000000000001";
const std::string kOther = "20261222.0000000000000002";
const SessionId kSession(Uuid{1, 2, 3});

// Returns the number of events that an audit takes before it finds a fault.
std::size_t taken(const std::vector<KeyEvent>& events) {
  KeyAudit audit;
  StreamVersion version;
  Sha256 previous;
  for (std::size_t i = 0; i < events.size(); ++i) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(i + 1);
    recorded.stream = keys_stream();
    version = StreamVersion(version.value() + 1);
    recorded.version = version;
    recorded.previous = previous;
    recorded.at = UtcTime(static_cast<std::int64_t>(i));
    recorded.event = any_stream(std::vector<KeyEvent>{events[i]}).front();
    const StoredEvent stored = encode_stored(recorded);
    if (!audit.take(stored.recorded, stored.leaf)) return i;
    previous = stored.leaf;
  }
  return events.size();
}

LeavesReserved reserved(const std::string& slot, std::uint32_t from, std::uint32_t to) {
  return {slot, from, to};
}
KeyPunctured punctured(std::vector<SlotLeaf> leaves) { return {kSession, std::move(leaves)}; }

TEST_CASE("leaves are reserved in order, punctured once, and all of it before the slot goes") {
  const std::vector<KeyEvent> sound{reserved(kOne, 0, 4096),
                                    punctured({{kOne, 7}}),
                                    reserved(kOther, 0, 10),
                                    punctured({{kOne, 4095}, {kOther, 0}}),
                                    reserved(kOne, 4096, 8192),
                                    punctured({{kOne, 4096}}),
                                    KeyDestroyed{kOne, 3},
                                    reserved(kOther, 20, 30)};  // after a crash
  CHECK(taken(sound) == sound.size());
}

TEST_CASE("an event of the keys that the rules do not allow is found") {
  const KeyEvent first = reserved(kOne, 0, 100);
  struct Case {
    const char* name;
    std::vector<KeyEvent> before;
    KeyEvent fault;
  };
  const std::vector<Case> cases{
      {"a leaf that is punctured again", {first, punctured({{kOne, 7}})}, punctured({{kOne, 7}})},
      {"a leaf that is named twice", {first}, punctured({{kOne, 7}, {kOne, 7}})},
      {"one of two that is punctured already",
       {first, punctured({{kOne, 7}})},
       punctured({{kOne, 7}, {kOne, 8}})},
      {"a leaf that was never reserved", {first}, punctured({{kOne, 100}})},
      {"a leaf of an unknown slot", {first}, punctured({{kOther, 0}})},
      {"a puncture of no leaf", {first}, punctured({})},
      {"a block that begins before the last one ends", {first}, reserved(kOne, 99, 200)},
      {"the same block again", {first}, first},
      {"a punctured leaf that is handed out again",
       {first, punctured({{kOne, 7}})},
       reserved(kOne, 7, 8)},
      {"an empty block", {first}, reserved(kOne, 100, 100)},
      {"a block of a destroyed slot", {first, KeyDestroyed{kOne, 0}}, reserved(kOne, 100, 200)},
      {"a puncture of a destroyed slot", {first, KeyDestroyed{kOne, 0}}, punctured({{kOne, 7}})},
      {"a slot that is destroyed again", {first, KeyDestroyed{kOne, 0}}, KeyDestroyed{kOne, 0}},
  };
  for (const Case& each : cases) {
    CAPTURE(each.name);
    std::vector<KeyEvent> events = each.before;
    events.push_back(each.fault);
    CHECK(taken(events) == each.before.size());
  }
}

TEST_CASE("an audit remembers a bit for each punctured leaf, and none of a destroyed slot") {
  KeyAudit audit;
  const auto take = [&](const KeyEvent& event) {
    RecordedEvent recorded;
    recorded.stream = keys_stream();
    recorded.event = any_stream(std::vector<KeyEvent>{event}).front();
    return audit.take(recorded, Sha256{});
  };
  REQUIRE(take(reserved(kOne, 0, 1 << 20)));
  const std::size_t before = audit.bytes();
  for (std::uint32_t leaf = 0; leaf < 100'000; ++leaf) {
    if (!take(punctured({{kOne, leaf}}))) FAIL("the leaf ", leaf);
  }
  CHECK(audit.bytes() - before < 100'000 / 4);
  REQUIRE(take(KeyDestroyed{kOne, 0}));
  CHECK(audit.bytes() <= before);
}

}  // namespace countersign::key_audit_test
