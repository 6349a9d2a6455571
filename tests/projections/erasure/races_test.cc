// Purges beside everything that wraps a session's key: its creation, its finalization, and the move
// of a key that outlives its day. projections/erasure/README.md has the argument.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "events/writer/submit_all.h"
#include "projections/erasure/erasure.h"
#include "projections/queries/slots_in_use.h"
#include "tests/projections/support/archive.h"

namespace countersign::races_test {

// Remembers every row under which a session's key was wrapped, as a copy of the database might.
struct Races : Archive {
  void remember(std::uint64_t n, const std::string& row) {
    const std::lock_guard lock(mutex);
    rows[n].insert(row);
  }
  WrapKey remembered(std::uint64_t n, WrapKey wrap) {
    return [this, n, wrap = std::move(wrap)](const WrappedKeys& keys) {
      auto made = wrap(keys);
      if (made) remember(n, made->wrapped);
      return made;
    };
  }
  Submission creation(std::uint64_t n) {
    Submission submission = creating(acme, session_id(n), clock.now());
    submission.wrap_key = remembered(n, new_key(session_id(n), clock.now() + kHour + kDay));
    return submission;
  }
  // The commands of a device before it finalizes; the file itself is not stored.
  std::vector<Submission> frames(std::uint64_t n) const {
    return {challenging(session_id(n), Step::Liveness, n, clock.now()),
            sending_frames(session_id(n), n, {image(n)}, clock.now())};
  }
  // A session that can be finalized.
  void begin_session(std::uint64_t n) {
    commit(creation(n));
    for (Submission& each : frames(n)) commit(std::move(each));
  }
  // REQUIRES: the session exists.
  Submission finalization(std::uint64_t n, const SessionKey& key) {
    Submission submission = finalizing(session_id(n), clock.now());
    submission.wrap_key =
        remembered(n, data().key_wrapping(session_id(n), key, clock.now() + 30 * kDay));
    return submission;
  }
  // A link for a longer time. REQUIRES: the session exists.
  Submission renewal(std::uint64_t n, const SessionKey& key) {
    const UtcTime expires_at = clock.now() + kDay;
    const CodeHash code(sha256("code " + std::to_string(++codes)));
    Submission submission = to_session(session_id(n), RenewLink{clock.now(), code, expires_at});
    submission.wrap_key = remembered(n, data().key_wrapping(session_id(n), key, expires_at + kDay));
    return submission;
  }
  Submission erasure(std::uint64_t n) const {
    Submission submission =
        to_session(session_id(n), PurgeFiles{clock.now(), PurgeReason::Erasure, {}});
    submission.puncture = leaves_to_puncture(session_id(n), clock.now());
    return submission;
  }
  SessionKey key_of(std::uint64_t n) {
    auto key = data().session_key(session_id(n));
    REQUIRE(key.has_value());
    return *std::move(key);
  }
  // The rows that the database has now, which a move may have written.
  void look(std::uint64_t sessions) {
    for (std::uint64_t n = 1; n <= sessions; ++n) {
      const auto row = data().log().wrapped_key(session_id(n));
      REQUIRE(row.has_value());
      if (*row) remember(n, **row);
    }
  }
  bool is_purged(std::uint64_t n) {
    const auto session = queries().session(session_id(n));
    REQUIRE((session && *session));
    return (*session)->purged_at.has_value();
  }
  // REQUIRES: every purge is over. No row of a purged session opens, and every other session reads.
  void check(std::uint64_t sessions) {
    for (std::uint64_t n = 1; n <= sessions; ++n) {
      CAPTURE(n);
      if (!is_purged(n)) {
        CHECK(data().session_key(session_id(n)).has_value());
        continue;
      }
      CHECK_FALSE(data().session_key(session_id(n)).has_value());
      for (const std::string& row : rows[n]) {
        CHECK_FALSE(data().keys().unwrap(session_id(n), WrappedKey(row)).has_value());
        CHECK_FALSE(
            any_slot_opens({}, {path() / "keys"}, options().master_key, session_id(n), row));
      }
    }
    std::set<std::string> named;
    REQUIRE(data().log().read_stream(keys_stream(), [&](const StoredEvent& event) {
      if (const auto* gone = std::get_if<KeyPunctured>(&event.recorded.event)) {
        for (const SlotLeaf& leaf : gone->leaves) {
          CHECK(named.insert(leaf.slot + ' ' + std::to_string(leaf.leaf)).second);
        }
      }
      return true;
    }));
  }
  void erase_committed(const std::vector<Outcome>& outcomes) {
    for (const Outcome& outcome : outcomes) {
      const auto* committed = std::get_if<Committed>(&outcome);
      if (committed == nullptr) continue;
      (void)data().erasure().unlink({PurgeReason::Erasure, clock.now(), committed->punctured, {}});
    }
    REQUIRE_FALSE(data().erasure().erase_keys());
  }

  OsRandom own_random;
  std::uint64_t codes = 0;
  std::mutex mutex;
  std::map<std::uint64_t, std::set<std::string>> rows;
};

TEST_CASE_FIXTURE(Races, "a finalization before an erasure in the same group is erased with it") {
  begin_session(1);
  const KeyLeaves before = leaves(1);
  std::vector<Submission> both;
  both.push_back(finalization(1, key_of(1)));
  both.push_back(erasure(1));
  look(1);
  const FairMutexLock turn(data().erasure().turn());
  REQUIRE_FALSE(data().erasure().begin());
  const auto outcomes = submit_all(data().writer(), std::move(both));
  REQUIRE(std::holds_alternative<Committed>(outcomes[0]));
  REQUIRE(std::holds_alternative<Committed>(outcomes[1]));
  const std::vector<SlotLeaf> punctured = std::get<Committed>(outcomes[1]).punctured;
  REQUIRE(punctured.size() == 2);
  CHECK(punctured[0] != slot_leaf(before.leaf));
  CHECK(punctured[1] == slot_leaf(before.leaf));
  erase_committed(outcomes);
  check(1);
}

TEST_CASE_FIXTURE(Races, "a finalization behind an erasure in the same group wraps nothing") {
  begin_session(1);
  std::vector<Submission> both;
  both.push_back(erasure(1));
  both.push_back(finalization(1, key_of(1)));
  const std::size_t wrapped = rows[1].size();
  const FairMutexLock turn(data().erasure().turn());
  REQUIRE_FALSE(data().erasure().begin());
  const auto outcomes = submit_all(data().writer(), std::move(both));
  REQUIRE(std::holds_alternative<Committed>(outcomes[0]));
  CHECK(std::holds_alternative<Rejection>(outcomes[1]));
  CHECK(rows[1].size() == wrapped);
  erase_committed(outcomes);
  check(1);
}

TEST_CASE_FIXTURE(Races, "a session that is created, finalized and erased in one group is erased") {
  std::vector<Submission> all;
  all.push_back(creation(1));
  for (Submission& each : frames(1)) all.push_back(std::move(each));
  all.push_back(finalization(1, SessionKey::random(own_random)));
  all.push_back(erasure(1));
  const FairMutexLock turn(data().erasure().turn());
  REQUIRE_FALSE(data().erasure().begin());
  const auto outcomes = submit_all(data().writer(), std::move(all));
  for (const Outcome& outcome : outcomes) REQUIRE(std::holds_alternative<Committed>(outcome));
  CHECK(std::get<Committed>(outcomes.back()).punctured.size() == 2);
  REQUIRE(rows[1].size() == 2);
  erase_committed(outcomes);
  check(1);
}

TEST_CASE_FIXTURE(Races, "an erasure finds every leaf of a link that was renewed again and again") {
  begin_session(1);
  for (int i = 0; i < 5; ++i) {
    clock.advance(kMinute);
    commit(renewal(1, key_of(1)));
  }
  commit(finalization(1, key_of(1)));
  REQUIRE(rows[1].size() == 7);
  CHECK(leaves(1).all().size() == 7);
  erase(1);
  check(1);
}

// Commands of several sessions in an order that a seed gives, some of them in one group. After some
// of them a day passes, and a sweep moves the keys of held sessions to other days.
struct Orders : Races {
  std::uint64_t any(std::uint64_t below) { return dice() % below; }

  // A command that the session `n` may refuse.
  Submission command(std::uint64_t n, std::uint64_t what) {
    if (what == 0) return erasure(n);
    if (what == 1 || is_purged(n)) {
      return to_session(session_id(n), SetHold{clock.now(), "a case"});
    }
    if (what == 2) return to_session(session_id(n), ReleaseHold{clock.now(), "closed"});
    if (what == 3) return renewal(n, key_of(n));
    return finalization(n, key_of(n));
  }
  // Commands of the sessions from `first` on, decided together.
  void act(std::uint64_t first, std::uint64_t sessions) {
    std::vector<Submission> some;
    std::vector<std::uint64_t> kinds;
    for (std::uint64_t k = 0, count = 2 + any(6); k < count; ++k) {
      kinds.push_back(any(6));
      some.push_back(command(first + any(sessions), kinds.back()));
    }
    const FairMutexLock turn(data().erasure().turn());
    REQUIRE_FALSE(data().erasure().begin());
    auto outcomes = submit_all(data().writer(), std::move(some));
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (std::holds_alternative<Committed>(outcomes[i])) ++committed[kinds[i]];
      if (kinds[i] != 0) outcomes[i] = Busy{};  // only a purge has leaves to puncture
    }
    erase_committed(outcomes);
  }

  std::mt19937 dice{20'261'118};
  std::map<std::uint64_t, int> committed;  // how many commands of each kind
};

TEST_CASE_FIXTURE(Orders, "in no order of commands does an erased key survive") {
  constexpr std::uint64_t kSessions = 8;  // of each day
  std::uint64_t last = 0;
  for (int day = 0; day < 4; ++day) {
    for (std::uint64_t n = last + 1; n <= last + kSessions; ++n) {
      capture(n);
    }
    look(last + kSessions);
    for (int round = 0; round < 6; ++round) {
      clock.advance(kMinute);
      act(last + 1, kSessions);
      look(last + kSessions);
    }
    last += kSessions;
    clock.advance(kDay);
    (void)sweep_now();
    look(last);
    check(last);
  }
  for (const std::uint64_t kind : {0, 1, 3, 4}) CHECK(committed[kind] > 1);
  CHECK_FALSE(destroyed().empty());
  reopen();
  check(last);
}

struct Threads : Races {
  // Purges every fourth session from `from` on. Returns how many were purged.
  std::size_t purge_from(std::uint64_t from) {
    std::vector<PurgeRequest> requests;
    for (std::uint64_t n = from; n <= kSessions; n += 4) {
      requests.push_back({session_id(n), kClientActor, RequestId("r-erase")});
    }
    std::size_t done = 0;
    for (const PurgeOutcome& outcome : purge_sessions(data(), requests, clock.now())) {
      done += outcome ? 1 : 0;
    }
    return done;
  }

  static constexpr std::uint64_t kSessions = 60;
};

TEST_CASE_FIXTURE(Threads, "an erasure beside threads that finalize and a sweep that moves keys") {
  std::vector<SessionKey> keys;
  for (std::uint64_t n = 1; n <= kSessions; ++n) {
    capture(n);
    keys.push_back(key_of(n));
    if (n % 3 == 0) commit(to_session(session_id(n), SetHold{clock.now(), "a case"}));
  }
  look(kSessions);
  std::atomic<std::uint64_t> next{0};
  const auto finalize_some = [&] {
    for (std::uint64_t n = next++; n < kSessions; n = next++) {
      (void)data().writer().submit_and_wait(finalization(n + 1, keys[n]));
    }
  };
  std::thread first(finalize_some);
  std::thread second(finalize_some);
  CHECK(purge_from(1) > 0);
  first.join();
  second.join();
  look(kSessions);
  // The held sessions that were not finalized outlive the day of their slot, so their keys move.
  clock.advance(2 * kDay);
  std::thread sweeping([&] { (void)sweep_now(); });
  CHECK(purge_from(2) > 0);
  sweeping.join();
  look(kSessions);
  (void)sweep_now();
  look(kSessions);
  check(kSessions);
  reopen();
  check(kSessions);
}

}  // namespace countersign::races_test
