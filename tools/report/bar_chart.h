#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/report/chart_drawing.h"

namespace countersign {

// A chart of stacked bars over time.
struct BarSeries {
  std::string name;
  std::string css_class;  // e.g. "passed"
  std::vector<std::uint64_t> values;
};
struct BarChart {
  ChartText text;
  std::vector<std::string> labels;
  std::vector<BarSeries> series;               // from the bottom; each has one value for each label
  std::string (*figure)(std::uint64_t value);  // the text of a value on the axis
};

// The chart below its legend. With one series there is no legend.
std::string to_html(const BarChart& chart);

// The scale of an axis: `top` is a round number of at least `most`, and `step` divides it.
struct Axis {
  std::uint64_t top = 1;
  std::uint64_t step = 1;
};
Axis axis_for(std::uint64_t most);

}  // namespace countersign
