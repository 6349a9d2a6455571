#include "tools/measure/calibration/rate_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/check.h"
#include "core/text/milli.h"

namespace countersign {
namespace {

constexpr ChartDrawing::Size kSize{.height = 300, .left = 64};
constexpr double kDecades = 5;  // from 100 % down to 0.001 %, where rates of 0 are drawn too
constexpr std::array<const char*, 6> kTicks = {
    "100 %", "10 %", "1 %", "0.1 %", "0.01 %", "0.001 %"};

class RateDrawing {
 public:
  explicit RateDrawing(const RateChart& chart) : chart_(chart) {}

  std::string html() {
    drawing_.legend(chart_.series);
    drawing_.begin(chart_.text);
    grid();
    for (const RateSeries& series : chart_.series) band(series);
    for (const RateSeries& series : chart_.series) line(series);
    drawing_.labels(
        chart_.levels_milli.size(),
        [&](std::size_t i) { return x_of(i); },
        [&](std::size_t i) { return milli_to_decimal(chart_.levels_milli[i]); });
    return drawing_.finish();
  }

 private:
  double x_of(std::size_t i) const {
    const double from = chart_.levels_milli.front();
    const double to = chart_.levels_milli.back();
    return drawing_.left() + drawing_.width() * (chart_.levels_milli[i] - from) / (to - from);
  }
  double y_of(double share) const {
    const double decades = share > 0 ? -std::log10(share) : kDecades;
    return drawing_.top() + drawing_.height() * std::clamp(decades / kDecades, 0.0, 1.0);
  }

  void grid() {
    for (std::size_t i = 0; i < kTicks.size(); ++i) {
      const double y = drawing_.top() + drawing_.height() * static_cast<double>(i) / kDecades;
      drawing_.grid_line(y, i + 1 == kTicks.size(), kTicks[i]);
    }
  }

  void band(const RateSeries& series) {
    drawing_.add("<polygon class=\"{}\" fill-opacity=\"0.18\" points=\"", series.css_class);
    for (std::size_t i = 0; i < series.rates.size(); ++i) point(i, series.rates[i].to);
    for (std::size_t i = series.rates.size(); i-- > 0;) point(i, series.rates[i].from);
    drawing_.add("\"/>\n");
  }
  void line(const RateSeries& series) {
    drawing_.add("<polyline class=\"line {}\" points=\"", series.css_class);
    for (std::size_t i = 0; i < series.rates.size(); ++i) point(i, series.rates[i].share);
    drawing_.add("\"/>\n");
  }
  void point(std::size_t i, double share) { drawing_.add("{:.1f},{:.1f} ", x_of(i), y_of(share)); }

  const RateChart& chart_;
  ChartDrawing drawing_{kSize};
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
