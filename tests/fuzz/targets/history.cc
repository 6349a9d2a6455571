// Events, one per line, through the audit of an exported log. They are numbered and chained again,
// as anybody who signs a log could do. Lines that are not events are left out.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "events/audit/log_audit.h"
#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"
#include "tests/events/audit/judged_at_once.h"
#include "tests/events/support/chained_events.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::history_target {

constexpr std::size_t kEventsMax = 300;
// So little memory that all is put aside, and divided.
constexpr std::size_t kScantBytes = 4000;

std::vector<std::string> chained_lines_of(std::string_view input) {
  std::vector<std::string> lines;
  ChainedEvents chained;
  while (!input.empty() && lines.size() < kEventsMax) {
    auto recorded = decode(take_until(input, '\n'));
    if (recorded) lines.push_back(chained.add(*std::move(recorded)).bytes);
  }
  return lines;
}

std::optional<LogFault> audit(const std::vector<std::string>& lines, std::size_t bytes_max) {
  LinesLog log(lines);
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

void run(std::string_view input) {
  const std::vector<std::string> lines = chained_lines_of(input);
  const auto fault = audit(lines, kAuditBytesMax);
  check(fault == audit(lines, kScantBytes),
        "the verdict of an audit does not depend on the memory limit");
  // Without the roots that were signed.
  const auto at_once = judged_at_once(lines).fault;
  if (!at_once) return;
  check(fault && *fault->sequence <= *at_once->sequence,
        "an audit finds what is found when each decision is judged at once");
  check(fault->sequence != at_once->sequence || fault->why == at_once->why,
        "an audit names the fault that is found when each decision is judged at once");
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("history", run, kLimits);

}  // namespace countersign::fuzz::history_target
