#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace countersign {

// A chart of stacked bars over time as an inline SVG. It needs no script, font or style of its own:
// classes of the page's style sheet give the colours (report_style.h).
struct BarSeries {
  std::string name;
  std::string css_class;  // e.g. "passed"
  std::vector<std::uint64_t> values;
};
struct BarChart {
  std::string id;       // unique in the page
  std::string title;    // says what is shown, for readers who cannot see it
  std::string summary;  // says what can be seen in it
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
