#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/ids.h"
#include "core/stream/event.h"
#include "core/utc_time.h"
#include "events/event_log.h"

namespace countersign::bench {

// The views of a real database, into which a bench folds events of its own, without the rules and
// without the log: an operator makes each of them, one behind the other.
//
// Ends the program with a sentence if anything fails.
class FoldedViews {
 public:
  // Opens the log in `folder`, or makes it, and begins views anew.
  explicit FoldedViews(const std::filesystem::path& folder);

  // Folds the events of the log. REQUIRES: nothing was folded before.
  void fold_log();
  // Folds an event of a session.
  void happen(const SessionId& session, std::uint64_t version, Event event, UtcTime at);
  // Writes what was folded since the last write.
  void write();
  // Makes what was folded visible. REQUIRES: it is the last call but log() and close().
  void show();

  // REQUIRES: close() was not called.
  const EventLog& log() const { return *log_; }
  // Leaves the log to another process.
  void close() { log_.reset(); }

 private:
  std::unique_ptr<EventLog> log_;
  ViewGeneration generation_ = ViewGeneration::A;
  std::unique_ptr<ViewBatch> batch_;
  std::uint64_t sequence_ = 0;
};

}  // namespace countersign::bench
