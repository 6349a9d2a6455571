#include "tools/report/report_page.h"

#include <fmt/format.h>

#include "tools/report/figures.h"
#include "tools/report/html_page.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

std::string span_of(const Activity& activity) {
  if (!activity.first_at) return "No event was read.";
  return fmt::format("Events 1 to {}, from {} to {} (UTC)",
                     html_number(activity.events),
                     html_time(*activity.first_at),
                     html_time(*activity.last_at));
}

}  // namespace

std::string report_page(const ReportInput& input) {
  const std::string origin =
      input.verdict.origin.empty() ? "a log of unknown origin" : html_text(input.verdict.origin);
  std::string page = html_head("Audit report: " + origin);
  page += fmt::format(
      "<body>\n<main>\n<header>\n<h1>Audit "
      "report</h1>\n<p><bdi>{}</bdi></p>\n<p>{}</p>\n</header>\n"
      "<nav aria-label=\"Sections\"><a href=\"#summary\">Summary</a><a href=\"#volume\">Volume</a>"
      "<a href=\"#sessions\">Outcomes</a><a href=\"#downloads\">Downloads</a>"
      "<a href=\"#looks\">Who saw and decided</a>"
      "<a href=\"#purges\">Purges, holds, keys</a><a href=\"#checkpoints\">Checkpoints</a>"
      "<a href=\"#clients\">Clients</a></nav>\n",
      origin,
      span_of(input.activity));
  page += verdict_section(input);
  page += summary_section(input.activity);
  page += volume_section(input.activity);
  page += sessions_section(input.activity);
  page += downloads_section(input.activity);
  page += looks_section(input.activity);
  page += purges_section(input.activity);
  page += checkpoints_section(input.verdict);
  page += clients_section(input.activity);
  page +=
      "<footer>All times and days are UTC. The figures are counted from the events of the log, "
      "nothing else, and can be counted again from events.jsonl. Hover over a bar, or open the "
      "table "
      "under a chart, for its values.</footer>\n</main>\n</body>\n</html>\n";
  return page;
}

}  // namespace countersign
