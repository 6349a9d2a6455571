#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace countersign {

// The width of a terminal that does not say its own.
inline constexpr std::size_t kUsualColumns = 80;

// The output device that an answer is laid out for.
struct Screen {
  // Empty: not a terminal. No text is then cut, because a script reads it.
  std::optional<std::size_t> columns{};
  bool colours = false;
  bool is_dumb = false;  // TERM=dumb: it knows neither colours nor a way back in its line
};

// The screen behind a stream. `reported` is the width that the terminal reports, 0 if it reports
// none; `variable` reads the environment. COLUMNS wins over the reported width, but does not make
// a terminal of a pipe. No colours with NO_COLOR (no-color.org) or TERM=dumb.
Screen screen_of(
    bool is_terminal,
    std::size_t reported,
    const std::function<std::optional<std::string>(const std::string& name)>& variable);

}  // namespace countersign
