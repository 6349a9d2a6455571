#include "tools/report/bar_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "tools/report/figures.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

// In units of the viewBox.
constexpr double kWidth = 960;
constexpr double kHeight = 220;
constexpr double kLeft = 56;
constexpr double kRight = 8;
constexpr double kTop = 12;
constexpr double kBottom = 28;
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kPlotHeight = kHeight - kTop - kBottom;
constexpr double kBarMax = 56;
constexpr std::size_t kLabelsMax = 9;
constexpr std::uint64_t kStepsMax = 4;

class Drawing {
 public:
  explicit Drawing(const BarChart& chart) : chart_(chart), axis_(axis_for(most())) {}

  std::string html() {
    legend();
    add("<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-t {}-d\">\n",
        kWidth,
        kHeight,
        chart_.id,
        chart_.id);
    add("<title id=\"{}-t\">{}</title>\n", chart_.id, html_text(chart_.title));
    add("<desc id=\"{}-d\">{}</desc>\n", chart_.id, html_text(chart_.summary));
    grid();
    for (std::size_t i = 0; i < chart_.labels.size(); ++i) bar(i);
    labels();
    add("</svg>\n");
    return std::move(html_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Args>(args)...);
  }

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
    return kTop + kPlotHeight * (1 - static_cast<double>(value) / static_cast<double>(axis_.top));
  }
  double slot() const { return kPlotWidth / static_cast<double>(chart_.labels.size()); }
  double middle(std::size_t i) const { return kLeft + slot() * (static_cast<double>(i) + 0.5); }

  void legend() {
    if (chart_.series.size() < 2) return;
    add("<ul class=\"legend\">");
    for (const BarSeries& series : chart_.series) {
      add("<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"{}\" width=\"10\" "
          "height=\"10\" rx=\"2\"/></svg>{}</li>",
          series.css_class,
          html_text(series.name));
    }
    add("</ul>\n");
  }

  void grid() {
    for (std::uint64_t i = 0; i <= axis_.top / axis_.step; ++i) {
      const std::uint64_t value = i * axis_.step;
      const double y = y_of(value);
      add("<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
          value == 0 ? "base" : "grid",
          kLeft,
          kWidth - kRight,
          y,
          y);
      add("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
          kLeft - 8,
          y + 4,
          chart_.figure(value));
    }
  }

  void bar(std::size_t i) {
    if (sum(i) == 0) return;
    const double width = std::clamp(slot() * 0.72, 0.8, kBarMax);
    const double x = middle(i) - width / 2;
    add("<g><title>{}", html_text(chart_.labels[i]));
    for (const BarSeries& series : chart_.series) {
      if (series.values[i] > 0) {
        add("\n{}: {}",
            html_text(series.name),
            chart_.figure == &short_bytes ? short_bytes(series.values[i])
                                          : grouped(series.values[i]));
      }
    }
    add("</title>");
    std::uint64_t below = 0;
    for (const BarSeries& series : chart_.series) {
      if (series.values[i] == 0) continue;
      const double y = y_of(below + series.values[i]);
      add("<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>",
          series.css_class,
          x,
          y,
          width,
          std::max(y_of(below) - y, 0.5));
      below += series.values[i];
    }
    add("</g>\n");
  }

  void labels() {
    const std::size_t every = (chart_.labels.size() + kLabelsMax - 1) / kLabelsMax;
    for (std::size_t i = 0; i < chart_.labels.size(); i += every) {
      add("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
          middle(i),
          kHeight - 8,
          html_text(chart_.labels[i]));
    }
  }

  const BarChart& chart_;
  const Axis axis_;
  std::string html_;
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

std::string to_html(const BarChart& chart) { return Drawing(chart).html(); }

}  // namespace countersign
