// Events, one per line, through the audit of an exported log. They are numbered and chained again,
// as anybody who signs a log could do. Lines that are not events are left out.
#include <map>
#include <string>
#include <vector>

#include "core/check.h"
#include "events/audit/export/history_passes.h"
#include "events/audit/history_audit.h"
#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

constexpr std::size_t kEventsMax = 300;
// So little memory that the streams are audited in several passes.
constexpr std::size_t kScantBytes = 4000;

std::vector<std::string> chained_anew(std::string_view input) {
  std::vector<std::string> lines;
  std::map<StreamId, StoredEvent> last;
  while (!input.empty() && lines.size() < kEventsMax) {
    auto recorded = decode(take_until(input, '\n'));
    if (!recorded) continue;
    StoredEvent& before = last[recorded->stream];
    recorded->sequence = Sequence(lines.size() + 1);
    recorded->version = StreamVersion(before.recorded.version.value() + 1);
    recorded->previous = before.leaf;
    before = encode_stored(*std::move(recorded));
    lines.push_back(before.bytes);
  }
  return lines;
}

// Audits the lines like verify_export().
std::optional<AuditFault> audit(const std::vector<std::string>& lines, std::size_t bytes_max) {
  HistoryAudit audit(bytes_max);
  tlog::Frontier tree;
  std::optional<AuditFault> fault;
  for (const auto& line : lines) {
    StoredEvent& next = audit.next();
    check(!decode_into(line, next.recorded), "an encoded event is decoded");
    next.leaf = leaf_hash(line);
    tree.append(next.leaf.value());
    fault = audit.take(line.size());
    if (fault) break;
  }
  const bool ended = !fault;
  if (ended) fault = audit.end();
  const auto read_again = [&](const FirstPass::Sink& sink) {
    for (const auto& line : lines) {
      if (!sink(line)) return;
    }
  };
  const auto left =
      audit_left_streams({audit, ended, tree.size(), tree.root(), read_again}, bytes_max);
  if (left && (!fault || left->sequence < fault->sequence)) fault = left;
  check(!fault || (fault->sequence.value() >= 1 && fault->sequence.value() <= lines.size()),
        "the sequence of an audit's fault is the sequence of an audited event");
  check(!fault || !fault->why.empty(), "the fault of an audit has a reason");
  return fault;
}

void run(std::string_view input) {
  const std::vector<std::string> lines = chained_anew(input);
  check(audit(lines, HistoryAudit::kBytesMax) == audit(lines, kScantBytes),
        "the verdict of an audit does not depend on the memory limit");
}

const Target kTarget("history", run);

}  // namespace
}  // namespace countersign::fuzz
