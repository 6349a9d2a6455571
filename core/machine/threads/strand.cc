#include "core/machine/threads/strand.h"

#include <new>
#include <utility>

namespace countersign {

bool Strand::post(FairPool::Job job) {
  FairPool::Job refused;  // destroyed after the lock, since it may own the last reference to this
  const MutexLock lock(mutex_);
  jobs_.push_back(std::move(job));
  if (running_ || take_place()) {
    running_ = true;
    return true;
  }
  refused = std::move(jobs_.back());
  jobs_.pop_back();
  return false;
}

// If memory for the request to the pool is lacking, the pool counts as full.
bool Strand::take_place() {
  try {
    return pool_.submit(client_, [self = shared_from_this()] { self->run(); });
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void Strand::run() {
  for (std::size_t done = 0;; ++done) {
    if (done >= kJobsInTurn) {
      done = 0;
      // If the pool is full, go on without giving way: the jobs in the pool can wait.
      if (take_place()) return;
    }
    FairPool::Job job;
    {
      const MutexLock lock(mutex_);
      if (jobs_.empty()) {
        running_ = false;
        return;
      }
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    try {
      job();
    } catch (const std::bad_alloc&) {
      // The jobs after it still have their turn.
    }
  }
}

}  // namespace countersign
