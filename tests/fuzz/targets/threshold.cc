// Thresholds: one of a flag or a client's policy, and a whole set as the log has it.
#include <array>
#include <string>

#include "core/check.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/inspection/thresholds/thresholds.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::threshold_target {

void run(std::string_view input) {
  if (const auto set = thresholds_of_text(input)) {
    check(canonical_text(*set) == input, "a parsed threshold set is written back as the same text");
  }
  const auto threshold = parse_threshold(input);
  if (!threshold) {
    check(!threshold.error().empty(), "the refusal of a threshold has a reason");
    return;
  }
  const auto again = parse_threshold(to_text(*threshold));
  check(again.has_value() && *again == *threshold,
        "the text of a threshold parses to the same threshold");
  Thresholds set;
  const std::string before = canonical_text(set);
  if (change(set, std::array{*threshold})) {
    check(canonical_text(set) == before,
          "a change that is refused leaves the threshold set the same");
    return;
  }
  const auto changed = thresholds_of_text(canonical_text(set));
  check(changed.has_value() && *changed == set,
        "the text of a changed threshold set parses to the same set");
}

const Target kTarget("threshold", run);

}  // namespace countersign::fuzz::threshold_target
