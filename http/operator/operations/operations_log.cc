// Operations on the log itself: showing, exporting and verifying it.
#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "events/audit/live_log.h"
#include "events/tlog/note/cosignature.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "http/witness/witness_pusher.h"

namespace countersign::http {
namespace {

constexpr std::size_t kExportChunkBytes = 256 * 1024;
constexpr std::chrono::seconds kWitnessPatience{5};

struct ShownWitness {
  std::string vkey;
  std::optional<UtcTime> cosigned_at;
};

struct ShownCheckpoint {
  SignedCheckpoint checkpoint;
  std::string vkey;
  std::vector<ShownWitness> witnesses;
};

}  // namespace

template <>
constexpr auto members_of<ShownWitness> = members(Member{"vkey", &ShownWitness::vkey},
                                                  Member{"cosignedAt", &ShownWitness::cosigned_at});

template <>
constexpr auto members_of<ShownCheckpoint> = std::tuple_cat(
    members_through(
        &ShownCheckpoint::checkpoint,
        members(Member{"size", &SignedCheckpoint::size, "The number of events in the tree."},
                Member{"note",
                       &SignedCheckpoint::note,
                       "The signed checkpoint (C2SP tlog-checkpoint)."})),
    members(Member{"vkey", &ShownCheckpoint::vkey, "The key that verifies the note."},
            Member{"witnesses",
                   &ShownCheckpoint::witnesses,
                   "The witnesses in the settings; those that answer within some seconds have "
                   "cosigned."}));

template <>
constexpr auto members_of<AuditFault> = members(Member{"sequence", &AuditFault::sequence},
                                                Member{"why", &AuditFault::why});

template <>
constexpr auto members_of<LiveVerdict> =
    members(Member{"ok", [](const LiveVerdict& verdict) { return !verdict.fault; }},
            Member{"events", &LiveVerdict::events, "The events that were found to be good."},
            Member{"head",
                   [](const LiveVerdict& verdict) { return verdict.head.sequence; },
                   "The last event when the audit began."},
            Member{"headLeaf",
                   [](const LiveVerdict& verdict) { return verdict.head.leaf; },
                   "The hash of that event."},
            Member{"firstError", &LiveVerdict::fault});

namespace {

// When each witness cosigned the note.
std::vector<ShownWitness> witnesses_of(const WitnessPusher& pusher, const std::string& note) {
  const auto parsed = tlog::parse_note(note);
  std::vector<ShownWitness> witnesses;
  for (const WitnessPusher::State& witness : pusher.states()) {
    const auto cosigned = verify_note(*parsed, std::span(&witness.key, 1));
    witnesses.push_back({witness.key.to_text(), std::nullopt});
    if (!cosigned) continue;
    witnesses.back().cosigned_at = tlog::utc_of(*cosigned->front().cosigned_at_s);
  }
  return witnesses;
}

Result<TailPage, Problem> tail_log(const OperationContext& context, const TailQuery& query) {
  return read_tail(context.data.log(), query);
}

Result<ShownCheckpoint, Problem> sign_checkpoint(const OperationContext& context, const NoInput&) {
  CheckpointKeeper* const keeper = context.data.checkpoints();
  if (keeper == nullptr) return unavailable("The log was opened without its signing key.");
  auto checkpoint = keeper->covering(context.data.log().head().sequence);
  if (!checkpoint) return unavailable(checkpoint.error());
  if (context.witnesses != nullptr) checkpoint = context.witnesses->cosigned(kWitnessPatience);
  ShownCheckpoint shown{*checkpoint, keeper->verifier().to_text(), {}};
  if (context.witnesses != nullptr) {
    shown.witnesses = witnesses_of(*context.witnesses, checkpoint->note);
  }
  return shown;
}

Result<LiveVerdict, Problem> verify_log(const OperationContext& context, const NoInput&) {
  const CheckpointKeeper* const keeper = context.data.checkpoints();
  auto audit = audit_live_log(context.data.log(),
                              context.data.log(),
                              keeper == nullptr ? "" : keeper->verifier().name(),
                              context.given_up);
  if (!audit) return problem_of(audit.error());
  return *std::move(audit);
}

constexpr Operation kLogOperations[] = {
    operation<tail_log>("log tail", "Show events of the log.", false),
    operation<sign_checkpoint>("log checkpoint", "Sign the log as it is now."),
    operation<verify_log>(
        "log verify", "Check every event of the log.", false, LongWork::LogVerify),
};

}  // namespace

std::span<const Operation> log_operations() { return kLogOperations; }

Result<TailPage, Problem> read_tail(const EventStore& log, const TailQuery& query) {
  TailPage page{.events = {}, .next = query.after, .head = log.head().sequence};
  if (query.last) {
    const std::uint64_t head = page.head.value();
    page.next = std::max(page.next, Sequence(head - std::min(head, *query.last)));
  }
  if (page.next >= page.head || query.limit == 0) return page;
  const auto read = log.read(Sequence(page.next.value() + 1), [&](const StoredEvent& event) {
    page.events.push_back(event);
    return page.events.size() < query.limit;
  });
  if (!read) return problem_of(read.error());
  if (!page.events.empty()) page.next = page.events.back().recorded.sequence;
  return page;
}

Result<Sequence, Problem> export_log(const DataFolder& data,
                                     const ExportRange& range,
                                     const ExportSink& sink) {
  const Sequence head = data.log().head().sequence;
  const Sequence last = range.last.value() == 0 ? head : std::min(range.last, head);
  const Sequence first = std::max(range.first, Sequence(1));
  Sequence sent(first.value() - 1);
  if (first > last) return sent;

  std::string lines;
  Sequence gathered = sent;
  const auto flush = [&] {
    const bool taken = lines.empty() || sink(lines);
    if (taken) sent = gathered;
    lines.clear();
    return taken;
  };
  bool wanted = true;
  const auto read = data.log().read_bytes(first, [&](Sequence event, std::string_view bytes) {
    lines.append(bytes).push_back('\n');
    gathered = event;
    if (lines.size() >= kExportChunkBytes) wanted = flush();
    return wanted && gathered < last;
  });
  if (!read) return problem_of(read.error());
  if (wanted) flush();
  return sent;
}

}  // namespace countersign::http
