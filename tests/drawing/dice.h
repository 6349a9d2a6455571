#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

namespace countersign::drawing {

// Repeatable numbers from a seed (SplitMix64). They decide only the look of a drawing: they are not
// a source of secrets.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
  }
  // From 0 to below 1.
  double share() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  double between(double low, double high) { return low + (high - low) * share(); }
  // REQUIRES: count > 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  // Normally distributed around 0 with standard deviation 1.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - share()));
    return radius * std::cos(2.0 * std::numbers::pi * share());
  }

 private:
  std::uint64_t state_;
};

// So many decimal digits.
inline std::string digits(Dice& dice, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + dice.below(10));
  return text;
}

}  // namespace countersign::drawing
