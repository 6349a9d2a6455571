// The cost of erasing one session's key from its purge day, in turns:
//
//   - a purge by request, of sessions with 0, 30,000 and 1,000,000 others due on their day, beside
//     one append to the log
//   - 1,000 purges that wait, in one pass, beside one purge, and beside 1,000 commands of one event
//   - the wrapping of a session's key under a leaf in turn, beside the same under one key
//   - the files of a slot, and the time of one more puncture, after 0, 1, 1,000 and 100,000
//     punctures at random among a million leaves, and the memory
//   - the last of these beside the first puncture of another slot
//
//   erasure_bench [--smoke | --sessions N]
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/arguments.h"
#include "bench/rounds.h"
#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "events/vault/key_ring.h"
#include "events/writer/submit_all.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/purge.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kFillers = 32;
constexpr std::size_t kWaiting = 1000;
constexpr double kSameGoal = 1.2;   // times a purge without other sessions
constexpr double kAppendGoal = 3;   // times an append
constexpr double kWaitingGoal = 2;  // times one purge
constexpr double kWrapGoal = 2;     // times a wrap under one key
constexpr double kBusyGoal = 3;     // times the first puncture of a slot

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "erasure_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(1);
}

double ms_since(Steady::time_point start) {
  return std::chrono::duration<double, std::milli>(Steady::now() - start).count();
}

MasterKey master() { return MasterKey(SecretBytes<32>(sha256(std::string_view("bench")))); }

// A data folder with sessions that are all due on one day.
class Day {
 public:
  explicit Day(std::uint64_t sessions) {
    std::filesystem::permissions(temp_.path(), std::filesystem::perms::owner_all);
    auto data = DataFolder::open(
        {.path = temp_.path() / "data", .master_key = master()}, clock_, random_, [](StoreError) {
          give_up("the log failed");
        });
    if (!data) give_up(data.error());
    data_ = *std::move(data);
    commit(registering(client_, clock_.now()));
    fill(sessions);
  }

  void fill(std::uint64_t count) {
    const std::uint64_t end = next_ + count;
    std::atomic<std::uint64_t> next{next_};
    std::vector<std::thread> fillers;
    for (std::size_t i = 0; i < kFillers; ++i) {
      fillers.emplace_back([&] {
        for (std::uint64_t n = next++; n < end; n = next++) commit(creation(n));
      });
    }
    for (std::thread& filler : fillers) filler.join();
    next_ = end;
  }
  // Times the purges of so many new sessions in one pass.
  double purge(std::size_t count) {
    std::vector<PurgeRequest> requests;
    for (std::size_t i = 0; i < count; ++i) {
      requests.push_back({session_id(next_ + i), {ActorKind::Operator, "bench"}, RequestId("r")});
    }
    fill(count);
    const auto start = Steady::now();
    const auto outcomes = purge_sessions(*data_, requests, clock_.now());
    const double took = ms_since(start);
    if (!std::ranges::all_of(outcomes, &PurgeOutcome::has_value)) give_up("a purge failed");
    return took;
  }
  // Times so many commands of one event each that wait at the same time.
  double append(std::size_t count) {
    std::vector<Submission> holds;
    for (std::size_t i = 0; i < count; ++i) {
      holds.push_back({stream_of(session_id(next_ + i)),
                       SessionCommand(SetHold{clock_.now(), "bench"}),
                       {ActorKind::Operator, "bench"},
                       RequestId("r")});
    }
    fill(count);
    const auto start = Steady::now();
    const auto outcomes = submit_all(data_->writer(), std::move(holds));
    const double took = ms_since(start);
    const auto is_committed = [](const Outcome& outcome) {
      return std::holds_alternative<Committed>(outcome);
    };
    if (!std::ranges::all_of(outcomes, is_committed)) give_up("a hold was refused");
    return took;
  }

 private:
  Submission creation(std::uint64_t n) {
    Submission create = creating(client_, session_id(n), clock_.now());
    create.wrap_key = data_->key_wrapping(session_id(n), SessionKey::random(random_), due_);
    return create;
  }
  void commit(Submission submission) {
    const Outcome outcome = data_->writer().submit_and_wait(std::move(submission));
    if (!std::holds_alternative<Committed>(outcome)) give_up("a submission was refused");
  }

  TempFolder temp_;
  const SystemClock clock_;
  OsRandom random_;
  const ClientKey client_{"svck_bench"};
  const UtcTime due_ = SystemClock().now() + 30 * kDay;
  std::unique_ptr<DataFolder> data_;
  std::uint64_t next_ = 0;
};

void measure_purges(std::uint64_t sessions, std::size_t rounds) {
  const std::uint64_t some = std::min<std::uint64_t>(sessions, 30'000);
  Day none(0);
  Day few(some);
  Day many(sessions);
  for (Day* day : {&none, &few, &many}) (void)day->purge(1);  // writes the marker
  const auto name = [](std::string_view what, std::uint64_t others) {
    return "purge_beside_" + std::to_string(others) + '_' + std::string(what);
  };
  at_most(
      name("others", some),
      "ms",
      rounds,
      kSameGoal,
      [&] { return few.purge(1); },
      [&] { return none.purge(1); });
  at_most(
      name("others", sessions),
      "ms",
      rounds,
      kSameGoal,
      [&] { return many.purge(1); },
      [&] { return none.purge(1); });
  at_most(
      name("others_by_append", sessions),
      "ms",
      rounds,
      kAppendGoal,
      [&] { return many.purge(1); },
      [&] { return many.append(1); });
  const std::size_t long_rounds = std::max<std::size_t>(rounds / 5, 1);
  at_most(
      "1000_purges_in_one_pass",
      "ms",
      long_rounds,
      kWaitingGoal,
      [&] { return few.purge(kWaiting); },
      [&] { return few.purge(1); });
  at_most(
      "1000_purges_by_1000_appends",
      "ms",
      long_rounds,
      kAppendGoal,
      [&] { return few.purge(kWaiting); },
      [&] { return few.append(kWaiting); });
}

// ---- the slot alone ---------------------------------------------------------------

void measure_wraps(std::size_t count, std::size_t rounds) {
  TempFolder temp;
  OsRandom random;
  auto ring = KeyRing::open(temp.path() / "keys", master(), {.may_create = true}, random);
  if (!ring) give_up(ring.error());
  const SessionId session(Uuid{1});
  const SessionKey key = SessionKey::random(random);
  const auto one_key = SecretBytes<32>::random(random);
  const KeyLeaves leaves{{{20261221, 1}, 1}};
  const auto us_each = [&](const auto& wrap) {
    const auto start = Steady::now();
    for (std::size_t i = 0; i < count; ++i) wrap();
    return ms_since(start) * 1e3 / static_cast<double>(count);
  };
  at_most(
      "wrap_under_a_leaf",
      "us",
      rounds,
      kWrapGoal,
      [&] {
        return us_each([&] {
          if (!(*ring)->wrap("20261221", session, key)) give_up("no leaf");
        });
      },
      [&] { return us_each([&] { (void)wrap_key(one_key, leaves, session, key, random); }); });
}

std::uint64_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == "VmRSS:" && status >> kib) return kib;
  }
  return 0;
}

// Slots of so many leaves, which may all have been handed out.
class Slots {
 public:
  explicit Slots(std::uint32_t leaves) : leaves_(leaves) {
    auto ring = KeyRing::open(temp_.path() / "keys",
                              master(),
                              {.may_create = true, .limits = {.leaves_at_once = leaves}},
                              random_);
    if (!ring) give_up(ring.error());
    ring_ = *std::move(ring);
  }

  // A slot of another day.
  KeySlotId fresh() {
    const UtcTime day = SystemClock().now() + days_++ * kDay;
    const auto made = ring_->wrap(day_of(day), SessionId(Uuid{1}), SessionKey::random(random_));
    if (!made) give_up("no leaf");
    return made->leaf.slot;
  }
  // Times one call.
  double puncture(const KeySlotId& slot, std::size_t count) {
    std::vector<KeyLeaf> some;
    while (some.size() < count)
      some.push_back({slot, static_cast<std::uint32_t>(draw_() % leaves_)});
    const auto start = Steady::now();
    if (!ring_->puncture(some)) give_up("a puncture failed");
    return ms_since(start);
  }
  struct Files {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t largest = 0;
  };
  // Without the one that the next puncture fills.
  Files files(const KeySlotId& slot) const {
    Files found;
    for (const auto& entry : std::filesystem::directory_iterator(temp_.path() / "keys")) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(to_string(slot)) || name.ends_with(".new")) continue;
      ++found.count;
      found.bytes += entry.file_size();
      found.largest = std::max<std::uint64_t>(found.largest, entry.file_size());
    }
    return found;
  }

 private:
  const std::uint32_t leaves_;
  TempFolder temp_;
  OsRandom random_;
  std::mt19937 draw_{7};
  std::unique_ptr<KeyRing> ring_;
  int days_ = 1;
};

void measure_sizes(std::uint32_t leaves, std::size_t rounds) {
  Slots slots(leaves);
  const KeySlotId slot = slots.fresh();
  std::size_t punctured = 0;
  const std::uint64_t before = resident_kib();
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{leaves / 10}}) {
    const double to_there = slots.puncture(slot, count - punctured);
    punctured = count;
    const auto files = slots.files(slot);
    const std::uint64_t after = resident_kib();
    std::vector<double> took;
    for (int i = 0; i < 5; ++i) took.push_back(slots.puncture(slot, 1));
    std::printf(
        "{\"bench\":\"slot_after_punctures\",\"leaves\":%u,\"punctures\":%zu,\"files\":%zu,"
        "\"bytes\":%llu,\"largest_file_bytes\":%llu,\"all_in_one_call_ms\":%.2f,"
        "\"one_more_ms\":%.2f,\"memory_kib\":%llu}\n",
        leaves,
        count,
        files.count,
        static_cast<unsigned long long>(files.bytes),
        static_cast<unsigned long long>(files.largest),
        to_there,
        median(took),
        static_cast<unsigned long long>(after > before ? after - before : 0));
  }
  at_most(
      "one_more_puncture_after_" + std::to_string(leaves / 10),
      "ms",
      rounds,
      kBusyGoal,
      [&] { return slots.puncture(slot, 1); },
      [&] { return slots.puncture(slots.fresh(), 1); });
}

int run(std::uint64_t sessions, bool smoke) {
  measure_wraps(smoke ? 2'000 : 20'000, smoke ? 3 : 11);
  measure_sizes(smoke ? 20'000 : 1'000'000, smoke ? 5 : 41);
  measure_purges(sessions, smoke ? 5 : 41);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--sessions" && argc > 2) return run(whole_number(argv[2]), false);
  return option == "--smoke" ? run(500, true) : run(1'000'000, false);
}
