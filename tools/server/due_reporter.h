#pragma once
#include <thread>

#include "core/machine/threads/stop.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "projections/folder/data_folder.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Reports the cases that become overdue, at the start and then each minute (overdue.h of
// projections/retention). Owns its thread; the destructor waits for a few cases at most. All
// references must outlive this object.
class DueReporter {
 public:
  DueReporter(DataFolder& data,
              const Clock& clock,
              RandomSource& random,
              OperatorLog& operator_log);
  ~DueReporter();
  DueReporter(const DueReporter&) = delete;
  DueReporter& operator=(const DueReporter&) = delete;

 private:
  void run();
  // Returns false if nothing can be reported any more.
  bool report();

  DataFolder& data_;
  const Clock& clock_;
  RandomSource& random_;
  OperatorLog& operator_log_;
  Stop stop_;
  std::thread thread_;
};

}  // namespace countersign
