#include "tools/report/figures.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace countersign {
namespace {

// One decimal below ten of a unit, no decimal from there on.
std::string in_unit(double value, std::string_view unit) {
  return value < 9.95 ? fmt::format("{:.1f}{}", value, unit) : fmt::format("{:.0f}{}", value, unit);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string short_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{" KiB", " MiB", " GiB", " TiB", " PiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1023.5 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return in_unit(value, kUnits[unit]);
}

std::string short_count(std::uint64_t number) {
  constexpr std::array<std::string_view, 3> kUnits{"k", "M", "G"};
  if (number < 1000) return std::to_string(number);
  double value = static_cast<double>(number) / 1000;
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < kUnits.size(); ++unit) value /= 1000;
  std::string text = in_unit(value, kUnits[unit]);
  if (const std::size_t zero = text.find(".0"); zero != text.npos) text.erase(zero, 2);
  return text;
}

std::string html_number(std::uint64_t number) {
  return fmt::format("<data value=\"{}\">{}</data>", number, grouped(number));
}

std::string html_counted(std::uint64_t number, const char* thing) {
  return html_number(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string html_bytes(std::uint64_t bytes) {
  return fmt::format("<data value=\"{}\">{}</data>", bytes, short_bytes(bytes));
}

std::string html_time(UtcTime time) {
  std::string text = to_string(time);
  const std::string shown =
      text.substr(0, text.find('T')) + " " + text.substr(text.find('T') + 1, 8);
  return fmt::format("<time datetime=\"{}\">{}</time>", text, shown);
}

}  // namespace countersign
