// Events, one per line, through the audit of an exported log. They are numbered and chained again,
// as anybody who signs a log could do. Lines that are not events are left out.
#include <map>
#include <string>
#include <vector>

#include "core/check.h"
#include "events/audit/history_audit.h"
#include "events/audit/log_audit.h"
#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::history_target {

constexpr std::size_t kEventsMax = 300;
// So little memory that all is put aside, and divided.
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

class Lines : public AuditedLog {
 public:
  explicit Lines(const std::vector<std::string>& lines) : lines_(lines) {}

  std::string_view events_file() const override { return "events"; }
  std::optional<LogFault> read(std::uint64_t, const Sink& sink) override {
    for (const auto& line : lines_) {
      if (!sink(line)) break;
    }
    return std::nullopt;
  }
  std::optional<LogFault> compare(std::string_view, const Digest&) override { return std::nullopt; }
  std::optional<LogFault> compare_end() override { return std::nullopt; }
  std::optional<LogFault> compare(const tlog::Tile&, std::string_view) override {
    return std::nullopt;
  }

 private:
  const std::vector<std::string>& lines_;
};

std::optional<LogFault> audit(const std::vector<std::string>& lines, std::size_t bytes_max) {
  Lines log(lines);
  tlog::Frontier tree;
  for (const auto& line : lines) tree.append(tlog::leaf_hash(line));
  LogAuditOptions options{.tree = {"tree", lines.size(), tree.root()}};
  options.means = {.bytes_max = bytes_max, .folder = {}, .threads = 1};
  const LogVerdict verdict = audit_log(log, options);
  check(!verdict.is_unfinished, "an audit with memory and disk comes to a verdict");
  const auto& fault = verdict.fault;
  if (!fault) return fault;
  check(
      fault->sequence && fault->sequence->value() >= 1 && fault->sequence->value() <= lines.size(),
      "the sequence of an audit's fault is the sequence of an audited event");
  check(!fault->why.empty(), "the fault of an audit has a reason");
  return fault;
}

// The fault that is found when each decision is judged at once, but for roots that were signed.
std::optional<AuditFault> judged_at_once(const std::vector<std::string>& lines) {
  HistoryAudit audit;
  for (const auto& line : lines) {
    audit.next().recorded = *decode(line);
    audit.next().leaf = Sha256(tlog::leaf_hash(line));
    if (auto fault = audit.take()) return fault;
  }
  return audit.end();
}

void run(std::string_view input) {
  const std::vector<std::string> lines = chained_anew(input);
  const auto fault = audit(lines, kAuditBytesMax);
  check(fault == audit(lines, kScantBytes),
        "the verdict of an audit does not depend on the memory limit");
  const auto at_once = judged_at_once(lines);
  if (!at_once) return;
  check(fault && *fault->sequence <= at_once->sequence,
        "an audit finds what is found when each decision is judged at once");
  check(fault->sequence != at_once->sequence || fault->why == at_once->why,
        "an audit names the fault that is found when each decision is judged at once");
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("history", run, kLimits);

}  // namespace countersign::fuzz::history_target
