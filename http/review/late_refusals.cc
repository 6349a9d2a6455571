#include "http/review/late_refusals.h"

#include <new>
#include <utility>

namespace countersign::http {

LateRefusals::LateRefusals(std::chrono::milliseconds delay)
    : delay_(delay), thread_([this] { run(); }) {}

LateRefusals::~LateRefusals() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LateRefusals::refuse(const CallPtr& call, const Problem& problem) {
  if (!keep(call, problem)) call->refuse(problem);
}

bool LateRefusals::keep(const CallPtr& call, const Problem& problem) {
  if (delay_.count() <= 0) return false;
  try {
    const MutexLock lock(mutex_);
    if (stopping_ || late_.size() >= kMax) return false;
    late_.emplace(steady_now() + delay_, Late{call, problem});
  } catch (const std::bad_alloc&) {
    return false;
  }
  changed_.notify_all();
  return true;
}

void LateRefusals::run() {
  RelockableMutexLock lock(mutex_);
  for (;;) {
    if (late_.empty()) {
      if (stopping_) return;
      changed_.wait(mutex_);
      continue;
    }
    const auto first = late_.begin();
    if (!stopping_ && steady_now() < first->first) {
      (void)changed_.wait_until(mutex_, first->first);
      continue;
    }
    const Late due = std::move(first->second);
    late_.erase(first);
    lock.unlock();
    due.call->refuse(due.problem);
    lock.lock();
  }
}

}  // namespace countersign::http
