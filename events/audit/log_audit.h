#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "events/audit/history_audit.h"
#include "events/tlog/tree/tile_builder.h"

namespace countersign {

// The first fault of a log.
struct LogFault {
  std::optional<Sequence> sequence;  // of the first wrong event, if known
  std::string file;                  // the part of the log that shows the fault
  std::string why;                   // a sentence for the auditor

  friend bool operator==(const LogFault&, const LogFault&) = default;
};

// A log that an audit reads: an exported folder, the lines that a server sends, or the log of a
// data folder. One thread.
class AuditedLog {
 public:
  using Sink = std::function<bool(std::string_view line, const Digest& leaf)>;
  using LineSink = std::function<bool(std::string_view line)>;

  virtual ~AuditedLog() = default;

  // The part of the log that a fault of an event is found in, e.g. the name of a file.
  virtual std::string_view events_file() const = 0;
  // Gives the stored bytes of the events 1 to `size` with their leaf hashes, oldest first, until
  // the sink returns false. Compares them with everything else that the log says about them.
  // Returns the fault of the first event that it cannot give, or of data behind the last event.
  virtual std::optional<LogFault> read(std::uint64_t size, const Sink& sink) = 0;
  // Gives the lines again without comparing them. Ends early on any error.
  virtual void read_again(const LineSink& sink) = 0;
  // Compares the hashes of a tile above level 0 with those that the log has in its place.
  virtual std::optional<LogFault> compare(const tlog::Tile& tile, std::string_view hashes) = 0;
};

// A claim about the tree of a log's first `size` events.
struct ClaimedTree {
  std::string file;  // that makes the claim
  std::uint64_t size = 0;
  Digest root{};
};

struct LogAuditOptions {
  ClaimedTree tree;  // of the events that are audited
  // The log's origin, which signed decisions name; empty if it is not known.
  std::string origin{};
  // Called every 65,536 events and at the end.
  std::function<void(std::uint64_t events, std::uint64_t size)> progress{};
  // Called for each event, in order, once no fault was found in it.
  std::function<void(const RecordedEvent&)> each{};
  // Called after `each`, with the tree up to the event and the event's leaf. A fault ends the
  // audit.
  std::function<std::optional<LogFault>(const tlog::TileBuilder&, const Digest& leaf)> grown{};
  // How much the rules may have to remember at a time, see HistoryAudit.
  std::size_t bytes_max = HistoryAudit::kBytesMax;
};

struct LogVerdict {
  std::uint64_t events = 0;  // found to be good
  DecisionCounts decisions;  // of people, among them
  std::optional<LogFault> fault;
};

// The audit of a log, behind every command that verifies one. Checks, event by event: that it can
// be read (AuditedLog::read()) and is the stored form of an event; its place, time and stream
// (HistoryAudit); the tiles that it completes. At the end: the partial tiles and the root.
//
// Then the log is read once more where decisions are signed over the root of an earlier size, and
// each root compared.
//
// Stops at the first fault. One pass in constant memory: `bytes_max` and some megabytes. If the
// streams that are open or kept at a time do not fit into that memory, further passes audit the
// other streams. The verdict and its first wrong event are the same as with one pass. The root is
// computed again in each pass, which shows that the lines are still the same. One thread.
LogVerdict audit_log(AuditedLog& log, const LogAuditOptions& options);

}  // namespace countersign
