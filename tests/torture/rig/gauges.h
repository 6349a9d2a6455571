#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Measurements of what a process holds, and whether it grows.
namespace countersign::torture {

// The resources that a process holds at one moment, from /proc. gauges_of() throws if there is no
// such process.
struct Gauges {
  std::uint64_t descriptors = 0;
  std::uint64_t threads = 0;
  std::uint64_t anonymous_kib = 0;
};
Gauges gauges_of(pid_t process);

// The number of tables of a database, and their bytes.
struct Tables {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};
Tables tables_in(const std::filesystem::path& log);

// Values of one kind in the order in which they were measured. Not thread-safe.
class Series {
 public:
  // How far the end may be above the beginning: `factor` times it, plus `more`.
  struct Allowance {
    double factor = 1;
    std::uint64_t more = 0;
  };

  explicit Series(std::string name) : name_(std::move(name)) {}

  void add(std::uint64_t value) { values_.push_back(value); }
  const std::string& name() const { return name_; }
  const std::vector<std::uint64_t>& values() const { return values_; }
  std::uint64_t most() const;
  // The value that `share` of the values do not exceed, in the fifth of the series with this number
  // (0 to 4).
  std::uint64_t quantile(std::size_t fifth, double share) const;

  // Returns a sentence if the values grow. The first fifth of the values is warm-up; the median of
  // the last fifth is compared with the median of the second. So a leak counts with three fifths of
  // its total, and a short peak does not count. `share`: a quantile other than the median, e.g.
  // 0.99. Also returns a sentence if the series is too short to decide.
  std::optional<std::string> growth(const Allowance& allowance, double share = 0.5) const;

  // Pretends that `in_all` more leaked from the first value to the last, evenly: a slow machine,
  // which measures less often, leaks as much.
  void leak(std::uint64_t in_all);

 private:
  std::string name_;
  std::vector<std::uint64_t> values_;
};

}  // namespace countersign::torture
