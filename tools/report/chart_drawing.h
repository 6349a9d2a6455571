#pragma once
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Charts as inline SVG. They need no script, font or style of their own: classes of the page's
// style sheet give the colours (report_style.h).
namespace countersign {

// The words that every chart has.
struct ChartText {
  std::string id;       // unique in the page
  std::string title;    // says what is shown, for readers who cannot see it
  std::string summary;  // says what can be seen in it
};

// The drawing of a chart: its legend, the frame with both axes, and whatever add() puts into the
// plot. Lengths are in units of the viewBox.
class ChartDrawing {
 public:
  struct Size {
    double height = 0;
    double left = 0;  // for the figures of the vertical axis
  };

  explicit ChartDrawing(const Size& size) : size_(size) {}

  // The plot.
  double left() const { return size_.left; }
  double top() const { return kTop; }
  double width() const { return kWidth - size_.left - kRight; }
  double height() const { return size_.height - kTop - kBottom; }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Args>(args)...);
  }

  // A line of the legend for each series. REQUIRES: before begin().
  template <class Series>
  void legend(const std::vector<Series>& all) {
    add("<ul class=\"legend\">");
    for (const Series& series : all) legend_entry(series.css_class, series.name);
    add("</ul>\n");
  }
  void begin(const ChartText& text);
  // A line of the grid, or the base line, and the figure before it.
  void grid_line(double y, bool is_base, std::string_view figure);
  // The labels below the horizontal axis, as many of them as find room. The label of the place `i`
  // is at `x_of(i)` and says `text_of(i)`.
  template <class XOf, class TextOf>
  void labels(std::size_t places, XOf x_of, TextOf text_of) {
    const std::size_t every = (places + kLabelsMax - 1) / kLabelsMax;
    for (std::size_t i = 0; i < places; i += every) label(x_of(i), text_of(i));
  }
  std::string finish();

 private:
  static constexpr double kWidth = 960;
  static constexpr double kRight = 8;
  static constexpr double kTop = 12;
  static constexpr double kBottom = 28;
  static constexpr std::size_t kLabelsMax = 9;

  void legend_entry(std::string_view css_class, std::string_view name);
  void label(double x, std::string_view text);

  const Size size_;
  std::string html_;
};

}  // namespace countersign
