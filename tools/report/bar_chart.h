#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace countersign {

// A chart of stacked bars over time as an inline SVG, which needs neither script nor font nor style
// of its own: colours are the classes of the page's style sheet (report_style.h).
struct BarSeries {
  std::string name;
  std::string css_class;  // e.g. "passed"
  std::vector<std::uint64_t> values;
};
struct BarChart {
  std::string id;       // unique in the page
  std::string title;    // what is shown, for who cannot see it
  std::string summary;  // and what can be seen in it
  std::vector<std::string> labels;
  std::vector<BarSeries> series;  // each with as many values as there are labels, from the bottom
  std::string (*figure)(std::uint64_t value);  // of the axis
};

// The chart below its legend, which is left out when there is one series.
std::string to_html(const BarChart& chart);

// A round number that is at least `most`, and of steps for an axis one that divides it.
struct Axis {
  std::uint64_t top = 1;
  std::uint64_t step = 1;
};
Axis axis_for(std::uint64_t most);

}  // namespace countersign
