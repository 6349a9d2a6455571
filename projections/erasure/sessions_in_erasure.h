#pragma once
#include <set>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// The sessions whose erasure is being decided on. Their keys must stay under the slots that the
// erasure has read and is about to destroy: a finalization that wrapped such a key under another
// slot would leave a copy of the key that nothing destroys.
// Thread-safe.
class SessionsInErasure {
 public:
  void add(const std::vector<SessionId>& sessions) {
    const MutexLock lock(mutex_);
    sessions_.insert(sessions.begin(), sessions.end());
  }
  void remove(const std::vector<SessionId>& sessions) {
    const MutexLock lock(mutex_);
    for (const SessionId& session : sessions) sessions_.erase(session);
  }
  bool has(const SessionId& session) const {
    const MutexLock lock(mutex_);
    return sessions_.contains(session);
  }

 private:
  mutable Mutex mutex_;
  std::set<SessionId> sessions_ GUARDED_BY(mutex_);
};

}  // namespace countersign
