#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "tools/measure/calibration/people_folder.h"
#include "tools/measure/labels/rate_estimate.h"

namespace countersign {

// The answers of a model of presentation attacks for the pictures of one person, or of one kind of
// attack, in thousandths as the server compares them.
struct ScoredGroup {
  std::string name;  // of the folder
  std::vector<std::int32_t> scores_milli{};
  std::uint64_t without_answer =
      0;  // pictures with no single face: the server would not judge them
};

// The measurements of a model of presentation attacks.
struct PresentationRates {
  EngineVersion engine;
  std::optional<Bounds> levels{};      // that were set; none: presentation-live is unset
  std::vector<ScoredGroup> people{};   // bona fide presentations
  std::vector<ScoredGroup> attacks{};  // one for each kind of attack instrument
  std::vector<LeftOut> left_out{};
};

// The error rates at one level, by ISO/IEC 30107-3: the attack presentation classification error
// rate (APCER) of each kind of attack, that is, of its pictures at the level or above, and the bona
// fide presentation classification error rate (BPCER), of the originals below the level. Each
// picture of an attack counts once; a person counts once, whatever the number of their pictures,
// because pictures of a person resemble each other. Pictures without an answer do not count.
struct PresentationErrors {
  RateEstimate bpcer;
  std::vector<std::optional<RateEstimate>> apcer;  // by kind; nullopt: no picture with an answer
  std::optional<std::size_t> worst;                // the kind with the highest APCER
};
// Pure.
PresentationErrors errors_at(const PresentationRates& rates, std::int32_t level_milli);

// Returns why nothing was measured, or nullopt. Pure.
std::optional<std::string> why_not_measured(const PresentationRates& rates);

// Returns the levels that are shown, rising: every twentieth, and those that were set. Pure.
std::vector<std::int32_t> presentation_levels(const PresentationRates& rates);

// {ok, why, engine, models, people, originals, ..., attacks, error, warning, levels, leftOut}; `ok`
// says whether there are rates. Rates are in percent.
std::string presentation_json(const PresentationRates& rates);

// A self-contained page without scripts and without the names of people and files; it has the names
// of the kinds of attacks.
std::string presentation_page(const PresentationRates& rates);

}  // namespace countersign
