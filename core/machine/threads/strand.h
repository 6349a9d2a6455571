#pragma once
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "core/machine/threads/fair_pool.h"

namespace countersign {

// Runs jobs on a pool one after another, in the order they were posted, never two
// at the same time: what one job has done, the next one sees without a lock.
//
// Takes at most one place in the pool, and after a few jobs lets others of the pool have
// their turn. Thread-safe. Made shared, since it lives until its last job
// has run; the pool must outlive it. A job may throw nothing but std::bad_alloc, which ends it
// alone.
class Strand : public std::enable_shared_from_this<Strand> {
 public:
  // `client` is whose turns in the pool its jobs take.
  Strand(FairPool& pool, ClientKey client) : pool_(pool), client_(std::move(client)) {}

  // False when the pool is full; then the job was not taken.
  bool post(FairPool::Job job);

 private:
  static constexpr std::size_t kJobsInTurn = 8;

  void run();
  bool take_place();

  FairPool& pool_;
  const ClientKey client_;
  std::mutex mutex_;
  std::deque<FairPool::Job> jobs_;
  bool running_ = false;
};

}  // namespace countersign
