#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/confined/confined_matcher.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/machine/files/held_folder.h"
#include "core/result.h"
#include "tools/command/command.h"
#include "tools/measure/calibration/people_folder.h"

namespace countersign {

// The options of `countersign faces calibrate`, and what its two measurements share.
struct CalibrateOptions {
  std::string folder{};
  std::string detector{};
  std::string recognizer{};
  std::string presentation{};  // with `attacks`: measure this model; both or neither
  std::string attacks{};       // folder with a folder for each kind of attack
  std::string matcher{};       // empty: the matcher next to this program
  std::string html{};          // empty: no page
  double false_match_percent = 0.1;
  std::vector<ThresholdOverride> thresholds{};

  double rate() const { return false_match_percent / 100; }
};

// Returns the size of the largest picture, or `least` if that is larger.
std::uint64_t largest_of(const HeldFolder& folder,
                         const PeopleFolder& pictures,
                         std::uint64_t least);

// Starts the matcher with the models that were named, for pictures of at most this many bytes.
Result<std::unique_ptr<confined::ConfinedMatcher>, OperatorFault> start_matcher_of(
    const CalibrateOptions& options, std::uint64_t largest_picture);

// Returns why the page cannot be written where it is to be, because a picture is there, or nullopt.
std::optional<OperatorFault> overwritten_by_page(const CalibrateOptions& options,
                                                 const HeldFolder& folder,
                                                 const PeopleFolder& pictures);

// Writes the page if one is wanted. Returns the exit status: `status`, unless that fails.
int write_page(Operator& op, const CalibrateOptions& options, const std::string& page, int status);

// Measures the model of presentation attacks on the originals in the folder of people and on the
// attacks. Keeps nothing of them, and touches no log. Returns the exit status.
int measure_presentation(Operator& op, const CalibrateOptions& options);

}  // namespace countersign
