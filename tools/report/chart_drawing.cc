#include "tools/report/chart_drawing.h"

#include "tools/report/html_text.h"

namespace countersign {

void ChartDrawing::legend_entry(std::string_view css_class, std::string_view name) {
  add("<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"{}\" width=\"10\" "
      "height=\"10\" rx=\"2\"/></svg>{}</li>",
      css_class,
      html_text(name));
}

void ChartDrawing::begin(const ChartText& text) {
  add("<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-t {}-d\">\n",
      kWidth,
      size_.height,
      text.id,
      text.id);
  add("<title id=\"{}-t\">{}</title>\n", text.id, html_text(text.title));
  add("<desc id=\"{}-d\">{}</desc>\n", text.id, html_text(text.summary));
}

void ChartDrawing::grid_line(double y, bool is_base, std::string_view figure) {
  add("<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
      is_base ? "base" : "grid",
      size_.left,
      kWidth - kRight,
      y,
      y);
  add("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
      size_.left - 8,
      y + 4,
      figure);
}

void ChartDrawing::label(double x, std::string_view text) {
  add("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
      x,
      size_.height - 8,
      html_text(text));
}

std::string ChartDrawing::finish() {
  add("</svg>\n");
  return std::move(html_);
}

}  // namespace countersign
