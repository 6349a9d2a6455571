#include "bench/kept_sessions.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <future>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "bench/measured_program.h"
#include "bench/rounds.h"
#include "core/machine/threads/fair_mutex.h"
#include "core/version.h"
#include "events/crypto/os_random.h"
#include "events/writer/submit_all.h"
#include "http/secrets/credential_hash.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tools/keys/master_key_file.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

// The sessions that are open at the same time; their commands make about one group of the writer.
constexpr std::uint64_t kBlock = 50;
// Blocks that are with the writer at the same time.
constexpr std::uint64_t kBlocksAtOnce = 4;
constexpr Duration kOfABlock = kBetweenCommands * static_cast<int>(kCommandsASession);
constexpr std::size_t kPurgesAPass = 500;

class SetClock : public Clock {
 public:
  explicit SetClock(UtcTime now) : now_(now.value()) {}
  UtcTime now() const override { return UtcTime(now_); }
  void set(UtcTime now) { now_ = now.value(); }

 private:
  std::atomic<std::int64_t> now_;
};

// The folder while it is made.
class Maker {
 public:
  Maker(const std::filesystem::path& data, const SessionCounts& counts)
      : counts_(counts),
        total_(counts.due + counts.expired + counts.purged + counts.kept + counts.open),
        end_(SystemClock().now() - kOfABlock),
        begin_(end_ - kSpreadDays * Duration(std::chrono::hours(24))),
        clock_(begin_) {
    auto key = open_master_key(data, {}, random_);
    if (!key) give_up(key.error());
    auto opened = DataFolder::open(
        {.path = data, .master_key = std::move(key->key), .begun_by = std::string(kVersion)},
        clock_,
        random_,
        [](StoreError) { give_up("the log failed"); });
    if (!opened) give_up(opened.error());
    data_ = *std::move(opened);
  }

  void run() {
    for (std::uint64_t client = 0; client <= kClients; ++client) add_client(client);
    make(Kind::Expired, counts_.expired, begin_, begin_);
    expire();
    // Behind the end of those.
    const UtcTime due = begin_ + 2 * kExpiry;
    make(Kind::Due, counts_.due, due, due);
    make(Kind::Purged, counts_.purged, due + kOfABlock, due + kOfABlock);
    make(Kind::Kept, counts_.kept, due + 2 * kOfABlock, end_);
    const UtcTime now = SystemClock().now() - kOfABlock;
    make(Kind::Open, counts_.open, now, now);
    clock_.set(SystemClock().now());
    purge();
    // The sweep that follows, as a server makes it, erases what the purges have left.
    if (!sweep(*data_, {.now = clock_.now()})) give_up("a sweep failed");
  }

  std::uint64_t sessions() const { return total_; }
  std::uint64_t events() const { return data_->log().head().sequence.value(); }

 private:
  void add_client(std::uint64_t number) {
    ClientPolicy policy;
    policy.purposes = {Purpose::FullCapture};
    const auto kept = static_cast<std::uint64_t>(kRetention / std::chrono::milliseconds(1));
    policy.retention_ms = kept;
    policy.retention_unfinished_ms = kept;
    policy.retention_review_ms = kept;
    const ClientKey key = client_of(number);
    std::vector<Submission> one;
    one.push_back({stream_of(key),
                   ClientCommand(RegisterClient{begin_,
                                                "Client " + std::to_string(number),
                                                policy,
                                                http::hash_of_secret(kClientSecret)}),
                   {ActorKind::Operator, "uid:0"},
                   RequestId("r-client")});
    commit(std::move(one));
  }

  // Makes the sessions of a kind, with their times spread from `from` to `to`.
  void make(Kind kind, std::uint64_t count, UtcTime from, UtcTime to) {
    std::future<void> under_way;
    for (std::uint64_t next = 0; next < count;) {
      auto captures = std::make_shared<std::deque<KeptCapture>>();
      std::vector<Submission> submissions;
      for (std::uint64_t block = 0; block < kBlocksAtOnce && next < count; ++block) {
        const std::uint64_t last = std::min(next + kBlock, count);
        const auto share = static_cast<std::int64_t>(next);
        clock_.set(from + (to - from) / static_cast<std::int64_t>(count) * share);
        add_block(kind, next, last, *captures, submissions);
        next = last;
      }
      // The next commands are made while the writer has these.
      if (under_way.valid()) under_way.get();
      under_way =
          std::async(std::launch::async, [this, captures, sent = std::move(submissions)]() mutable {
            commit(std::move(sent));
            name_files(*captures);
          });
    }
    if (under_way.valid()) under_way.get();
  }

  void expire() {
    std::vector<Submission> submissions;
    for (std::uint64_t n = 0; n < counts_.expired; ++n) {
      submissions.push_back(KeptCapture(*data_, random_, Kind::Expired, n, begin_).expiry());
      if (submissions.size() == kBlock) commit(std::exchange(submissions, {}));
    }
    if (!submissions.empty()) commit(std::move(submissions));
  }

  bool is_on_disk(Kind kind, std::uint64_t n) const {
    if (kind == Kind::Due) return true;
    if (kind != Kind::Kept || counts_.on_disk == 0) return false;
    return n % std::max<std::uint64_t>(1, counts_.kept / counts_.on_disk) == 0;
  }

  // Adds the commands of a block of sessions, which run side by side.
  void add_block(Kind kind,
                 std::uint64_t first,
                 std::uint64_t last,
                 std::deque<KeptCapture>& captures,
                 std::vector<Submission>& submissions) {
    const std::size_t begin = captures.size();
    for (std::uint64_t n = first; n < last; ++n) {
      captures.emplace_back(*data_, random_, kind, n, clock_.now());
      if (is_on_disk(kind, n)) captures.back().store_files();
    }
    for (std::size_t command = 0; command < kCommandsASession; ++command) {
      for (std::size_t i = begin; i < captures.size(); ++i) {
        if (command < captures[i].commands()) {
          submissions.push_back(captures[i].command(command));
        }
      }
    }
  }

  void commit(std::vector<Submission> submissions) {
    for (const Outcome& outcome : submit_all(data_->writer(), std::move(submissions))) {
      if (!std::holds_alternative<Committed>(outcome)) give_up("a command was refused");
    }
  }

  void name_files(const std::deque<KeptCapture>& captures) {
    for (const KeptCapture& capture : captures) {
      for (const StoredFile& file : capture.stored()) {
        if (!data_->vault().mark_named(file.file, file.day)) give_up("a file could not be named");
      }
    }
  }

  void purge() {
    std::vector<PurgeRequest> requests;
    const auto pass = [&] {
      for (const PurgeOutcome& outcome : purge_sessions(*data_, requests, clock_.now())) {
        if (!outcome) give_up("a purge was refused");
      }
      requests.clear();
    };
    for (std::uint64_t n = 0; n < counts_.purged; ++n) {
      requests.push_back({session_of(Kind::Purged, n),
                          {ActorKind::Client, client_of(n % kClients).value()},
                          RequestId("r-purge")});
      if (requests.size() == kPurgesAPass) pass();
    }
    if (!requests.empty()) pass();
    // As a sweep does, so that the first start has no purge to finish.
    const FairMutexLock turn(data_->erasure().turn());
    const ErasureCause cause{{ActorKind::Sweep, {}}, RequestId("r-sweep"), clock_.now()};
    if (data_->erasure().finish(cause)) give_up("the purges could not be finished");
  }

  const SessionCounts counts_;
  const std::uint64_t total_;
  const UtcTime end_;
  const UtcTime begin_;
  SetClock clock_;
  OsRandom random_;
  std::unique_ptr<DataFolder> data_;
};

}  // namespace

SessionId kept_session(std::uint64_t n) { return session_of(Kind::Kept, n); }

Making make_folder(const std::filesystem::path& data, const SessionCounts& counts) {
  const auto start = std::chrono::steady_clock::now();
  const double core_before = process_ms();
  Making made;
  {
    Maker maker(data, counts);
    maker.run();
    made.sessions = maker.sessions();
    made.events = maker.events();
  }
  made.core_seconds = (process_ms() - core_before) / 1e3;
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return made;
}

}  // namespace countersign::bench
