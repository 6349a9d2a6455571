// Thresholds: one of a flag or a client's policy, and a whole set as the log has it.
#include <array>
#include <string>

#include "core/check.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/inspection/thresholds/thresholds.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  if (const auto set = thresholds_of_text(input)) {
    check(canonical_text(*set) == input, "a set has one text");
  }
  const auto threshold = parse_threshold(input);
  if (!threshold) {
    check(!threshold.error().empty(), "a refusal says why");
    return;
  }
  const auto again = parse_threshold(to_text(*threshold));
  check(again.has_value() && *again == *threshold, "a threshold is read as it is written");
  Thresholds set;
  const std::string before = canonical_text(set);
  if (change(set, std::array{*threshold})) {
    check(canonical_text(set) == before, "a refusal changes nothing");
    return;
  }
  const auto changed = thresholds_of_text(canonical_text(set));
  check(changed.has_value() && *changed == set, "a changed set has a text");
}

const Target kTarget("threshold", run);

}  // namespace
}  // namespace countersign::fuzz
