#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "events/audit/history_audit.h"
#include "events/tlog/tree/merkle.h"

namespace countersign {

// The result of a first pass over the lines of a log, and how to read the lines again.
struct FirstPass {
  const HistoryAudit& audit;
  bool ended = false;        // audit.end() was called
  std::uint64_t hashed = 0;  // lines in the tree with
  Digest root{};             // this root
  // Gives the lines of the log, from the first on, until the sink returns false. On any error it
  // just ends.
  using Sink = std::function<bool(std::string_view line)>;
  std::function<void(const Sink& sink)> read_again;
};

// Audits the streams that the first pass had no memory for, in as many further passes over the same
// lines as are necessary, each of at most `bytes_max`. Returns the first fault of all these
// streams, if there is one; it may be before the fault that the first pass has found.
std::optional<AuditFault> audit_left_streams(const FirstPass& first, std::size_t bytes_max);

}  // namespace countersign
