#include "events/checkpoints/anchor_keeper.h"

namespace countersign {

AnchorKeeper::AnchorKeeper(LogFiles& files) : files_(files), thread_([this] { run(); }) {}

AnchorKeeper::~AnchorKeeper() {
  stop_.ask();
  thread_.join();
  write();
}

std::optional<StoreError> AnchorKeeper::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

void AnchorKeeper::run() {
  while (stop_.sleep_for(kPeriod)) write();
}

void AnchorKeeper::write() {
  const auto failure = files_.write_anchor();
  const MutexLock lock(mutex_);
  failure_ = failure;
}

}  // namespace countersign
