#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/measure/labels/rate_estimate.h"

namespace countersign {

// A chart of error rates over levels as an inline SVG, with the intervals as bands and rates on a
// logarithmic scale. It needs no script, font or style of its own: classes of the page's style
// sheet give the colours (tools/report/report_style.h).
struct RateSeries {
  std::string name;
  std::string css_class;            // e.g. "failed"
  std::vector<RateEstimate> rates;  // one for each level
};
struct RateChart {
  std::string id;                          // unique in the page
  std::string title;                       // says what is shown, for readers who cannot see it
  std::string summary;                     // says what can be seen in it
  std::vector<std::int32_t> levels_milli;  // rising, at least two
  std::vector<RateSeries> series;
};

// The chart below its legend.
std::string to_html(const RateChart& chart);

}  // namespace countersign
