#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// The findings of `countersign inspect` for one document, or for the frames of one liveness
// submission.
struct Inspected {
  struct Picture {
    std::string file;   // its name
    std::string bytes;  // the content of the file
    std::optional<ImageFacts> facts;
  };
  std::vector<Picture> pictures;
  Evaluation found;
};

// The levels that a check was compared with; nullopt for a check without levels.
struct CheckLevels {
  std::string threshold;  // its name
  std::int64_t error_milli = 0;
  std::optional<std::int64_t> warning_milli;
};
std::optional<CheckLevels> levels_of(const CheckOutcome& outcome, const Thresholds& set);

// {ok, engine, pictures: [{file, format, width, height}], checks: [{check, status, code, frame,
// value, threshold, error, warning}], issues: [{severity, code, hint}], seen: [{name, frame,
// corners}]}.
std::string inspected_json(const Inspected& inspected, const Thresholds& set);

// A self-contained page without scripts: each picture with the detected shapes drawn on it, and
// every measurement.
std::string inspected_page(const std::vector<Inspected>& all, const Thresholds& set);

}  // namespace countersign
