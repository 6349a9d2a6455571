#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <thread>

#include "core/machine/steady_now.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "http/call/call.h"

namespace countersign::http {

// Refusals that are kept back for a moment. Somebody who goes on calling beyond a rate then waits
// on each of their connections, and takes next to nothing of the processor from those who keep
// theirs. Thread-safe. A call that cannot be kept, because so many are or memory is lacking, is
// refused at once; so are all that are left when this object is destroyed.
class LateRefusals {
 public:
  static constexpr std::size_t kMax = 1024;

  explicit LateRefusals(std::chrono::milliseconds delay);
  ~LateRefusals();
  LateRefusals(const LateRefusals&) = delete;
  LateRefusals& operator=(const LateRefusals&) = delete;

  void refuse(const CallPtr& call, const Problem& problem);

 private:
  struct Late {
    CallPtr call;
    Problem problem;
  };

  bool keep(const CallPtr& call, const Problem& problem);
  void run();

  const std::chrono::milliseconds delay_;
  Mutex mutex_;
  Condition changed_;
  std::multimap<SteadyTime, Late> late_ GUARDED_BY(mutex_);
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace countersign::http
