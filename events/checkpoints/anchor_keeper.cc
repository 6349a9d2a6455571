#include "events/checkpoints/anchor_keeper.h"

namespace countersign {

AnchorKeeper::AnchorKeeper(EventLog& log) : log_(log), thread_([this] { run(); }) {}

AnchorKeeper::~AnchorKeeper() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopping_changed_.notify_one();
  thread_.join();
  write();
}

std::optional<StoreError> AnchorKeeper::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void AnchorKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_changed_.wait_for(lock, kPeriod, [&] { return stopping_; })) {
    lock.unlock();
    write();
    lock.lock();
  }
}

void AnchorKeeper::write() {
  const auto failure = log_.write_anchor();
  const std::lock_guard lock(mutex_);
  failure_ = failure;
}

}  // namespace countersign
