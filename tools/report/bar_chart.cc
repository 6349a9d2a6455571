#include "tools/report/bar_chart.h"

#include <algorithm>
#include <array>

#include "tools/report/figures.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

constexpr ChartDrawing::Size kSize{.height = 220, .left = 56};
constexpr double kBarMax = 56;
constexpr std::uint64_t kStepsMax = 4;

class BarDrawing {
 public:
  explicit BarDrawing(const BarChart& chart) : chart_(chart), axis_(axis_for(most())) {}

  std::string html() {
    if (chart_.series.size() > 1) drawing_.legend(chart_.series);
    drawing_.begin(chart_.text);
    grid();
    for (std::size_t i = 0; i < chart_.labels.size(); ++i) bar(i);
    drawing_.labels(
        chart_.labels.size(),
        [&](std::size_t i) { return middle(i); },
        [&](std::size_t i) { return chart_.labels[i]; });
    return drawing_.finish();
  }

 private:
  std::uint64_t sum(std::size_t i) const {
    std::uint64_t sum = 0;
    for (const BarSeries& series : chart_.series) sum += series.values[i];
    return sum;
  }
  std::uint64_t most() const {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < chart_.labels.size(); ++i) most = std::max(most, sum(i));
    return most;
  }

  double y_of(std::uint64_t value) const {
    return drawing_.top() +
           drawing_.height() * (1 - static_cast<double>(value) / static_cast<double>(axis_.top));
  }
  double slot() const { return drawing_.width() / static_cast<double>(chart_.labels.size()); }
  double middle(std::size_t i) const {
    return drawing_.left() + slot() * (static_cast<double>(i) + 0.5);
  }

  void grid() {
    for (std::uint64_t i = 0; i <= axis_.top / axis_.step; ++i) {
      const std::uint64_t value = i * axis_.step;
      drawing_.grid_line(y_of(value), value == 0, chart_.figure(value));
    }
  }

  void bar(std::size_t i) {
    if (sum(i) == 0) return;
    const double width = std::clamp(slot() * 0.72, 0.8, kBarMax);
    const double x = middle(i) - width / 2;
    drawing_.add("<g><title>{}", html_text(chart_.labels[i]));
    for (const BarSeries& series : chart_.series) {
      if (series.values[i] > 0) {
        drawing_.add("\n{}: {}",
                     html_text(series.name),
                     chart_.figure == &short_bytes ? short_bytes(series.values[i])
                                                   : grouped(series.values[i]));
      }
    }
    drawing_.add("</title>");
    std::uint64_t below = 0;
    for (const BarSeries& series : chart_.series) {
      if (series.values[i] == 0) continue;
      const double y = y_of(below + series.values[i]);
      drawing_.add(
          "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>",
          series.css_class,
          x,
          y,
          width,
          std::max(y_of(below) - y, 0.5));
      below += series.values[i];
    }
    drawing_.add("</g>\n");
  }

  const BarChart& chart_;
  const Axis axis_;
  ChartDrawing drawing_{kSize};
};

}  // namespace

Axis axis_for(std::uint64_t most) {
  constexpr std::array<std::uint64_t, 3> kSteps{1, 2, 5};
  for (std::uint64_t decade = 1;; decade *= 10) {
    for (const std::uint64_t of_decade : kSteps) {
      const std::uint64_t step = decade * of_decade;
      const std::uint64_t steps = most / step + (most % step == 0 ? 0 : 1);
      if (steps <= kStepsMax) return {std::max<std::uint64_t>(steps, 1) * step, step};
    }
  }
}

std::string to_html(const BarChart& chart) { return BarDrawing(chart).html(); }

}  // namespace countersign
