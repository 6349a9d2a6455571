// The operation that proves a range of the log: its ends, and the hashes that lead from one to the
// other. The events themselves are exported as those of a whole log are.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/utc_time.h"
#include "events/audit/range/range_file.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/tree/tile_tree.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "http/witness/witness_pusher.h"

namespace countersign::http {
namespace {

constexpr std::chrono::seconds kCosignPatience{5};

struct ProvedRange {
  SignedCheckpoint older;
  SignedCheckpoint newer;
  std::string range;
  std::string vkey;
  std::vector<std::string> witnesses;
};

}  // namespace

template <>
constexpr auto members_of<ProvedRange> =
    members(Member{"from",
                   [](const ProvedRange& proved) { return proved.older.size; },
                   "The number of events before the range."},
            Member{"to",
                   [](const ProvedRange& proved) { return proved.newer.size; },
                   "The number of events at its end."},
            Member{"older",
                   [](const ProvedRange& proved) { return proved.older.note; },
                   "The signed checkpoint before the range (C2SP tlog-checkpoint)."},
            Member{"newer",
                   [](const ProvedRange& proved) { return proved.newer.note; },
                   "The signed checkpoint at its end."},
            Member{"range", &ProvedRange::range, "The text of the file `range`, with the hashes."},
            Member{"vkey", &ProvedRange::vkey, "The key that verifies the notes."},
            Member{"witnesses", &ProvedRange::witnesses, "The keys of the witnesses."});

namespace {

Problem range_refused(std::string detail) {
  return {.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
}

// Proves one range. The ends are looked up first, then compared with the tree.
class RangeProof {
 public:
  RangeProof(const OperationContext& context, CheckpointKeeper& keeper)
      : context_(context), log_(context.data.log()), keeper_(keeper) {}

  Result<ProvedRange, Problem> run(const AskedRange& asked) {
    auto older = beginning(asked);
    if (!older) return older.error();
    auto newer = end(asked);
    if (!newer) return newer.error();
    if (auto wrong = wrong_with(older->size, newer->size)) return *std::move(wrong);
    return proved(*std::move(older), *std::move(newer));
  }

 private:
  Result<SignedCheckpoint, Problem> beginning(const AskedRange& asked) {
    const int given = (asked.from ? 1 : 0) + (asked.checkpoint ? 1 : 0) + (asked.since ? 1 : 0);
    if (given != 1) {
      return range_refused("A range begins at one place: `from`, `checkpoint` or `since`.");
    }
    if (asked.checkpoint) return given_checkpoint(asked.checkpoint->value());
    if (asked.since) return kept_before(*asked.since);
    if (*asked.from == 0) {
      return range_refused(
          "A range that begins at 0 events is the whole log: export it without --from.");
    }
    return kept(*asked.from);
  }

  Result<SignedCheckpoint, Problem> end(const AskedRange& asked) const {
    if (asked.to) return kept(*asked.to);
    auto checkpoint = keeper_.covering(log_.head().sequence);
    if (!checkpoint) return unavailable(checkpoint.error());
    if (context_.witnesses != nullptr) return context_.witnesses->cosigned(kCosignPatience);
    return *std::move(checkpoint);
  }

  Result<SignedCheckpoint, Problem> given_checkpoint(const std::string& note) {
    const auto opened =
        tlog::open_checkpoint(note, {keeper_.verifier().name(), {keeper_.verifier()}});
    if (!opened) {
      return range_refused(
          fmt::format("The checkpoint is not one of this log: {}.", describe(opened.error())));
    }
    if (opened->checkpoint.size == 0) {
      return range_refused("The checkpoint covers no event: export the whole log without --from.");
    }
    given_root_ = opened->checkpoint.root;
    return SignedCheckpoint{opened->checkpoint.size, note};
  }

  Result<SignedCheckpoint, Problem> kept(std::uint64_t size) const {
    const std::uint64_t head = log_.head().sequence.value();
    if (size > head) {
      return range_refused(fmt::format("The log has {} events, and not {}.", head, size));
    }
    const auto note = keeper_.kept(size);
    if (!note) return unavailable(note.error());
    if (*note) return SignedCheckpoint{size, **note};
    return none_kept(size);
  }

  // Names the kept checkpoints on both sides of a size.
  Problem none_kept(std::uint64_t size) const {
    const auto sizes = keeper_.kept_sizes();
    if (!sizes) return unavailable(sizes.error());
    const auto above = std::ranges::upper_bound(*sizes, size);
    const std::string below_text =
        above == sizes->begin() ? "none before it" : fmt::format("one of {}", *(above - 1));
    const std::string above_text =
        above == sizes->end() ? "none behind it" : fmt::format("one of {}", *above);
    return range_refused(fmt::format(
        "The log keeps no checkpoint of {} events, but {} and {}: take one of these, or "
        "give a checkpoint that you kept.",
        size,
        below_text,
        above_text));
  }

  // The last kept checkpoint whose events are all from before a time.
  Result<SignedCheckpoint, Problem> kept_before(const std::string& text) const {
    auto since = parse_utc_time(text);
    if (!since) since = parse_utc_time(text + "T00:00:00Z");
    if (!since) return range_refused("The time is neither one as RFC 3339 nor a day, YYYY-MM-DD.");
    const auto sizes = keeper_.kept_sizes();
    if (!sizes) return unavailable(sizes.error());
    std::optional<StoreError> failed;
    const auto is_before = [&](std::uint64_t size) {
      const auto event = log_.find(Sequence(size));
      if (!event || !*event) failed = event ? StoreError::Corrupt : event.error();
      return !failed && (*event)->recorded.at < *since;
    };
    const auto behind = std::ranges::partition_point(*sizes, is_before);
    if (failed) return problem_of(*failed);
    if (behind == sizes->begin()) {
      return range_refused(
          "The log keeps no checkpoint from before that time: export the whole log.");
    }
    return kept(*(behind - 1));
  }

  static std::optional<Problem> wrong_with(std::uint64_t from, std::uint64_t to) {
    if (from < to) return std::nullopt;
    if (from == to) {
      return range_refused(fmt::format("The range is empty: it begins and ends at {} events.", to));
    }
    return range_refused(fmt::format(
        "The range is reversed, or the log was rolled back: it begins behind {} events and ends at "
        "{}.",
        from,
        to));
  }

  Result<ProvedRange, Problem> proved(SignedCheckpoint older, SignedCheckpoint newer) const {
    const LogHead head = log_.head();
    auto tree = tlog::TileTree::open(head.sequence.value(), head.root, tiles_of(log_));
    if (!tree) return unavailable(tree.error().why);
    const auto range = prove_range(*tree, older.size, newer.size);
    if (!range) return unavailable(range.error().why);
    if (given_root_ && *given_root_ != range->edge.root()) {
      return range_refused(
          "The checkpoint is of another history than this log: the log was rolled back, "
          "e.g. by restoring an older backup, or was rewritten.");
    }
    ProvedRange answer{
        std::move(older), std::move(newer), to_text(*range), keeper_.verifier().to_text(), {}};
    if (context_.witnesses != nullptr) {
      for (const WitnessPusher::State& witness : context_.witnesses->states()) {
        answer.witnesses.push_back(witness.key.to_text());
      }
    }
    return answer;
  }

  const OperationContext& context_;
  const EventLog& log_;
  CheckpointKeeper& keeper_;
  std::optional<Digest> given_root_;  // of a checkpoint that the caller gave
};

Result<ProvedRange, Problem> prove_log_range(const OperationContext& context,
                                             const AskedRange& asked) {
  CheckpointKeeper* const keeper = context.data.checkpoints();
  if (keeper == nullptr) return unavailable("The log was opened without its signing key.");
  return RangeProof(context, *keeper).run(asked);
}

constexpr Operation kRangeOperations[] = {
    operation<prove_log_range>("log range", "Prove a range of the log between two checkpoints."),
};

}  // namespace

std::span<const Operation> range_operations() { return kRangeOperations; }

}  // namespace countersign::http
