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

// What a first pass over the lines of a log has come to, and how to read them again.
struct FirstPass {
  const HistoryAudit& audit;
  bool ended = false;        // so audit.end() was called
  std::uint64_t hashed = 0;  // lines that are in the tree of
  Digest root{};             // this root
  // Gives the lines of the log from the first until the sink returns false. Whatever goes wrong, it
  // just ends.
  using Sink = std::function<bool(std::string_view line)>;
  std::function<void(const Sink& sink)> read_again;
};

// Audits the streams that there was no memory for in the first pass, in as many further ones over
// the same lines as it takes, each of at most `bytes_max`. The first fault of them all, if there
// is one; it may be before what the first pass has found.
std::optional<AuditFault> audit_left_streams(const FirstPass& first, std::size_t bytes_max);

}  // namespace countersign
