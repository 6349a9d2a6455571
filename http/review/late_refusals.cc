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

void LateRefusals::refuse(const ClientKey& caller, const CallPtr& call, const Problem& problem) {
  if (keep(caller, call, problem)) return;
  Response response = encode(problem, call->request_id().value());
  response.close = true;
  call->reply(std::move(response));
}

bool LateRefusals::has_room(const ClientKey& caller) const {
  if (stopping_ || late_.size() >= kMax) return false;
  const auto own = kept_.find(caller);
  return own == kept_.end() || own->second < kEach;
}

bool LateRefusals::keep(const ClientKey& caller, const CallPtr& call, const Problem& problem) {
  if (delay_.count() <= 0) return false;
  try {
    const MutexLock lock(mutex_);
    if (!has_room(caller)) return false;
    const auto own = kept_.try_emplace(caller).first;
    late_.emplace(steady_now() + delay_, Late{caller, call, problem});
    ++own->second;
  } catch (const std::bad_alloc&) {
    return false;
  }
  changed_.notify_all();
  return true;
}

LateRefusals::Late LateRefusals::take_first() {
  const auto first = late_.begin();
  Late taken = std::move(first->second);
  late_.erase(first);
  const auto own = kept_.find(taken.caller);
  if (--own->second == 0) kept_.erase(own);
  return taken;
}

void LateRefusals::run() {
  RelockableMutexLock lock(mutex_);
  for (;;) {
    if (late_.empty()) {
      if (stopping_) return;
      changed_.wait(mutex_);
      continue;
    }
    const SteadyTime first = late_.begin()->first;
    if (!stopping_ && steady_now() < first) {
      (void)changed_.wait_until(mutex_, first);
      continue;
    }
    const Late due = take_first();
    lock.unlock();
    due.call->refuse(due.problem);
    lock.lock();
  }
}

}  // namespace countersign::http
