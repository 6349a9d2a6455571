#include "tools/measure/calibration/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/inspection/face_feature.h"
#include "core/text/milli.h"
#include "tools/report/figures.h"

namespace countersign {
namespace {

// Returns whether a pair is in a sample of about `wanted` of `all`, by its number. The mixing is
// that of SplitMix64 (G. Steele et al., Fast Splittable Pseudorandom Number Generators, OOPSLA
// 2014).
bool is_sampled(std::uint64_t number, std::uint64_t wanted, std::uint64_t all) {
  if (all <= wanted) return true;
  std::uint64_t mixed = number + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  mixed ^= mixed >> 31;
  return mixed % all < wanted;
}

// Keeps the few pairs that come first by `before`.
template <class Before>
void keep(std::vector<LikenessOfTwo>& kept,
          const DescribedFace& one,
          const DescribedFace& other,
          double likeness,
          Before before) {
  const auto milli = static_cast<std::int32_t>(std::lround(likeness * 1000));
  if (kept.size() == Calibration::kNamedPairs && !before(milli, kept.back().milli)) return;
  const auto place = std::ranges::find_if(
      kept, [&](const LikenessOfTwo& each) { return before(milli, each.milli); });
  kept.insert(place, {one.file, other.file, milli});
  if (kept.size() > Calibration::kNamedPairs) kept.pop_back();
}

// The faces of one person: [begin, end).
struct Person {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t count() const { return end - begin; }
};

std::vector<Person> people_of(const std::vector<DescribedFace>& faces) {
  std::vector<Person> people;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (i == 0 || faces[i].person != faces[i - 1].person) people.push_back({i, i});
    people.back().end = i + 1;
  }
  return people;
}

void compare_same(const std::vector<DescribedFace>& faces, Person person, Calibration& found) {
  for (std::size_t i = person.begin; i < person.end; ++i) {
    for (std::size_t k = i + 1; k < person.end; ++k) {
      const double likeness = cosine_of(faces[i].direction, faces[k].direction);
      found.same.add(likeness);
      keep(found.least_alike, faces[i], faces[k], likeness, std::less<>());
    }
  }
  found.same.end_group();
}

// `number` is that of the two people's first pair among all.
void compare_different(const std::vector<DescribedFace>& faces,
                       std::pair<Person, Person> two,
                       std::uint64_t number,
                       Calibration& found) {
  for (std::size_t i = two.first.begin; i < two.first.end; ++i) {
    for (std::size_t k = two.second.begin; k < two.second.end; ++k) {
      if (!is_sampled(number++, Calibration::kPairsMax, found.different_pairs_in_all)) continue;
      const double likeness = cosine_of(faces[i].direction, faces[k].direction);
      found.different.add(likeness);
      keep(found.most_alike, faces[i], faces[k], likeness, std::greater<>());
    }
  }
  found.different.end_group();
}

}  // namespace

void compare_all(const std::vector<DescribedFace>& faces, Calibration& calibration) {
  const std::vector<Person> people = people_of(faces);
  calibration.people = people.size();
  calibration.pictures = faces.size();
  std::uint64_t before = 0;
  for (const Person& person : people) {
    calibration.different_pairs_in_all += before * person.count();
    before += person.count();
  }
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    compare_same(faces, people[i], calibration);
    for (std::size_t k = i + 1; k < people.size(); ++k) {
      compare_different(faces, {people[i], people[k]}, number, calibration);
      number += people[i].count() * people[k].count();
    }
  }
}

std::optional<std::int32_t> level_for(const Calibration& calibration, double rate) {
  std::optional<std::int32_t> lowest;
  if (calibration.same.groups() == 0) return lowest;
  for (std::int32_t level = LikenessCurve::kMost; level >= LikenessCurve::kLeast; --level) {
    if (calibration.different.at_or_above(level).to > rate) break;
    lowest = level;
  }
  return lowest;
}

std::optional<std::string> why_no_level(const Calibration& calibration, double rate) {
  if (level_for(calibration, rate)) return std::nullopt;
  if (calibration.same.groups() == 0) {
    return "no person has two pictures with one face each: false non-matches cannot be measured";
  }
  const std::uint64_t groups = calibration.different.groups();
  const std::uint64_t needed = cases_needed(rate);
  if (groups >= needed) return "people who differ reach the likeness 1: no level tells them apart";
  return fmt::format(
      "{} pairs of people cannot show a false match rate of {} %: without a single false match the "
      "interval would end at {} %, and {} pairs are needed, which {} people make",
      grouped(groups),
      percent_text(rate),
      percent_text(wilson_rate(0, groups).to),
      grouped(needed),
      grouped(static_cast<std::uint64_t>(
          std::ceil((1 + std::sqrt(1 + 8 * static_cast<double>(needed))) / 2))));
}

std::optional<std::string> why_not_used(const Calibration& calibration, std::int32_t level_milli) {
  const double level = static_cast<double>(level_milli) / 1000;
  FaceMatchThresholds thresholds;
  thresholds.likeness = {level, level};
  if (match_levels(calibration.recognizer, thresholds).in_force()) return std::nullopt;
  return fmt::format(
      "the server does not use the level {}: two unlike drawn faces have the likeness {}",
      milli_to_decimal(level_milli),
      milli_to_decimal(calibration.recognizer.unlike_milli));
}

std::vector<std::int32_t> shown_levels(const Calibration& calibration) {
  constexpr std::int32_t kRowsMax = 25;
  const std::int32_t one = calibration.different.level_with(0.5);
  const std::int32_t other = calibration.same.level_with(0.5);
  const auto [low, high] = std::minmax(one, other);
  std::int32_t step = 10;
  for (const std::int32_t wider : {20, 50, 100}) {
    if ((high - low) / step >= kRowsMax) step = wider;
  }
  const auto down = [&](std::int32_t level) {
    return static_cast<std::int32_t>(std::floor(static_cast<double>(level) / step)) * step;
  };
  std::vector<std::int32_t> levels;
  for (std::int32_t level = down(low) - step; level <= high + step; level += step) {
    if (level >= LikenessCurve::kLeast && level <= LikenessCurve::kMost) levels.push_back(level);
  }
  return levels;
}

std::string percent_text(double share) { return milli_to_decimal(std::llround(share * 100'000)); }

}  // namespace countersign
