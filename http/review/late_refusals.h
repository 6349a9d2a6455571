#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <thread>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "http/call/call.h"

namespace countersign::http {

// Refusals that are kept back for a moment. Somebody who goes on calling beyond a rate then waits,
// and takes next to nothing of the processor from those who keep theirs. A call that is kept holds
// the place of its connection, so not all are: kEach of one caller, kMax in all. Any further one is
// refused at once, and its connection ends: the caller has to connect again, as every stranger may.
// The same holds without memory. The calls that are left when this object is destroyed are refused
// then. Thread-safe.
class LateRefusals {
 public:
  static constexpr std::size_t kEach = 48;
  static constexpr std::size_t kMax = 144;

  explicit LateRefusals(std::chrono::milliseconds delay);
  ~LateRefusals();
  LateRefusals(const LateRefusals&) = delete;
  LateRefusals& operator=(const LateRefusals&) = delete;

  void refuse(const ClientKey& caller, const CallPtr& call, const Problem& problem);

 private:
  struct Late {
    ClientKey caller;
    CallPtr call;
    Problem problem;
  };

  bool keep(const ClientKey& caller, const CallPtr& call, const Problem& problem);
  bool has_room(const ClientKey& caller) const REQUIRES_LOCK(mutex_);
  Late take_first() REQUIRES_LOCK(mutex_);
  void run();

  const std::chrono::milliseconds delay_;
  Mutex mutex_;
  Condition changed_;
  std::multimap<SteadyTime, Late> late_ GUARDED_BY(mutex_);
  std::map<ClientKey, std::size_t> kept_ GUARDED_BY(mutex_);  // of callers with any
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace countersign::http
