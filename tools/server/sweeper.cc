#include "tools/server/sweeper.h"

#include <chrono>

#include "events/rocks/database/open_tables.h"
#include "http/wire/random_ids.h"
#include "tools/server/descriptor_budget.h"

namespace countersign {

Sweeper::Sweeper(DataFolder& data,
                 const Clock& clock,
                 RandomSource& random,
                 const http::ServiceSettings& settings,
                 http::Metrics& metrics,
                 OperatorLog& operator_log)
    : data_(data),
      clock_(clock),
      random_(random),
      settings_(settings),
      metrics_(metrics),
      operator_log_(operator_log),
      thread_([this] { run(); }) {}

Sweeper::~Sweeper() {
  stop_.ask();
  thread_.join();
}

void Sweeper::run() {
  do {
    if (!sweep_all()) return;
    look_at_tables();
  } while (stop_.sleep_for(settings_.sweep_interval.get()));
}

void Sweeper::look_at_tables() {
  const std::uint64_t tables = data_.log().tables();
  const std::uint64_t limit = descriptor_limit();
  const bool many = tables > many_tables(limit);
  if (many && !had_many_tables_) {
    operator_log_.warn("log: more tables than half of the files that may be open: raise the limit",
                       {{"tables", std::to_string(tables)}, {"open_files", std::to_string(limit)}});
  }
  had_many_tables_ = many;
  const bool damaged = data_.log().is_damaged();
  if (damaged && !was_damaged_) {
    operator_log_.error(
        "log: a table is damaged, and tables are merged no more: rebuild the projections; if that "
        "does not help, restore a backup");
  }
  was_damaged_ = damaged;
}

bool Sweeper::sweep_all() {
  SweepReport counted;
  const auto begun = std::chrono::steady_clock::now();
  SweepOptions options;
  options.now = clock_.now();
  options.periods = settings_.periods();
  options.request = RequestId(to_string(http::random_uuid(random_)));
  options.after_batch = [&](const SweepReport& so_far) {
    count(so_far, counted);
    const auto elapsed =
        std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begun);
    return stop_.sleep_for(pause_for(so_far.purged_sessions, elapsed, settings_.sweep_rate));
  };
  const auto report = sweep(data_, options);
  if (!report) {
    const bool is_over = report.error() == StoreError::Stopped;
    if (is_over && stop_.asked()) return false;
    operator_log_.error("sweeper: sweep failed: tried again",
                        {{"why", std::string(describe(report.error()))}});
    if (report.error() == StoreError::Corrupt) {
      operator_log_.error(
          "sweeper: projections are damaged: rebuild them, or sessions stay unpurged");
    }
    return !is_over;
  }
  if (report->unread_sessions > 0) {
    operator_log_.error("sweeper: due sessions cannot be read: they stay unpurged; verify the log",
                        {{"sessions", std::to_string(report->unread_sessions)}});
  }
  if (report->expired_sessions + report->purged_sessions + report->failed_files > 0) {
    operator_log_.info("sweeper: swept",
                       {{"expired", std::to_string(report->expired_sessions)},
                        {"purged", std::to_string(report->purged_sessions)},
                        {"files", std::to_string(report->purged_files)},
                        {"bytes", std::to_string(report->purged_bytes)},
                        {"failed", std::to_string(report->failed_files)}});
  }
  return true;
}

void Sweeper::count(const SweepReport& so_far, SweepReport& counted) {
  SweepReport more;
  more.expired_sessions = so_far.expired_sessions - counted.expired_sessions;
  more.purged_sessions = so_far.purged_sessions - counted.purged_sessions;
  more.purged_files = so_far.purged_files - counted.purged_files;
  more.purged_bytes = so_far.purged_bytes - counted.purged_bytes;
  metrics_.swept(more);
  counted = so_far;
}

}  // namespace countersign
