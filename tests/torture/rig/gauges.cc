#include "tests/torture/rig/gauges.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace countersign::torture {
namespace {

constexpr std::size_t kFifths = 5;
constexpr std::size_t kValuesLeast = 3 * kFifths;

// The number after `name:` in a file of /proc.
std::uint64_t number_in(const std::string& text, const std::string& name) {
  const auto at = text.find("\n" + name + ":");
  if (at == std::string::npos) throw std::runtime_error("/proc has no " + name);
  return std::stoull(text.substr(at + name.size() + 2));
}

std::string content_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

Gauges gauges_of(pid_t process) {
  const auto folder = std::filesystem::path("/proc") / std::to_string(process);
  const std::string status = content_of(folder / "status");
  const std::filesystem::directory_iterator open(folder / "fd");
  return {static_cast<std::uint64_t>(std::distance(begin(open), end(open))),
          number_in(status, "Threads"),
          number_in(status, "RssAnon")};
}

// Does not count a table that is gone by the time it is measured.
Tables tables_in(const std::filesystem::path& log) {
  Tables tables;
  for (const auto& entry : std::filesystem::directory_iterator(log)) {
    if (entry.path().extension() != ".sst") continue;
    std::error_code gone;
    const auto bytes = std::filesystem::file_size(entry.path(), gone);
    if (gone) continue;
    ++tables.count;
    tables.bytes += bytes;
  }
  return tables;
}

std::uint64_t Series::most() const {
  return values_.empty() ? 0 : *std::max_element(values_.begin(), values_.end());
}

std::uint64_t Series::quantile(std::size_t fifth, double share) const {
  const auto at = [&](std::size_t number) {
    return values_.begin() + static_cast<std::ptrdiff_t>(values_.size() * number / kFifths);
  };
  std::vector<std::uint64_t> values(at(fifth), at(fifth + 1));
  if (values.empty()) return 0;
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
  const auto wanted = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), wanted, values.end());
  return *wanted;
}

std::optional<std::string> Series::growth(const Allowance& allowance, double share) const {
  if (values_.size() < kValuesLeast) {
    return name_ + ": measured only " + std::to_string(values_.size()) + " times";
  }
  const std::uint64_t before = quantile(1, share);
  const std::uint64_t after = quantile(kFifths - 1, share);
  const auto most = static_cast<std::uint64_t>(static_cast<double>(before) * allowance.factor);
  if (after <= most + allowance.more) return std::nullopt;
  return name_ + " grow: from " + std::to_string(before) + " to " + std::to_string(after);
}

void Series::leak(std::uint64_t in_all) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += in_all * i / values_.size();
}

}  // namespace countersign::torture
