#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// What `countersign inspect` found: of each document, or of the frames of one liveness submission.
struct Inspected {
  struct Picture {
    std::string file;   // its name
    std::string bytes;  // as they are in it
    std::optional<ImageFacts> facts;
  };
  std::vector<Picture> pictures;
  Evaluation found;
};

// A check with the levels that it was held against; none where it has none.
struct CheckLevels {
  std::string threshold;  // its name
  std::int64_t error_milli = 0;
  std::optional<std::int64_t> warning_milli;
};
std::optional<CheckLevels> levels_of(const CheckOutcome& outcome, const Thresholds& set);

// {ok, engine, pictures: [{file, format, width, height}], checks: [{check, status, code, value,
// threshold, error, warning}], issues: [{severity, code, hint}], seen: [{name, frame, corners}]}.
std::string inspected_json(const Inspected& inspected, const Thresholds& set);

// One page without scripts, with everything in it: each picture with what was seen drawn on it, and
// every measure.
std::string inspected_page(const std::vector<Inspected>& all, const Thresholds& set);

}  // namespace countersign
