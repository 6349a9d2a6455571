#include "core/inspection/thresholds/threshold_table.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/inspection/thresholds/threshold_text.h"

namespace countersign::threshold_table_test {

TEST_CASE("a set of thresholds survives as thousandths") {
  Thresholds set;
  const auto milli = milli_of(set);
  REQUIRE(thresholds_of(milli).has_value());
  CHECK(*thresholds_of(milli) == set);

  set.document.edge_width_mm = {0.123, 0.122};
  set.mrz.required_on_cards = true;
  set.face_match.likeness = {-0.25, 0};
  CHECK(milli_of(set) != milli);
  CHECK(thresholds_of(milli_of(set)) == set);
}

TEST_CASE("every threshold is carried, and none stands in for another") {
  const Thresholds defaults;
  std::size_t count = 0;
  for_each_threshold(defaults, [&](const ThresholdInfo&, const auto&) { ++count; });
  for (std::size_t which = 0; which < count; ++which) {
    Thresholds set;
    std::size_t at = 0;
    for_each_threshold(set, [&](const ThresholdInfo& info, auto& value) {
      if (at++ != which) return;
      INFO(info.name);
      const double lax = info.worse == Worse::Larger ? info.most : info.least;
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Bounds>) {
        const Bounds before = value;
        value.error = lax;
        if (before == Bounds{lax, lax}) value.warning = lax == info.most ? info.least : info.most;
        // By default the row refuses nothing.
        if (value == before) value.warning = lax;
      } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>,
                                          std::optional<Bounds>>) {
        CHECK_FALSE(value.has_value());
        value = Bounds{lax, lax};
      } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, bool>) {
        value = !value;
      } else {
        value = lax;
      }
    });
    CAPTURE(which);
    CHECK(thresholds_of(milli_of(set)) == set);
    CHECK(milli_of(set) != milli_of(defaults));
  }
}

TEST_CASE("numbers that are no sound set are refused") {
  const auto sound = milli_of(Thresholds{});
  auto numbers = sound;
  numbers.pop_back();
  CHECK_FALSE(thresholds_of(numbers).has_value());
  numbers = sound;
  numbers.push_back(0);
  CHECK_FALSE(thresholds_of(numbers).has_value());
  CHECK_FALSE(thresholds_of({}).has_value());

  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (const std::int64_t wild :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      numbers = sound;
      numbers[i] = wild;
      CAPTURE(i);
      CHECK_FALSE(thresholds_of(numbers).has_value());
    }
  }
}

TEST_CASE("levels that are unset are not the level 0") {
  Thresholds set;
  const auto unset = milli_of(set);
  set.face_match.likeness = {0, 0};
  const auto zero = milli_of(set);
  CHECK(unset != zero);
  CHECK(thresholds_of(zero)->face_match.likeness == Bounds{0, 0});
  CHECK_FALSE(thresholds_of(unset)->face_match.likeness.has_value());
  // The switch before the two levels is off, so these are 0.
  auto numbers = zero;
  for (std::size_t i = 0; i < zero.size(); ++i) {
    if (zero[i] == unset[i]) continue;
    numbers[i] = 0;
    numbers[i + 1] = 500;
  }
  CHECK_FALSE(thresholds_of(numbers).has_value());
  set.face_match.likeness = {0.5, 0.4};
  CHECK_FALSE(is_sound(set));
  set = {};
  set.presentation.live = {0.2, 0.4};
  CHECK(thresholds_of(milli_of(set))->presentation.live == Bounds{0.2, 0.4});
  set.presentation.live = {0.2, 1.1};
  CHECK_FALSE(is_sound(set));
}

TEST_CASE("an error that is laxer than its warning is unsound") {
  Thresholds set;
  set.document.edge_width_mm = {0.10, 0.11};
  CHECK_FALSE(is_sound(set));
  set = {};
  set.document.highlight_luma = {90, 60};
  CHECK_FALSE(is_sound(set));
  set = {};
  set.document.highlight_luma = {90, 90};
  CHECK(is_sound(set));
  set.document.highlight_luma = {std::nan(""), 90};
  CHECK_FALSE(is_sound(set));
}

TEST_CASE("every level is a whole number of thousandths") {
  const Thresholds defaults;
  for_each_threshold(defaults, [](const ThresholdInfo& info, const auto& value) {
    INFO(info.name);
    for (const double level : {info.least, info.most}) {
      CHECK(std::abs(level * 1000 - std::round(level * 1000)) < 1e-9);
    }
    CHECK(levels_of(value) <= kMaxLevels);
  });
}

TEST_CASE("a table of thresholds that has changed has a version of its own") {
  // The hash of the names, units, directions and numbers of levels, in the order of the table.
  constexpr std::uint64_t kHashOfVersion2 = 0x85b2caa418a90d1b;
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  const Thresholds defaults;
  for_each_threshold(defaults, [&](const ThresholdInfo& info, const auto& value) {
    const char worse = info.worse == Worse::Larger ? '>' : '<';
    const std::string row = std::string(info.name) + ' ' + std::string(info.unit) + ' ' + worse +
                            std::to_string(levels_of(value)) + '\n';
    for (const char c : row) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  });
  INFO(
      "A threshold was added or removed, or has another name, unit or number of levels: raise "
      "kThresholdsVersion (core/inspection/thresholds/threshold_text.h) once for the release, and "
      "hold the new version and hash here.");
  CHECK(kThresholdsVersion == 2);
  CHECK(hash == kHashOfVersion2);
}

}  // namespace countersign::threshold_table_test
