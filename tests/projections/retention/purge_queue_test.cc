#include "projections/retention/purge_queue.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "projections/folder/rebuild.h"
#include "projections/retention/sweep.h"
#include "tests/events/support/disk_faults.h"
#include "tests/projections/support/open_folder.h"

// Waiting erasures by request are gathered, shared fairly, and answered one by one.
namespace countersign::purge_queue_test {

constexpr std::chrono::seconds kLongEnough{60};  // a bound, so that a bug ends as a failure

// The outcomes in the order in which they were given.
class Outcomes {
 public:
  PurgeQueue::Done keep(std::uint64_t n) {
    return [this, n](const PurgeOutcome& outcome) {
      const std::lock_guard lock(mutex_);
      order_.push_back(n);
      outcomes_.emplace(n, outcome);
      changed_.notify_all();
    };
  }
  std::vector<std::uint64_t> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, kLongEnough, [&] { return order_.size() >= count; }));
    return order_;
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return order_.size();
  }
  const PurgeOutcome& of(std::uint64_t n) {
    const std::lock_guard lock(mutex_);
    return outcomes_.at(n);
  }
  bool is_busy(std::uint64_t n) { return !of(n) && std::holds_alternative<Busy>(of(n).error()); }
  std::optional<Refusal> refusal(std::uint64_t n) {
    if (of(n)) return std::nullopt;
    const auto* rejection = std::get_if<Rejection>(&of(n).error());
    return rejection == nullptr ? std::nullopt : std::optional(rejection->why);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint64_t> order_;
  std::map<std::uint64_t, PurgeOutcome> outcomes_;
};

struct Office : OpenFolder {
  Outcomes outcomes;

  static ClientKey client(const std::string& name) { return ClientKey("svck_" + name); }
  static PurgeRequest request(std::uint64_t n, const std::string& name = "acme") {
    return {session_id(n), {ActorKind::Client, client(name).value()}, RequestId("r-purge")};
  }
  bool submit(PurgeQueue& queue, std::uint64_t n, const std::string& name = "acme") {
    return queue.submit(client(name), request(n, name), outcomes.keep(n));
  }
  // Begins a pass that cannot continue while `turn` is held, so that later purges wait.
  void occupy(PurgeQueue& queue, std::uint64_t n, const std::string& name = "acme") {
    REQUIRE(submit(queue, n, name));
    const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
    while (queue.waiting() > 0 && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
    REQUIRE(queue.waiting() == 0);
  }
  std::vector<StoredEvent> punctures() {
    std::vector<StoredEvent> all;
    REQUIRE(data().log().read_stream(keys_stream(), [&](const StoredEvent& event) {
      if (std::holds_alternative<KeyPunctured>(event.recorded.event)) all.push_back(event);
      return true;
    }));
    return all;
  }
};

TEST_CASE_FIXTURE(Office,
                  "all purges that wait are one pass: one write of their slot, an event for each") {
  constexpr std::uint64_t kPurged = 30;
  for (std::uint64_t n = 1; n <= kPurged + 3; ++n) capture(n);
  std::vector<KeyLeaves> kept;
  for (std::uint64_t n = kPurged + 1; n <= kPurged + 3; ++n) kept.push_back(leaves(n));
  // Each writing of a slot syncs the folder of the slots once.
  DiskFaults disk;
  const auto writes = [&] { return std::ranges::count(disk.synced(), (path() / "keys").string()); };
  PurgeQueue queue(data(), {.rest_max = std::chrono::milliseconds(0)});
  {
    const FairMutexLock turn(data().erasure().turn());
    occupy(queue, 1);
    for (std::uint64_t n = 2; n <= kPurged; ++n) REQUIRE(submit(queue, n));
    CHECK(queue.waiting() == kPurged - 1);
    CHECK(outcomes.count() == 0);
  }
  outcomes.wait_for(kPurged);
  // The pass that began with one purge, and one pass for the other 29.
  CHECK(writes() == 2);
  CHECK(punctures().size() == kPurged);
  for (std::uint64_t n = 1; n <= kPurged; ++n) {
    CAPTURE(n);
    REQUIRE(outcomes.of(n));
    CHECK(outcomes.of(n)->purged_files == 1);
    CHECK_FALSE(has_file(n));
    CHECK_FALSE(data().session_key(session_id(n)).has_value());
    CHECK(queries().timeline(session_id(n))->back().recorded.sequence == outcomes.of(n)->sequence);
  }
  for (std::uint64_t n = kPurged + 1; n <= kPurged + 3; ++n) {
    CHECK(leaves(n) == kept[n - kPurged - 1]);
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
}

TEST_CASE("the queue rests after many purges, and not for that after one") {
  using std::chrono::milliseconds;
  const PurgeQueue::Limits limits{.rest_max = milliseconds(10'000),
                                  .gather_max = milliseconds(250)};
  const auto rest = [&](int pass_ms, std::size_t purges) {
    return PurgeQueue::rest_after(milliseconds(pass_ms), purges, limits);
  };
  // As long as the pass took: the sweep gets its turn, and one after the other is not held up.
  CHECK(rest(2, 1) == milliseconds(2));
  CHECK(rest(900, 1) == milliseconds(900));
  // Longer where many ask, up to a bound, so that nobody waits for more than that.
  CHECK(rest(2, 2) == milliseconds(8));
  CHECK(rest(2, 24) == milliseconds(184));
  CHECK(rest(7, 24) == milliseconds(250));
  CHECK(rest(7, 512) == milliseconds(250));
  // Never shorter than the pass, nor longer than the longest rest.
  CHECK(rest(900, 512) == milliseconds(900));
  CHECK(rest(60'000, 1) == milliseconds(10'000));
  CHECK(rest(60'000, 512) == milliseconds(10'000));
}

TEST_CASE_FIXTURE(Office, "each purge of a pass has the answer of its own session") {
  for (std::uint64_t n = 1; n <= 5; ++n) capture(n);
  commit(to_session(session_id(3), SetHold{clock.now(), "a case"}));
  const KeyLeaves held = leaves(3);
  PurgeQueue queue(data());
  {
    const FairMutexLock turn(data().erasure().turn());
    occupy(queue, 1);
    for (const std::uint64_t n : {2, 3, 99}) REQUIRE(submit(queue, n));
  }
  outcomes.wait_for(4);
  CHECK(outcomes.of(1).has_value());
  CHECK(outcomes.of(2).has_value());
  CHECK(outcomes.refusal(3) == Refusal::LegalHold);
  CHECK(outcomes.refusal(99) == Refusal::NothingToDo);
  CHECK(leaves(3) == held);
  for (const std::uint64_t n : {3, 4, 5}) {
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
}

TEST_CASE_FIXTURE(Office, "a purge that is refused punctures nothing") {
  capture(1);
  capture(2);
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  PurgeQueue queue(data());
  REQUIRE(submit(queue, 1));
  REQUIRE(submit(queue, 99));
  outcomes.wait_for(2);
  CHECK(outcomes.refusal(1) == Refusal::LegalHold);
  CHECK(punctures().empty());
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Office,
                  "a client with thousands of purges does not keep another's from the next pass") {
  for (std::uint64_t n = 1; n <= 60; ++n) create(n);
  PurgeQueue queue(data(), {.total = 100, .a_client = 50, .a_pass = 8});
  {
    const FairMutexLock turn(data().erasure().turn());
    occupy(queue, 1, "flood");
    for (std::uint64_t n = 2; n <= 51; ++n) REQUIRE(submit(queue, n, "flood"));
    CHECK_FALSE(submit(queue, 52, "flood"));  // the client's own bound; the queue has room
    REQUIRE(submit(queue, 53, "small"));
    REQUIRE(submit(queue, 54, "small"));
    REQUIRE(submit(queue, 55, "other"));
  }
  const auto order = outcomes.wait_for(1 + 8);
  const std::vector<std::uint64_t> first_pass(order.begin() + 1, order.begin() + 9);
  for (const std::uint64_t n : {53, 54, 55}) {
    CHECK(std::ranges::count(first_pass, n) == 1);
  }
  outcomes.wait_for(54);
  for (std::uint64_t n = 1; n <= 51; ++n) CHECK(outcomes.of(n).has_value());
}

TEST_CASE_FIXTURE(Office, "clients that fill the queue together leave a place to one with fewer") {
  for (std::uint64_t n = 1; n <= 20; ++n) create(n);
  PurgeQueue queue(data(), {.total = 8, .a_client = 4, .a_pass = 8});
  {
    const FairMutexLock turn(data().erasure().turn());
    occupy(queue, 1, "one");
    for (std::uint64_t n = 2; n <= 5; ++n) REQUIRE(submit(queue, n, "one"));
    for (std::uint64_t n = 6; n <= 9; ++n) REQUIRE(submit(queue, n, "two"));
    REQUIRE(submit(queue, 10, "small"));
    CHECK(outcomes.wait_for(1).size() == 1);
    const std::uint64_t displaced = outcomes.wait_for(1)[0];
    CHECK((displaced == 5 || displaced == 9));  // the newest of one of the two clients
    CHECK(outcomes.is_busy(displaced));
    CHECK(queue.waiting() == 8);
    CHECK_FALSE(submit(queue, 11, "two"));  // a client with as many displaces none
    outcomes.wait_for(1);
    CHECK(outcomes.count() == 1);
  }
  outcomes.wait_for(10);
  CHECK(outcomes.of(10).has_value());
}

TEST_CASE_FIXTURE(Office, "a pass turns through the clients from where the last one ended") {
  for (std::uint64_t n = 1; n <= 7; ++n) create(n);
  PurgeQueue queue(data(), {.total = 100, .a_client = 50, .a_pass = 2});
  {
    const FairMutexLock turn(data().erasure().turn());
    occupy(queue, 1, "a");
    REQUIRE(submit(queue, 2, "a"));
    REQUIRE(submit(queue, 3, "a"));
    REQUIRE(submit(queue, 4, "b"));
    REQUIRE(submit(queue, 5, "c"));
    REQUIRE(submit(queue, 6, "d"));
  }
  CHECK(outcomes.wait_for(6) == std::vector<std::uint64_t>{1, 4, 5, 6, 2, 3});
}

TEST_CASE_FIXTURE(Office, "sessions are created, finalized and swept while purges wait") {
  for (std::uint64_t n = 1; n <= 40; ++n) capture(n);
  PurgeQueue queue(data());
  std::unique_lock turn(data().erasure().turn());
  occupy(queue, 1);
  for (std::uint64_t n = 2; n <= 30; ++n) REQUIRE(submit(queue, n));
  // Each of these calls returns although no purge can end.
  finalize(31);
  capture_and_finalize(41);
  CHECK(read(31, 31) == "frame of session 31");
  CHECK(outcomes.count() == 0);
  turn.unlock();
  SweepOptions now;
  now.now = clock.now();
  CHECK(sweep(data(), now).has_value());
  outcomes.wait_for(30);
  CHECK(read(41, 41) == "frame of session 41");
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(Office, "what others submit during a pass is not behind the whole pass") {
  constexpr std::uint64_t kPurged = 400;
  std::vector<PurgeRequest> requests;
  for (std::uint64_t n = 1; n <= kPurged; ++n) {
    create(n);
    requests.push_back(request(n));
  }
  // Another session is created as soon as the first purges are durable.
  std::promise<Outcome> created;
  std::atomic<bool> begun = false;
  const std::size_t token = data().writer().observe([&](Sequence) {
    if (begun.exchange(true)) return;
    data().writer().submit(creating(acme, session_id(kPurged + 1), clock.now()),
                           [&](Outcome outcome) { created.set_value(std::move(outcome)); });
  });
  const auto outcomes_of_pass = purge_sessions(data(), requests, clock.now());
  const Outcome outcome = created.get_future().get();
  data().writer().forget(token);
  REQUIRE(std::holds_alternative<Committed>(outcome));
  const Sequence creation = std::get<Committed>(outcome).events.front().sequence;
  const auto is_later = [&](const PurgeOutcome& purged) {
    REQUIRE(purged.has_value());
    return purged->sequence > creation;
  };
  // The group that was being decided at that moment may be before it, and one more.
  CHECK(std::ranges::count_if(outcomes_of_pass, is_later) >= 200);
}

TEST_CASE_FIXTURE(Office, "the end answers purges that wait, and finishes what was begun") {
  for (std::uint64_t n = 1; n <= 6; ++n) capture(n);
  const KeyLeaf leaf = leaves(1).leaf;
  {
    PurgeQueue queue(data());
    std::unique_lock turn(data().erasure().turn());
    occupy(queue, 1);
    for (std::uint64_t n = 2; n <= 5; ++n) REQUIRE(submit(queue, n));
    queue.stop();
    outcomes.wait_for(4);
    for (std::uint64_t n = 2; n <= 5; ++n) CHECK(outcomes.is_busy(n));
    CHECK_FALSE(submit(queue, 6));
    data().erasure().stop();
    turn.unlock();
  }
  REQUIRE(outcomes.count() == 5);
  CHECK(outcomes.of(1).has_value());
  reopen();
  CHECK_FALSE(std::filesystem::exists(path() / "PURGING"));
  CHECK(is_punctured(leaf));
  CHECK_FALSE(has_file(1));
  for (std::uint64_t n = 2; n <= 6; ++n) {
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
}

TEST_CASE_FIXTURE(Office, "the log names for each puncture who asked for it") {
  for (std::uint64_t n = 1; n <= 3; ++n) capture(n);
  const auto all = purge_sessions(data(), {request(1, "acme"), request(2, "beta")}, clock.now());
  CHECK(std::ranges::all_of(all, &PurgeOutcome::has_value));
  const auto events = punctures();
  REQUIRE(events.size() == 2);
  for (std::uint64_t n = 1; n <= 2; ++n) {
    const RecordedEvent& recorded = events[n - 1].recorded;
    CHECK(recorded.actor == Actor{ActorKind::Client, n == 1 ? "svck_acme" : "svck_beta"});
    CHECK(std::get<KeyPunctured>(recorded.event).session == session_id(n));
    CHECK(recorded.sequence.value() == all[n - 1]->sequence.value() + 1);
  }
  const auto purged = *queries().timeline(session_id(2));
  CHECK(purged.back().recorded.actor == Actor{ActorKind::Client, "svck_beta"});
}

}  // namespace countersign::purge_queue_test
