#include "events/checkpoints/anchor_keeper.h"

#include "core/machine/steady_now.h"

namespace countersign {

AnchorKeeper::AnchorKeeper(EventLog& log) : log_(log), thread_([this] { run(); }) {}

AnchorKeeper::~AnchorKeeper() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  stopping_changed_.notify_one();
  thread_.join();
  write();
}

std::optional<StoreError> AnchorKeeper::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

void AnchorKeeper::run() {
  RelockableMutexLock lock(mutex_);
  for (;;) {
    const SteadyTime end = steady_now() + kPeriod;
    while (!stopping_ && stopping_changed_.wait_until(mutex_, end)) continue;
    if (stopping_) return;
    lock.unlock();
    write();
    lock.lock();
  }
}

void AnchorKeeper::write() {
  const auto failure = log_.write_anchor();
  const MutexLock lock(mutex_);
  failure_ = failure;
}

}  // namespace countersign
