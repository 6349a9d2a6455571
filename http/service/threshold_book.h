#pragma once
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/result.h"
#include "http/call/problem.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

struct ThresholdsInUse {
  Thresholds set;
  Sha256 sha256;  // of its canonical text, by which the log has it
};

// By which thresholds each client's images are judged: the server's, but for those that the
// client's policy has. No set is given out that is not in the log, so that whatever is judged by it
// can be judged again. Thread-safe; waits for the writer when a set is used for the first time, and
// so is for any thread but the writer's.
class ThresholdBook {
 public:
  ThresholdBook(DataFolder& data, const Thresholds& servers) : data_(data), servers_(servers) {}

  // A policy that names a threshold that this version does not have is a problem of the machine.
  Result<ThresholdsInUse, Problem> of(const ClientKey& client);
  // Of clients without thresholds of their own.
  Result<ThresholdsInUse, Problem> of_server();

 private:
  Result<ThresholdsInUse, Problem> recorded(const Thresholds& set);

  DataFolder& data_;
  const Thresholds servers_;
  std::mutex mutex_;
  std::set<Sha256> in_log_;
};

}  // namespace countersign::http
