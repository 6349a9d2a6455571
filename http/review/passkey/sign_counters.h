#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "core/machine/threads/mutex.h"

namespace countersign::http {

// The newest counter of each passkey that has signed since the server began, so that of two
// assertions with one counter the second is refused, whatever they are for, and also while the
// first is on its way into the log. The log has the counters of logins and decisions, which are
// what is known after a restart. Holds an entry for each registered passkey at most. Thread-safe.
class SignCounters {
 public:
  // Returns whether the counter goes on from the log's and from the newest one here
  // (core/reviewer/passkey.h). Remembers it if it does.
  bool advance(const std::string& passkey, std::uint32_t in_log, std::uint32_t now);

 private:
  Mutex mutex_;
  std::map<std::string, std::uint32_t> newest_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
