#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/measure/labels/rate_estimate.h"
#include "tools/report/chart_drawing.h"

namespace countersign {

// A chart of error rates over levels as an inline SVG, with the intervals as bands and rates on a
// logarithmic scale.
struct RateSeries {
  std::string name;
  std::string css_class;            // e.g. "failed"
  std::vector<RateEstimate> rates;  // one for each level
};
struct RateChart {
  ChartText text;
  std::vector<std::int32_t> levels_milli;  // rising, at least two
  std::vector<RateSeries> series;
};

// The chart below its legend.
std::string to_html(const RateChart& chart);

}  // namespace countersign
