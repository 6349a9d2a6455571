#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/threads/given_up.h"
#include "events/audit/sessions/decision_counts.h"
#include "events/audit/spill/spill_file.h"
#include "events/audit/state/state_folder.h"
#include "events/audit/streams/stream_audit.h"
#include "events/tlog/tree/tile_builder.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {

// The first fault of a log.
struct LogFault {
  std::optional<Sequence> sequence;  // of the first wrong event, if known
  std::string file;                  // the part of the log that shows the fault
  std::string why;                   // a sentence for the auditor

  friend bool operator==(const LogFault&, const LogFault&) = default;
};

// The beginning of a log, which an earlier audit has read.
struct ReadBefore {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;  // of their lines, each with a line feed
};

// A log that an audit reads: an exported folder, the lines that a server sends, or the log of a
// data folder. One thread. While read() gives lines, the sink may call the other functions about
// lines that were given before.
class AuditedLog {
 public:
  using Sink = std::function<bool(std::string_view line)>;

  virtual ~AuditedLog() = default;

  // The part of the log that a fault of an event is found in, e.g. the name of a file.
  virtual std::string_view events_file() const = 0;
  // Lets read() begin behind these events, of which nothing is read again. Called before read(),
  // and only for a log with tiles().
  virtual void begin_behind(const ReadBefore& before) { (void)before; }
  // The tiles of the tree of a log of `size` events, as any thread may fetch them with the width
  // that they have in a smaller tree; null: no audit of this log goes on from an earlier one.
  virtual tlog::FetchTile tiles(std::uint64_t size) const {
    (void)size;
    return {};
  }
  // Gives the stored bytes of the events 1 to `size`, oldest first, until the sink returns false.
  // Returns the fault of the first event that it cannot give, or of data behind the last event.
  virtual std::optional<LogFault> read(std::uint64_t size, const Sink& sink) = 0;
  // Compares the next event that read() gave with everything else that the log says about it, but
  // for what lies behind the event. Called once for each event, in order.
  virtual std::optional<LogFault> compare(std::string_view line, const Digest& leaf) = 0;
  // Compares what lies behind the events that were compared so far. Called after the last.
  virtual std::optional<LogFault> compare_end() = 0;
  // Compares the hashes of a tile above level 0 with those that the log has in its place.
  virtual std::optional<LogFault> compare(const tlog::Tile& tile, std::string_view hashes) = 0;
};

// A claim about the tree of a log's first `size` events.
struct ClaimedTree {
  std::string file;  // that makes the claim
  std::uint64_t size = 0;
  Digest root{};
};

// The memory that an audit holds for sessions, unless a caller says otherwise.
inline constexpr std::size_t kAuditBytesMax = std::size_t{192} << 20;

// The means of an audit.
struct AuditMeans {
  // How much is held for sessions in memory at a time. The rest is put aside in a temporary file.
  std::size_t bytes_max = kAuditBytesMax;
  // Where that file lies; empty: default_spill_folder().
  std::filesystem::path folder{};
  std::size_t threads = 0;  // 0: one for each core, and one alone for a small log
};

struct LogAuditOptions {
  ClaimedTree tree;  // of the events that are audited
  // The log's origin, which signed decisions name; empty if it is not known.
  std::string origin{};
  // Called every 65,536 events and at the end of the pass.
  std::function<void(std::uint64_t events, std::uint64_t size)> progress{};
  // Called after the pass, while the decisions of sessions are judged, by one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t decisions)> judged{};
  // Called for each event, in order, once the pass has found no fault in it. A fault that is found
  // afterwards may come before it.
  std::function<void(const RecordedEvent&)> each{};
  // Called after `each`, with the tree up to the event and the event's leaf. A fault ends the
  // pass.
  std::function<std::optional<LogFault>(const tlog::TileBuilder&, const Digest& leaf)> grown{};
  AuditMeans means{};
  GivenUp given_up{};  // asked while sessions are judged
  // The state of an earlier audit of the log, from which this one goes on, and which gets the next
  // state, to be committed by the caller; null: a whole audit. REQUIRES: the log has tiles().
  StateFolder* state = nullptr;
};

struct LogVerdict {
  std::uint64_t events = 0;    // found to be good
  std::uint64_t read = 0;      // of which the tree was made, when the first fault was found
  DecisionCounts decisions{};  // of people, among the good events
  std::optional<LogFault> fault{};
  // The events of the earlier audit, behind which this one went on; 0: it was a whole one. The
  // counts of the verdict have them too.
  std::uint64_t read_before = 0;
  // No verdict: a file of the state was not as it was written. The state is refused now, and an
  // audit that begins anew comes to a verdict.
  bool must_begin_anew = false;
  // Why the next state could not be written. The verdict is one nevertheless.
  std::optional<std::string> unkept{};
  // No verdict: the audit was stopped, or `failure` says what it lacked. There is no fault then.
  bool is_unfinished = false;
  std::optional<SpillFailure> failure{};
};

// The audit of a log, behind every command that verifies one. Checks, event by event: that it can
// be read (AuditedLog::read()) and is the stored form of an event; its place, time and stream
// (HistoryAudit); the tiles that it completes. At the end: the partial tiles and the root. Then
// judges the sessions, and compares the roots that their decisions were signed over.
//
// With a state, the tree is opened at its size from the log's tiles, its root is compared, and the
// events behind it are judged with what the rules knew there: the faults that a whole audit finds
// in these events. Reads the tiles that the roots need, and of the sessions' states the blocks of
// sessions with new events. A log that has fewer events than the earlier one, or other ones, has a
// fault of the file "audit state".
//
// Stops reading at the first fault; the verdict is that of an audit that judges each decision when
// it is read. Reads and hashes each event once, in memory that README.md gives. Blocks until all
// is done; uses threads of its own.
LogVerdict audit_log(AuditedLog& log, const LogAuditOptions& options);

// The number of the rules of an audit. Raise it with each change that lets an audit find a fault
// which it did not find before, or of what a rule keeps.
inline constexpr std::uint32_t kAuditRules = 3;
// The rules of this program, which a state has to be of.
StateRules audit_rules();

}  // namespace countersign
