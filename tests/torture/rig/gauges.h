#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// What a process holds, measured again and again, and whether it grows.
namespace countersign::torture {

// At one moment, as /proc tells. Throws when there is no such process.
struct Gauges {
  std::uint64_t descriptors = 0;
  std::uint64_t threads = 0;
  std::uint64_t anonymous_kib = 0;
};
Gauges gauges_of(pid_t process);

// The tables of a database, and its bytes.
struct Tables {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};
Tables tables_in(const std::filesystem::path& log);

// Values of one kind in the order in which they were measured. Not thread-safe.
class Series {
 public:
  // How much the end may be above the beginning: so many times, and so much more.
  struct Allowance {
    double factor = 1;
    std::uint64_t more = 0;
  };

  explicit Series(std::string name) : name_(std::move(name)) {}

  void add(std::uint64_t value) { values_.push_back(value); }
  const std::string& name() const { return name_; }
  const std::vector<std::uint64_t>& values() const { return values_; }
  std::uint64_t most() const;
  // Of the fifth of the series with this number, from 0, what a share of its values do not exceed.
  std::uint64_t quantile(std::size_t fifth, double share) const;

  // A sentence if the values grow. Of its fifths the first is that of warming up; the median of
  // the last is held against the median of the second. So a leak counts with three fifths of all
  // that has leaked, while a moment when much was open counts for nothing. `share`: something else
  // than the median, e.g. 0.99. A series that is too short to tell says so.
  std::optional<std::string> growth(const Allowance& allowance, double share = 0.5) const;

  // As if one more had leaked with every so many of the values.
  void leak(std::uint64_t one_in);

 private:
  std::string name_;
  std::vector<std::uint64_t> values_;
};

}  // namespace countersign::torture
