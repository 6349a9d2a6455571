#pragma once
#include <string>

#include "events/audit/activity.h"
#include "events/audit/export/verify_export.h"

namespace countersign {

// The input of a report. `activity` covers the events up to which the verification came.
struct ReportInput {
  const ExportFindings& verdict;
  const Activity& activity;
  bool from_export = true;  // false: from the log itself, without tiles
};

// A report as one page (HTML that is well-formed XML too): the page loads nothing from elsewhere
// and runs no script, and all text from the log is escaped. The same input gives the same page.
std::string report_page(const ReportInput& input);

// The parts of the page, each a <section>.
std::string verdict_section(const ReportInput& input);  // verdict_section.cc
std::string summary_section(const Activity& activity);  // activity_sections.cc
std::string volume_section(const Activity& activity);
std::string sessions_section(const Activity& activity);
std::string downloads_section(const Activity& activity);
// looks_section.cc
std::string looks_section(const Activity& activity);
std::string purges_section(const Activity& activity);
std::string checkpoints_section(const ExportFindings& verdict);  // verdict_section.cc
std::string clients_section(const Activity& activity);

}  // namespace countersign
