// Events appended per second, decided, folded into every view and durable, by writers that each
// wait for their answer. The limit is RocksDB itself, to which as many threads each write with sync
// ("fillsync"): first as many bytes an event, in one entry of one table; then the very same bytes,
// in the ten entries of five tables that make up such an event and the changes of its views. The
// last comparison is of a log with a Merkle tree that is signed every second and a log without a
// tree.
//
//   append_bench [--smoke]
#include <rocksdb/db.h>
#include <rocksdb/wal_filter.h>
#include <rocksdb/write_batch.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/plain_database.h"
#include "bench/rounds.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "events/crypto/os_random.h"
#include "events/event_log.h"
#include "events/rocks/database/rocks_database.h"
#include "events/writer/writer.h"
#include "projections/queries/capture_decider.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kWrappedKeyBytes = 85;

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "append_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::exit(1);
}

// The calls of `work(thread)` per second by `threads` threads that each call it repeatedly for
// `time`.
double rate_of(std::size_t threads,
               std::chrono::milliseconds time,
               const std::function<void(std::size_t thread)>& work) {
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> done{0};
  std::vector<std::thread> workers;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < threads; ++i) {
    workers.emplace_back([&, i] {
      std::uint64_t mine = 0;
      for (; !stop.load(std::memory_order_relaxed); ++mine) work(i);
      done += mine;
    });
  }
  std::this_thread::sleep_for(time);
  stop = true;
  for (std::thread& worker : workers) worker.join();
  const auto took = std::chrono::steady_clock::now() - start;
  return static_cast<double>(done) / std::chrono::duration<double>(took).count();
}

tlog::SignerKey new_key() {
  OsRandom random;
  return tlog::SignerKey::generate(tlog::KeyType::Log, "example.com/bench", random);
}

// Opens sessions of one client: one event each, with the changes of the views.
class Ours {
 public:
  explicit Ours(const std::filesystem::path& folder, bool grows_tree = true)
      : log_(open(folder, grows_tree)),
        checkpoints_(grows_tree ? sign(*log_, folder / "checkpoints", clock_) : nullptr),
        writer_(*log_, *log_, decider_, [](StoreError error) { give_up(describe(error)); }) {
    commit(registering(client_, kStart));
  }

  double rate(std::size_t threads, std::chrono::milliseconds time) {
    return rate_of(threads, time, [this](std::size_t) { create(); });
  }

  void create() {
    const std::uint64_t n = ++sessions_;
    const UtcTime at = kStart + std::chrono::milliseconds(n);
    Submission submission = creating(client_, session_id(n), at);
    submission.wrap_key = [](const WrappedKeys&) {
      return KeyToStore{std::string(kWrappedKeyBytes, 'k')};
    };
    commit(std::move(submission));
  }

 private:
  static std::unique_ptr<EventLog> open(const std::filesystem::path& folder, bool grows_tree) {
    auto log = EventLog::open(folder, {.grows_tree = grows_tree});
    if (!log) give_up(log.error());
    return *std::move(log);
  }
  static std::unique_ptr<CheckpointKeeper> sign(const EventLog& log,
                                                const std::filesystem::path& folder,
                                                const Clock& clock) {
    auto keeper = CheckpointKeeper::open(log, log, folder, new_key(), clock);
    if (!keeper) give_up(keeper.error());
    return std::move(keeper).value();
  }
  void commit(Submission submission) {
    const Outcome outcome = writer_.submit_and_wait(std::move(submission));
    if (!std::holds_alternative<Committed>(outcome)) give_up("a submission was refused");
  }

  const ClientKey client_ = client_key("bench");
  const CaptureDecider decider_;
  const SystemClock clock_;
  const std::unique_ptr<EventLog> log_;
  const std::unique_ptr<CheckpointKeeper> checkpoints_;
  Writer writer_;
  std::atomic<std::uint64_t> sessions_{0};
};

class FillSync {
 public:
  FillSync(const std::filesystem::path& folder, std::size_t bytes_an_event)
      : value_(bytes_an_event, 'v') {
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* opened = nullptr;
    if (!rocksdb::DB::Open(options, folder.string(), &opened).ok()) give_up("no database");
    database_.reset(opened);
  }

  double rate(std::size_t threads, std::chrono::milliseconds time) {
    return rate_of(threads, time, [this](std::size_t) {
      rocksdb::WriteOptions durable;
      durable.sync = true;
      const std::string key = std::to_string(++keys_);
      if (!database_->Put(durable, key, value_).ok()) give_up("a write failed");
    });
  }

 private:
  const std::string value_;
  std::unique_ptr<rocksdb::DB> database_;
  std::atomic<std::uint64_t> keys_{0};
};

// The batches in a folder's write-ahead log, as they were written.
class WrittenBatches : public rocksdb::WalFilter {
 public:
  static std::vector<std::string> of(const std::filesystem::path& folder) {
    WrittenBatches batches;
    const PlainDatabase database(folder, &batches);
    return std::move(batches.found_);
  }

  WalProcessingOption LogRecord(const rocksdb::WriteBatch& batch,
                                rocksdb::WriteBatch*,
                                bool*) const override {
    found_.push_back(batch.Data());
    return WalProcessingOption::kContinueProcessing;
  }
  const char* Name() const override { return "WrittenBatches"; }

 private:
  mutable std::vector<std::string> found_;
};

// RocksDB alone, with the options of the log: writes again the batches that creations wrote.
class SameBatches {
 public:
  SameBatches(const std::filesystem::path& folder, std::vector<std::string> batches)
      : batches_(std::move(batches)) {
    std::filesystem::create_directory(folder);
    auto opened = RocksDatabase::open(folder, true, false);
    if (!opened) give_up(opened.error());
    database_ = std::move(opened).value();
  }

  double rate(std::size_t threads, std::chrono::milliseconds time) {
    return rate_of(threads, time, [this](std::size_t) {
      rocksdb::WriteOptions durable;
      durable.sync = true;
      rocksdb::WriteBatch batch(batches_[next_++ % batches_.size()]);
      if (!database_->db().Write(durable, &batch).ok()) give_up("a write failed");
    });
  }

 private:
  const std::vector<std::string> batches_;
  std::unique_ptr<RocksDatabase> database_;
  std::atomic<std::uint64_t> next_{0};
};

// The batches of `count` creations, one after the other.
std::vector<std::string> batches_of_creations(const std::filesystem::path& folder,
                                              std::size_t count) {
  {
    Ours ours(folder);
    for (std::size_t i = 0; i < count; ++i) ours.create();
  }
  std::vector<std::string> batches = WrittenBatches::of(folder);
  if (batches.size() < count) give_up("batches are missing in the write-ahead log");
  batches.erase(batches.begin(), batches.end() - static_cast<std::ptrdiff_t>(count));
  return batches;
}

// The bytes that an event takes in the write-ahead log, including the changes of its views.
std::size_t bytes_an_event(const std::filesystem::path& folder) {
  constexpr std::size_t kEvents = 200;
  const auto logged = [&] {
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".log") bytes += entry.file_size();
    }
    return bytes;
  };
  Ours ours(folder);
  const std::uintmax_t before = logged();
  for (std::size_t i = 0; i < kEvents; ++i) ours.create();
  return (logged() - before) / kEvents;
}

int run(bool smoke) {
  const std::size_t rounds = smoke ? 1 : 5;
  const std::chrono::milliseconds time(smoke ? 100 : 2000);
  const TempFolder temp;
  const std::size_t bytes = bytes_an_event(temp.path() / "measured");
  std::printf("{\"bench\":\"append\",\"bytes_an_event\":%zu}\n", bytes);

  Ours ours(temp.path() / "ours");
  FillSync fill_sync(temp.path() / "fillsync", bytes);
  SameBatches same(temp.path() / "same",
                   batches_of_creations(temp.path() / "written", smoke ? 200 : 10'000));
  struct Goal {
    std::size_t writers;
    double ratio;
  };
  constexpr std::array kGoals = {Goal{1, 0.9}, Goal{8, 0.9}, Goal{32, 0.75}, Goal{64, 0.75}};
  for (const Goal& goal : kGoals) {
    compare(
        "append_" + std::to_string(goal.writers),
        "events/s",
        rounds,
        goal.ratio,
        [&] { return ours.rate(goal.writers, time); },
        [&] { return fill_sync.rate(goal.writers, time); });
  }
  for (const Goal& goal : kGoals) {
    compare(
        "append_" + std::to_string(goal.writers) + "_same_batches",
        "events/s",
        rounds,
        goal.ratio,
        [&] { return ours.rate(goal.writers, time); },
        [&] { return same.rate(goal.writers, time); });
  }
  Ours without(temp.path() / "without", false);
  for (const std::size_t writers : {1, 8, 64}) {
    compare(
        "append_with_signed_tree_" + std::to_string(writers),
        "events/s",
        rounds,
        0.9,
        [&] { return ours.rate(writers, time); },
        [&] { return without.rate(writers, time); });
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
