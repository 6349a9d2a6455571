#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/inspection/thresholds/thresholds.h"
#include "core/schema.h"

// The one table of thresholds: the rows of all groups. A threshold is a member of its group
// (Bounds, or a double where there is only one level, or a bool, or std::optional<Bounds> where the
// levels may be unset) and its row below the group; a missing row does not compile. Settings,
// documents, messages and the log derive from the table.
namespace countersign {

inline constexpr auto kThresholdGroups = std::tuple{&Thresholds::document,
                                                    &Thresholds::mrz,
                                                    &Thresholds::frame,
                                                    &Thresholds::face_match,
                                                    &Thresholds::presentation,
                                                    &Thresholds::face};

// Calls visit(info, member) for every threshold, in the order of the table.
template <class Set, class Visitor>
requires std::is_same_v<std::remove_const_t<Set>, Thresholds>
constexpr void for_each_threshold(Set& set, Visitor&& visit) {
  const auto visit_group = [&](auto& group) {
    std::apply([&](const auto&... row) { (visit(row.info, group.*(row.member)), ...); },
               rows_of<std::remove_cvref_t<decltype(group)>>);
  };
  std::apply([&](auto... group) { (visit_group(set.*group), ...); }, kThresholdGroups);
}

// The number of levels of a threshold; the ERROR's level is the first.
inline constexpr std::size_t kMaxLevels = 2;
constexpr std::size_t levels_of(const Bounds&) { return 2; }
constexpr std::size_t levels_of(double) { return 1; }
constexpr std::size_t levels_of(bool) { return 1; }
constexpr std::size_t levels_of(const std::optional<Bounds>&) { return 2; }

// Whether the levels are in the range, and the WARNING's is no laxer than the ERROR's.
constexpr bool is_sound(const ThresholdInfo& info, double level) {
  return level >= info.least && level <= info.most;
}
constexpr bool is_sound(const ThresholdInfo& info, const Bounds& bounds) {
  const bool ordered =
      info.worse == Worse::Larger ? bounds.warning <= bounds.error : bounds.warning >= bounds.error;
  return ordered && is_sound(info, bounds.error) && is_sound(info, bounds.warning);
}
constexpr bool is_sound(const ThresholdInfo&, bool) { return true; }
constexpr bool is_sound(const ThresholdInfo& info, const std::optional<Bounds>& bounds) {
  return !bounds || is_sound(info, *bounds);
}

constexpr bool is_sound(const Thresholds& set) {
  bool sound = true;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    sound = sound && is_sound(info, value);
  });
  return sound;
}

// Returns every level of a set in thousandths, the finest step that a level has: so results and the
// log state exactly the levels that were judged by. A switch is 0 or 1000. Levels that may be unset
// follow a switch that says whether they are set; unset ones are 0.
std::vector<std::int64_t> milli_of(const Thresholds& set);
// Returns nullopt unless they are the levels of a sound set. Safe for any numbers.
std::optional<Thresholds> thresholds_of(std::span<const std::int64_t> milli);

namespace detail {

template <class... Rows>
consteval bool members_are_distinct(const std::tuple<Rows...>& rows) {
  const auto equal = [](const auto& a, const auto& b) {
    if constexpr (std::is_same_v<decltype(a.member), decltype(b.member)>) {
      return a.member == b.member;
    } else {
      return false;
    }
  };
  const auto count_of = [&](const auto& row) {
    return std::apply([&](const auto&... other) { return (std::size_t{equal(row, other)} + ...); },
                      rows);
  };
  return std::apply([&](const auto&... row) { return ((count_of(row) == 1) && ...); }, rows);
}

template <class Group>
inline constexpr bool group_is_sound =
    has_members<Group, std::tuple_size_v<std::remove_cvref_t<decltype(rows_of<Group>)>>>&&
        members_are_distinct(rows_of<Group>);

template <class... Groups>
consteval bool groups_are_sound(const std::tuple<Groups Thresholds::*...>&) {
  return has_members<Thresholds, sizeof...(Groups)> && (group_is_sound<Groups> && ...);
}

consteval bool threshold_names_are_sound() {
  const Thresholds set;
  bool sound = true;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto&) {
    std::size_t count = 0;
    for_each_threshold(set, [&](const ThresholdInfo& other, const auto&) {
      count += other.name == info.name ? 1 : 0;
    });
    sound = sound && count == 1 && !info.name.empty() && std::ranges::all_of(info.name, [](char c) {
              return (c >= 'a' && c <= 'z') || c == '-';
            });
  });
  return sound;
}

}  // namespace detail

static_assert(detail::groups_are_sound(kThresholdGroups),
              "a threshold without a row, or a group that is not listed");
static_assert(detail::threshold_names_are_sound(),
              "a threshold's name is well-formed and belongs to one threshold");
static_assert(is_sound(Thresholds{}),
              "a threshold out of its range, or a warning beyond its error");

}  // namespace countersign
