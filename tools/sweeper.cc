#include "tools/sweeper.h"

#include "http/random_ids.h"
#include "projections/sweep.h"

namespace countersign {

namespace {

// Sessions purged between two looks at whether the program wants to end.
constexpr std::size_t kPartSessions = 500;

}  // namespace

Sweeper::Sweeper(DataFolder& data,
                 const Clock& clock,
                 RandomSource& random,
                 const http::ServiceSettings& settings,
                 http::Metrics& metrics,
                 Journal& journal)
    : data_(data),
      clock_(clock),
      random_(random),
      settings_(settings),
      metrics_(metrics),
      journal_(journal),
      thread_([this] { run(); }) {}

Sweeper::~Sweeper() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stop_asked_.notify_all();
  thread_.join();
}

bool Sweeper::stopping() {
  const std::lock_guard lock(mutex_);
  return stop_;
}

void Sweeper::run() {
  while (sweep_all()) {
    std::unique_lock lock(mutex_);
    if (stop_asked_.wait_for(lock, settings_.sweep_interval, [this] { return stop_; })) return;
  }
}

bool Sweeper::sweep_all() {
  bool complete = false;
  while (!complete && !stopping()) {
    SweepOptions options;
    options.now = clock_.now();
    options.retention = settings_.retention;
    options.retention_unfinished = settings_.retention_unfinished;
    options.limit = kPartSessions;
    options.request = RequestId(to_string(http::random_uuid(random_)));
    const auto report = sweep(data_, options);
    if (!report) {
      journal_.error("sweep failed", {{"why", std::string(describe(report.error()))}});
      return report.error() == StoreError::Full;
    }
    metrics_.swept(*report);
    if (report->expired_sessions + report->purged_sessions + report->failed_files > 0) {
      journal_.info("swept",
                    {{"expired", std::to_string(report->expired_sessions)},
                     {"purged", std::to_string(report->purged_sessions)},
                     {"files", std::to_string(report->purged_files)},
                     {"bytes", std::to_string(report->purged_bytes)},
                     {"failed", std::to_string(report->failed_files)}});
    }
    complete = report->complete;
  }
  return !stopping();
}

}  // namespace countersign
