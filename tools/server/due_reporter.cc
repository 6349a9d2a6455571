#include "tools/server/due_reporter.h"

#include <chrono>
#include <string>

#include "http/wire/random_ids.h"
#include "projections/retention/overdue.h"

namespace countersign {
namespace {

// A due time is a minute at least, and nobody waits for the report.
constexpr Duration kReportInterval = std::chrono::minutes(1);

}  // namespace

DueReporter::DueReporter(DataFolder& data,
                         const Clock& clock,
                         RandomSource& random,
                         OperatorLog& operator_log)
    : data_(data), clock_(clock), random_(random), operator_log_(operator_log), thread_([this] {
        run();
      }) {}

DueReporter::~DueReporter() {
  stop_.ask();
  thread_.join();
}

void DueReporter::run() {
  do {
    if (!report()) return;
  } while (stop_.sleep_for(kReportInterval));
}

bool DueReporter::report() {
  OverdueOptions options;
  options.now = clock_.now();
  options.request = RequestId(to_string(http::random_uuid(random_)));
  options.given_up = GivenUp([this] { return stop_.asked(); });
  const auto report = report_overdue(data_, options);
  if (!report) {
    const bool is_over = report.error() == StoreError::Stopped;
    if (is_over && stop_.asked()) return false;
    operator_log_.error("due times: overdue cases were not reported: tried again",
                        {{"why", std::string(describe(report.error()))}});
    return !is_over;
  }
  if (report->reported > 0) {
    operator_log_.info("due times: cases are overdue: reported",
                       {{"cases", std::to_string(report->reported)}});
  }
  if (report->unread > 0) {
    operator_log_.error("due times: due cases cannot be read: not reported; verify the log",
                        {{"cases", std::to_string(report->unread)}});
  }
  return true;
}

}  // namespace countersign
