#pragma once
#include <optional>
#include <set>
#include <string>

#include "core/client/client.h"
#include "core/ids.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "http/call/problem.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

struct RecordedThresholds {
  Thresholds set;
  Sha256 sha256;  // of its canonical text; the log stores the set under it
};

// The thresholds that each client's images are judged by: the server's, except those that the
// client's policy overrides. Every set that is returned is in the log, so that any judgement can be
// repeated with its set.
// Thread-safe. Waits for the writer when a set is used for the first time, so it may be called on
// any thread except the writer's.
class ThresholdRegistry {
 public:
  ThresholdRegistry(DataFolder& data, const Thresholds& servers) : data_(data), servers_(servers) {}

  // Like of(), but does not record the set, so for a caller that judges nothing by it. Does not
  // wait.
  Result<Thresholds, Problem> set_of(const ClientKey& key) const;

  // A policy with a threshold that this version does not know gives 503.
  Result<RecordedThresholds, Problem> of(const Client& client);
  Result<RecordedThresholds, Problem> of(const ClientKey& key);
  // For clients without thresholds of their own.
  Result<RecordedThresholds, Problem> of_server();

 private:
  Result<Thresholds, Problem> set_of(const Client& client) const;
  Result<RecordedThresholds, Problem> recorded(const Thresholds& set);

  DataFolder& data_;
  const Thresholds servers_;
  Mutex mutex_;
  std::set<Sha256> in_log_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
