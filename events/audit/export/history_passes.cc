#include "events/audit/export/history_passes.h"

#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"

namespace countersign {
namespace {

// Reads the lines of the first pass again: each line was decoded then, and most were hashed.
std::optional<AuditFault> audit_again(const FirstPass& first, HistoryAudit& audit) {
  std::optional<AuditFault> fault;
  tlog::Frontier tree;
  first.read_again([&](std::string_view line) {
    if (audit.events() == first.audit.events()) return false;
    StoredEvent& event = audit.next();
    if (decode_into(line, event.recorded)) return false;
    const Digest leaf = tlog::leaf_hash(line);
    event.leaf = Sha256(leaf);
    fault = audit.take(line.size());
    if (tree.size() < first.hashed) tree.append(leaf);
    return !fault;
  });
  if (fault) return fault;
  if (audit.events() < first.audit.events() || tree.root() != first.root) {
    return AuditFault{Sequence(audit.events() + 1), "it was changed while it was being read"};
  }
  return first.ended ? audit.end() : std::nullopt;
}

}  // namespace

std::optional<AuditFault> audit_left_streams(const FirstPass& first, std::size_t bytes_max) {
  std::vector<StreamShare> left = first.audit.left();
  std::optional<AuditFault> earliest;
  while (!left.empty()) {
    HistoryAudit audit(bytes_max, left.back());
    left.pop_back();
    const auto fault = audit_again(first, audit);
    left.insert(left.end(), audit.left().begin(), audit.left().end());
    if (fault && (!earliest || fault->sequence < earliest->sequence)) earliest = fault;
  }
  return earliest;
}

}  // namespace countersign
