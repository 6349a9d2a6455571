#include "tools/terminal/screen.h"

#include <algorithm>
#include <charconv>

namespace countersign {
namespace {

constexpr std::size_t kLeastColumns = 20;

std::optional<std::size_t> parse_columns(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::size_t columns = 0;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, columns);
  if (read.ec != std::errc{} || read.ptr != end || columns == 0) return std::nullopt;
  return columns;
}

}  // namespace

Screen screen_of(
    bool is_terminal,
    std::size_t reported,
    const std::function<std::optional<std::string>(const std::string& name)>& variable) {
  if (!is_terminal) return {};
  const std::size_t columns =
      parse_columns(variable("COLUMNS")).value_or(reported == 0 ? kUsualColumns : reported);
  const bool is_dumb = variable("TERM") == "dumb";
  const bool colours = variable("NO_COLOR").value_or("").empty() && !is_dumb;
  return {std::max(columns, kLeastColumns), colours, is_dumb};
}

}  // namespace countersign
