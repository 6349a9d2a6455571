#include "core/inspection/thresholds/threshold_table.h"

#include <cmath>

namespace countersign {
namespace {

struct ToMilli {
  std::vector<std::int64_t>& milli;
  void operator()(double level) const { milli.push_back(std::llround(level * kThousandths)); }
  void operator()(const Bounds& bounds) const {
    (*this)(bounds.error);
    (*this)(bounds.warning);
  }
  void operator()(bool on) const { (*this)(on ? 1.0 : 0.0); }
  void operator()(const std::optional<Bounds>& bounds) const {
    (*this)(bounds.has_value());
    (*this)(bounds.value_or(Bounds{0, 0}));
  }
};

struct FromMilli {
  std::span<const std::int64_t> rest;
  bool sound = true;

  void operator()(double& level) {
    sound = sound && !rest.empty();
    if (!sound) return;
    level = static_cast<double>(rest.front()) / kThousandths;
    rest = rest.subspan(1);
  }
  void operator()(Bounds& bounds) {
    (*this)(bounds.error);
    (*this)(bounds.warning);
  }
  void operator()(bool& on) {
    double level = 0;
    (*this)(level);
    sound = sound && (level == 0 || level == 1);
    on = level == 1;
  }
  void operator()(std::optional<Bounds>& bounds) {
    bool set = false;
    Bounds levels{0, 0};
    (*this)(set);
    (*this)(levels);
    sound = sound && (set || levels == Bounds{0, 0});
    bounds = set ? std::optional(levels) : std::nullopt;
  }
};

}  // namespace

std::vector<std::int64_t> milli_of(const Thresholds& set) {
  std::vector<std::int64_t> milli;
  for_each_threshold(set, [&](const ThresholdInfo&, const auto& value) { ToMilli{milli}(value); });
  return milli;
}

std::optional<Thresholds> thresholds_of(std::span<const std::int64_t> milli) {
  Thresholds set;
  FromMilli reader{milli};
  for_each_threshold(set, [&](const ThresholdInfo&, auto& value) { reader(value); });
  if (!reader.sound || !reader.rest.empty() || !is_sound(set)) return std::nullopt;
  return set;
}

}  // namespace countersign
