#pragma once
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

#include "core/machine/threads/fair_pool.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// Runs jobs on a pool one after another, in the order in which they were posted, never two at the
// same time. A job sees the effects of the previous one without a lock.
//
// Takes at most one place in the pool, and after a few jobs gives way to other jobs of the pool.
// Thread-safe. Must be made shared, since it lives until its last job has run; the pool must
// outlive it. A job may throw only std::bad_alloc, which ends that job alone.
class Strand : public std::enable_shared_from_this<Strand> {
 public:
  // `client` is the client whose turns in the pool the jobs take.
  Strand(FairPool& pool, ClientKey client) : pool_(pool), client_(std::move(client)) {}

  // Returns false if the pool is full; then the job is not taken.
  bool post(FairPool::Job job);

 private:
  static constexpr std::size_t kJobsInTurn = 8;

  void run();
  bool take_place();

  FairPool& pool_;
  const ClientKey client_;
  Mutex mutex_;
  std::deque<FairPool::Job> jobs_ GUARDED_BY(mutex_);
  bool running_ GUARDED_BY(mutex_) = false;
};

}  // namespace countersign
