#include "tools/measure/calibration/rate_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/check.h"
#include "core/text/milli.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

class RateDrawing {
 public:
  explicit RateDrawing(const RateChart& chart) : chart_(chart) {}

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
    for (const RateSeries& series : chart_.series) band(series);
    for (const RateSeries& series : chart_.series) line(series);
    labels();
    add("</svg>\n");
    return std::move(html_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Args>(args)...);
  }

  double x_of(std::size_t i) const {
    const double from = chart_.levels_milli.front();
    const double to = chart_.levels_milli.back();
    return kLeft + kPlotWidth * (chart_.levels_milli[i] - from) / (to - from);
  }
  static double y_of(double share) {
    const double decades = share > 0 ? -std::log10(share) : kDecades;
    return kTop + kPlotHeight * std::clamp(decades / kDecades, 0.0, 1.0);
  }

  void legend() {
    add("<ul class=\"legend\">");
    for (const RateSeries& series : chart_.series) {
      add("<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"{}\" width=\"10\" "
          "height=\"10\" rx=\"2\"/></svg>{}</li>",
          series.css_class,
          html_text(series.name));
    }
    add("</ul>\n");
  }

  void grid() {
    for (std::size_t i = 0; i < kTicks.size(); ++i) {
      const double y = kTop + kPlotHeight * static_cast<double>(i) / kDecades;
      add("<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
          i + 1 == kTicks.size() ? "base" : "grid",
          kLeft,
          kWidth - kRight,
          y,
          y);
      add("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
          kLeft - 8,
          y + 4,
          kTicks[i]);
    }
  }

  void band(const RateSeries& series) {
    add("<polygon class=\"{}\" fill-opacity=\"0.18\" points=\"", series.css_class);
    for (std::size_t i = 0; i < series.rates.size(); ++i) point(i, series.rates[i].to);
    for (std::size_t i = series.rates.size(); i-- > 0;) point(i, series.rates[i].from);
    add("\"/>\n");
  }
  void line(const RateSeries& series) {
    add("<polyline class=\"line {}\" points=\"", series.css_class);
    for (std::size_t i = 0; i < series.rates.size(); ++i) point(i, series.rates[i].share);
    add("\"/>\n");
  }
  void point(std::size_t i, double share) { add("{:.1f},{:.1f} ", x_of(i), y_of(share)); }

  void labels() {
    const std::size_t every = (chart_.levels_milli.size() + kLabelsMax - 1) / kLabelsMax;
    for (std::size_t i = 0; i < chart_.levels_milli.size(); i += every) {
      add("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
          x_of(i),
          kHeight - 8,
          milli_to_decimal(chart_.levels_milli[i]));
    }
  }

  // In units of the viewBox.
  static constexpr double kWidth = 960;
  static constexpr double kHeight = 300;
  static constexpr double kLeft = 64;
  static constexpr double kRight = 8;
  static constexpr double kTop = 12;
  static constexpr double kBottom = 28;
  static constexpr double kPlotWidth = kWidth - kLeft - kRight;
  static constexpr double kPlotHeight = kHeight - kTop - kBottom;
  static constexpr double kDecades =
      5;  // from 100 % down to 0.001 %, where rates of 0 are drawn too
  static constexpr std::size_t kLabelsMax = 9;
  static constexpr std::array<const char*, 6> kTicks = {
      "100 %", "10 %", "1 %", "0.1 %", "0.01 %", "0.001 %"};

  const RateChart& chart_;
  std::string html_;
};

}  // namespace

std::string to_html(const RateChart& chart) {
  check(chart.levels_milli.size() > 1, "a chart of rates has at least two levels");
  for (const RateSeries& series : chart.series) {
    check(series.rates.size() == chart.levels_milli.size(), "a series has a rate for each level");
  }
  return RateDrawing(chart).html();
}

}  // namespace countersign
