#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/checks/check_set.h"
#include "core/checks/checks.h"
#include "core/inspection/decode/image_format.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/base64url.h"
#include "core/text/milli.h"
#include "events/crypto/sha256.h"
#include "tools/report/html_page.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"
#include "tools/report/inspected.h"

namespace countersign {
namespace {

// The checks that a shape shows.
struct ShapeChecks {
  std::string_view shape;
  CheckSet checks;
};
constexpr std::array kShapeChecks = {
    ShapeChecks{"glare", Check::DocumentGlare},
    ShapeChecks{"machine-readable zone",
                {Check::DocumentMrz,
                 Check::DocumentMrzCheckDigits,
                 Check::DocumentMrzDates,
                 Check::DocumentExpiry,
                 Check::DocumentType,
                 Check::DocumentSide}},
    ShapeChecks{"bar code", Check::DocumentBarcode},
    ShapeChecks{"portrait", Check::DocumentPortrait},
    ShapeChecks{"face",
                {Check::LivenessFace,
                 Check::LivenessFaceCount,
                 Check::LivenessFaceSize,
                 Check::LivenessFacePosition,
                 Check::LivenessFaceContinuity,
                 Check::LivenessSameFace,
                 Check::LivenessLookStraight,
                 Check::LivenessTurnLeft,
                 Check::LivenessTurnRight,
                 Check::LivenessTiltLeft,
                 Check::LivenessTiltRight,
                 Check::LivenessMoveCloser}},
};

bool is_shown_by(std::string_view shape, std::string_view check) {
  const auto* const row = std::ranges::find(kShapeChecks, shape, &ShapeChecks::shape);
  return row != kShapeChecks.end() && row->checks.contains(check);
}

// The document's shape shows all checks that no other detected shape shows.
bool shows(const TraceShape& shape, const CheckOutcome& outcome, const Evaluation& found) {
  if (shape.frame && outcome.frame && shape.frame != outcome.frame) return false;
  if (shape.name != "document") return is_shown_by(shape.name, outcome.check);
  return std::ranges::none_of(
      found.trace, [&](const TraceShape& other) { return is_shown_by(other.name, outcome.check); });
}

std::string_view class_of(CheckStatus status) {
  switch (status) {
    case CheckStatus::Failed:
      return "bad";
    case CheckStatus::Warning:
      return "warn";
    case CheckStatus::Passed:
      return "good";
    case CheckStatus::NotPerformed:
      break;
  }
  return "none";
}

// The class of the worst check that a shape shows.
std::string_view class_of(const TraceShape& shape, const Evaluation& found) {
  std::string_view worst = "good";
  for (const CheckOutcome& outcome : found.checks) {
    if (!shows(shape, outcome, found)) continue;
    if (outcome.status == CheckStatus::Failed) return class_of(outcome.status);
    if (outcome.status == CheckStatus::Warning) worst = class_of(outcome.status);
  }
  return worst;
}

std::string drawn(const TraceShape& shape, std::string_view look, std::uint32_t height) {
  if (shape.corners.empty()) return {};
  std::string points;
  for (const TracePoint& corner : shape.corners) {
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", corner.x, corner.y);
  }
  const TracePoint& first = shape.corners.front();
  return fmt::format(
      "<polygon class=\"{}\" points=\"{}\" /><text class=\"{}\" x=\"{}\" y=\"{}\" "
      "font-size=\"{}\">{}</text>\n",
      look,
      points,
      look,
      first.x,
      std::int64_t{first.y} - height / 100,
      std::max(10U, height / 36),
      html_text(shape.name));
}

std::string figure(const Inspected& inspected, std::size_t index) {
  const Inspected::Picture& picture = inspected.pictures[index];
  if (!picture.facts) {
    return fmt::format("<p class=\"empty\">{} is not a picture that can be shown.</p>\n",
                       html_text(picture.file));
  }
  const auto [width, height] = std::pair(picture.facts->width, picture.facts->height);
  std::string shapes;
  for (const TraceShape& shape : inspected.found.trace) {
    if (shape.frame.value_or(static_cast<std::uint32_t>(index + 1)) != index + 1) continue;
    shapes += drawn(shape, class_of(shape, inspected.found), height);
  }
  return fmt::format(
      "<figure><div class=\"seen\"><img width=\"{}\" height=\"{}\" alt=\"{}\" "
      "src=\"data:{};base64,{}\" />\n<svg viewBox=\"0 0 {} {}\" aria-hidden=\"true\">\n{}</svg>"
      "</div>\n<figcaption>{}, {} x {}</figcaption></figure>\n",
      width,
      height,
      html_text(picture.file),
      name_of(picture.facts->format),
      to_base64(picture.bytes),
      width,
      height,
      shapes,
      html_text(picture.file),
      width,
      height);
}

std::string milli_text(const std::optional<std::int64_t>& milli) {
  return milli ? milli_to_decimal(*milli) : std::string();
}

HtmlTable table_of(const Inspected& inspected, const Thresholds& set) {
  HtmlTable table{.caption = "What was measured",
                  .columns = {{"Check"},
                              {"Status"},
                              {"Value", true},
                              {"ERROR", true},
                              {"WARNING", true},
                              {"Threshold"}},
                  .rows = {}};
  for (const CheckOutcome& outcome : inspected.found.checks) {
    const auto levels = levels_of(outcome, set);
    std::string status = fmt::format("<span class=\"mark {}\">{}</span>",
                                     class_of(outcome.status),
                                     html_text(name_of(outcome.status)));
    if (outcome.code) {
      status += fmt::format("<span class=\"sub\">{}</span>", html_text(*outcome.code));
    }
    table.rows.push_back(
        {fmt::format("<code>{}</code>", html_text(outcome.check)),
         std::move(status),
         milli_text(outcome.value_milli),
         milli_text(levels ? std::optional(levels->error_milli) : outcome.threshold_milli),
         levels ? milli_text(levels->warning_milli) : std::string(),
         levels ? fmt::format("<code>{}</code>", html_text(levels->threshold)) : std::string()});
  }
  return table;
}

std::string hints(const Evaluation& found) {
  if (found.issues.empty()) return {};
  std::string html = "<ul>\n";
  for (const Issue& issue : found.issues) {
    html +=
        fmt::format("<li><code>{}</code> {}</li>\n", html_text(issue.code), html_text(issue.hint));
  }
  return html + "</ul>\n";
}

std::string section(const Inspected& inspected, const Thresholds& set) {
  const bool ok = inspected.found.accepted();
  const std::string& name = inspected.pictures.front().file;
  std::string html =
      fmt::format("<section>\n<h2>{}{}</h2>\n<p>{}, by {} {}.</p>\n",
                  html_text(name),
                  inspected.pictures.size() > 1
                      ? fmt::format(" and {} more frames", inspected.pictures.size() - 1)
                      : "",
                  ok ? "Accepted" : "Refused",
                  html_text(inspected.found.engine.name),
                  html_text(inspected.found.engine.version));
  html += inspected.pictures.size() > 1 ? "<div class=\"frames\">\n" : "<div>\n";
  for (std::size_t i = 0; i < inspected.pictures.size(); ++i) html += figure(inspected, i);
  html += "</div>\n";
  return html + hints(inspected.found) + to_html(table_of(inspected, set)) + "</section>\n";
}

}  // namespace

std::string inspected_page(const std::vector<Inspected>& all, const Thresholds& set) {
  std::string page = html_head("Inspected pictures", true);
  page += fmt::format(
      "<body>\n<main>\n<header>\n<h1>Inspected pictures</h1>\n<p>Judged by the thresholds "
      "<code>{}</code>, version {}</p>\n</header>\n",
      to_hex(sha256(canonical_text(set))),
      kThresholdsVersion);
  for (const Inspected& inspected : all) page += section(inspected, set);
  page +=
      "<footer>This page holds the pictures as they are in their files, with all that these say of "
      "where and with what they were taken.</footer>\n</main>\n</body>\n</html>\n";
  return page;
}

}  // namespace countersign
