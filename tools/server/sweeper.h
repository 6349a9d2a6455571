#pragma once
#include <thread>

#include "core/machine/threads/stop.h"
#include "core/utc_time.h"
#include "http/metrics/metrics.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/sweep.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Sweeps the data folder at the start and then at every interval: expires sessions, deletes files
// whose retention is over, and checks the number of the log's tables. Owns its thread; the
// destructor waits for a few sessions at most. All references must outlive this object.
class Sweeper {
 public:
  Sweeper(DataFolder& data,
          const Clock& clock,
          RandomSource& random,
          const http::ServiceSettings& settings,
          http::Metrics& metrics,
          OperatorLog& operator_log);
  ~Sweeper();
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

 private:
  void run();
  // Returns false if the sweeper is to stop, or if the log has failed and nothing can be swept any
  // more.
  bool sweep_all();
  // Warns when the database begins to have so many tables that the process may run out of
  // descriptors, and when a merge has met a damaged one.
  void look_at_tables();
  // Adds what `so_far` has beyond `counted` to the metrics, and sets `counted` to `so_far`.
  void count(const SweepReport& so_far, SweepReport& counted);

  DataFolder& data_;
  const Clock& clock_;
  RandomSource& random_;
  const http::ServiceSettings& settings_;
  http::Metrics& metrics_;
  OperatorLog& operator_log_;
  Stop stop_;
  bool had_many_tables_ = false;  // used by the sweeper's thread only
  bool was_damaged_ = false;      // the same
  std::thread thread_;
};

}  // namespace countersign
