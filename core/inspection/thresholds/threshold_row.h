#pragma once
#include <cstdint>
#include <string_view>

#include "core/checks/check_set.h"
#include "core/inspection/image/bounds.h"

namespace countersign {

// The log and the messages have levels in thousandths.
inline constexpr double kThousandths = 1000;

enum class Worse : std::uint8_t { Larger, Smaller };

// The description of a threshold. Its name is the name of its setting and is written to the log: it
// is never used again for another threshold. Values outside `least` to `most` are taken for typing
// errors.
struct ThresholdInfo {
  std::string_view name;
  std::string_view unit;
  Worse worse;  // of a switch: Larger, which is yes
  double least;
  double most;
  std::string_view meaning;
  // The checks whose measures are compared with its levels; empty: it only affects how others are
  // made.
  CheckSet checks{};
};

template <class Group, class T>
struct ThresholdRow {
  T Group::*member;
  ThresholdInfo info;
};
template <class Group, class T>
ThresholdRow(T Group::*, ThresholdInfo) -> ThresholdRow<Group, T>;

// Specialised once per group, directly below its struct: a std::tuple of rows.
template <class Group>
inline constexpr auto rows_of = nullptr;

}  // namespace countersign
