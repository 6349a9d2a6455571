#include "events/audit/sessions/parted_sessions.h"

#include <algorithm>
#include <bit>
#include <thread>
#include <utility>

#include "core/machine/threads/worker_pool.h"
#include "events/audit/sessions/session_decision.h"

namespace countersign {
namespace {

constexpr std::size_t kPartBufferBytes = 32 << 10;
constexpr std::size_t kPartsMax = 1024;
constexpr std::uint64_t kRecordBytes = 400;  // of an event, roughly
constexpr std::size_t kThreadsMax = 64;
constexpr std::uint64_t kFewEvents = 10'000;  // for one thread, unless more are asked for
constexpr std::size_t kPartsAThread = 4;      // so that threads end at about the same time

std::size_t threads_of(const PartedSessions::Options& options) {
  if (options.threads != 0) return std::min(options.threads, kThreadsMax);
  if (options.events < kFewEvents) return 1;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kThreadsMax);
}

// The most bytes of a part that a thread has in memory: all threads together have half of them.
std::size_t part_bytes(std::size_t bytes_max, std::size_t threads) {
  return bytes_max / 2 / threads;
}

// So many parts that each fits into a thread's memory, if there is memory for their buffers.
std::size_t parts_for(const PartedSessions::Options& options, std::size_t threads) {
  const std::size_t most =
      std::clamp<std::size_t>(options.bytes_max / 8 / kPartBufferBytes, 1, kPartsMax);
  const std::uint64_t wanted = options.events * kRecordBytes /
                               std::max<std::size_t>(part_bytes(options.bytes_max, threads), 1);
  const auto parts = std::clamp<std::uint64_t>(wanted, kPartsAThread * threads, kPartsMax);
  return std::min(std::bit_floor(most), std::bit_ceil(static_cast<std::size_t>(parts)));
}

}  // namespace

PartedSessions::PartedSessions(Options options)
    : options_(std::move(options)),
      threads_(threads_of(options_)),
      file_(options_.folder.empty() ? default_spill_folder() : options_.folder,
            options_.bytes_max / 4),
      parts_(file_, parts_for(options_, threads_), kPartBufferBytes),
      tiles_(file_) {
  if (options_.keeps_states) kept_.emplace(file_, parts_.parts(), kPartBufferBytes);
  if (options_.earlier) tiles_.begin_behind(options_.earlier->size);
}

std::optional<AuditFault> PartedSessions::take(const SessionId& id,
                                               const RecordedDecision& decision,
                                               const CaseFacts* facts) {
  record_.clear();
  append_decision(record_, id, decision, facts);
  ++decisions_;
  (void)parts_.append(part_of(id, parts_.parts()), record_);  // judge() finds that it failed
  return std::nullopt;
}

PartJudge::Given PartedSessions::given(const AskedHistory& asked) const {
  return {.log = options_.log,
          .asked = &asked,
          .tiles = &tiles_,
          .earlier = options_.earlier ? &*options_.earlier : nullptr,
          .states = options_.states,
          .bits_of_parts = static_cast<unsigned>(std::countr_zero(parts_.parts())),
          .end = std::nullopt,
          .bytes_max = part_bytes(options_.bytes_max, threads_),
          .given_up = options_.given_up};
}

PartedSessions::Verdict PartedSessions::judge(const AskedHistory& asked,
                                              const tlog::TileBuilder& tree) {
  if (options_.progress) options_.progress(0, decisions_);
  tiles_.end(tree);
  if (!parts_.flush() || failure()) return {};
  PartJudge::Given all = given(asked);
  if (kept_) all.kept = &*kept_;
  PartJudge judge(file_, std::move(all));
  if (!judge_all(judge)) return unjudged(judge);
  Verdict verdict{true, judge.fault(), judge.unseen(), judge.counts()};
  if (!verdict.fault) return verdict;
  // Decisions behind the fault were counted as well.
  PartJudge::Given before = given(asked);
  before.tiles = nullptr;
  before.end = verdict.fault->decision;
  PartJudge again(file_, std::move(before));
  if (!judge_all(again)) return unjudged(again);
  verdict.counts = again.counts();
  return verdict;
}

PartedSessions::Verdict PartedSessions::unjudged(const PartJudge& judge) {
  Verdict verdict;
  verdict.state_fault = judge.state_fault();
  verdict.unread = judge.unread();
  return verdict;
}

bool PartedSessions::write_states(RunWriter& run, std::optional<StateFault>& fault) const {
  for (std::size_t part = 0; part < kept_->parts(); ++part) {
    const bool was_read = kept_->read(part, [&](const std::string& block) {
      for (const std::string_view record : records_in(block)) {
        fault = run.add(session_in(record), record.substr(sizeof(Uuid)));
        if (fault) return false;
      }
      return true;
    });
    if (!was_read || fault) return false;
  }
  return true;
}

bool PartedSessions::judge_all(PartJudge& judge) {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  std::uint64_t judged = 0;
  Mutex telling;  // of `judged` too
  const auto work = [&] {
    std::optional<SessionStates> states;
    if (!judge.open_states(states)) return;
    for (std::size_t part = next++; part < parts_.parts(); part = next++) {
      if (!judge.judge(parts_, part, states ? &*states : nullptr)) return;
      ++done;
      const MutexLock lock(telling);
      judged += parts_.records(part);
      if (options_.progress) options_.progress(judged, decisions_);
    }
  };
  const std::size_t threads = std::min(threads_, parts_.parts());
  if (threads == 1) {
    work();
  } else {
    WorkerPool pool(threads, threads);
    for (std::size_t i = 0; i < threads; ++i) (void)pool.submit(work);
    pool.stop();
  }
  // A thread that ran out of memory has left its part unjudged.
  return done == parts_.parts();
}

}  // namespace countersign
