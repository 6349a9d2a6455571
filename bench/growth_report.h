#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace countersign::bench {

// The bound of a figure that is flat, as a share of the small folder's.
inline constexpr double kFlat = 1.3;

// How a figure may follow the number of sessions.
enum class Growth : std::uint8_t {
  Flat,    // the same
  Better,  // the same, and a larger number is better
  Free,    // grows with the sessions; there is no goal
};

struct Figure {
  std::string name;
  std::string unit;
  double base = 0;   // of the folder with few sessions
  double large = 0;  // of the folder with many
  Growth growth = Growth::Flat;
  double resolved = 0;  // smaller differences mean nothing

  // By how much the large folder is worse.
  double ratio() const;
  bool is_met() const;
};

// The figures of two folders with so many kept sessions. One thread.
class GrowthReport {
 public:
  GrowthReport(std::uint64_t base_sessions, std::uint64_t sessions)
      : base_sessions_(base_sessions), sessions_(sessions) {}

  // Prints a line of JSON.
  void add(Figure figure);
  // On stderr.
  void print_table() const;
  bool all_met() const;

 private:
  const std::uint64_t base_sessions_;
  const std::uint64_t sessions_;
  std::vector<Figure> figures_;
};

// REQUIRES: `values` is not empty.
double percentile(std::vector<double> values, std::size_t hundredths);

}  // namespace countersign::bench
