#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/match_levels.h"
#include "tools/measure/calibration/likeness_curve.h"
#include "tools/measure/calibration/people_folder.h"

namespace countersign {

// The only face of a picture.
struct DescribedFace {
  std::size_t person = 0;
  std::string file;
  std::vector<float> direction;  // of the length 1
};

struct LikenessOfTwo {
  std::string one;
  std::string other;
  std::int32_t milli = 0;
};

// The measurements of a recognizer on the pictures. Pairs of different people are a sample if they
// are more than kPairsMax.
struct Calibration {
  static constexpr std::uint64_t kPairsMax = 2'000'000;
  static constexpr std::size_t kNamedPairs = 5;

  EngineVersion engine;
  RecognizerFacts recognizer;
  std::size_t people = 0;    // with a face
  std::size_t pictures = 0;  // with one face
  LikenessCurve same;        // pairs of one person; a group is a person
  LikenessCurve different;   // pairs of two people; a group is two people
  std::uint64_t different_pairs_in_all = 0;
  std::vector<LikenessOfTwo> most_alike;   // of two people: are they two?
  std::vector<LikenessOfTwo> least_alike;  // of one person: is it one?
  std::vector<LeftOut> left_out;
};

// Compares all faces with each other. The sample is the same for the same faces. Pure.
// REQUIRES: the faces are sorted by person, and their directions are as long as each other.
void compare_all(const std::vector<DescribedFace>& faces, Calibration& calibration);

// Returns the lowest level at which the interval of the false match rate ends at `rate` or below,
// or nullopt if the pairs cannot show so small a rate, or no pair is of one person. Pure.
std::optional<std::int32_t> level_for(const Calibration& calibration, double rate);

// Returns why there is no level, or nullopt. Pure.
std::optional<std::string> why_no_level(const Calibration& calibration, double rate);

// Returns why the server would not use the level, or nullopt. Pure.
std::optional<std::string> why_not_used(const Calibration& calibration, std::int32_t level_milli);

// Returns the levels that are worth showing, rising: round ones, from where half of the different
// people would pass to where half of the same would not. Pure.
std::vector<std::int32_t> shown_levels(const Calibration& calibration);

// {ok, engine, ..., level, why, levels, mostAlike, leastAlike, leftOut}; `ok` says whether there is
// a level. Rates are in percent.
std::string calibration_json(const Calibration& calibration, double rate);

// A self-contained page without scripts and without the names of people and files.
std::string calibration_page(const Calibration& calibration, double rate);

// Percent with three decimals: 0.001 is "0.1". No HTML.
std::string percent_text(double share);

}  // namespace countersign
