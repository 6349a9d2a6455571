#include "http/download/read_ahead.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/check.h"

namespace countersign::http {

ReadAhead::ReadAhead(FairPool& pool, ClientKey line, std::size_t file_count, Read read)
    : pool_(pool), line_(std::move(line)), read_(std::move(read)), files_(file_count) {}

ReadAhead::Fetched ReadAhead::next() {
  std::size_t index = 0;
  bool reads_itself = false;
  {
    const MutexLock lock(mutex_);
    check(returned_ < files_.size(), "a file is left when the next one is asked for");
    index = returned_++;
    allowed_ = std::min(files_.size(), returned_ + kFilesAhead);
    reads_itself = begun_ == index;
    if (reads_itself) ++begun_;
    post_jobs();
  }
  return reads_itself ? read_now(index) : take(index);
}

void ReadAhead::end() {
  const MutexLock lock(mutex_);
  allowed_ = 0;
  while (jobs_reading_ > 0) file_read_.wait(mutex_);
  files_.clear();
}

ReadAhead::Fetched ReadAhead::read_now(std::size_t index) const {
  try {
    return read_(index);
  } catch (const std::bad_alloc&) {
    return VaultError::Io;
  }
}

// To move a file may need memory, because it has deques.
ReadAhead::Fetched ReadAhead::take(std::size_t index) {
  const MutexLock lock(mutex_);
  std::optional<Fetched>& slot = files_[index];
  while (!slot) file_read_.wait(mutex_);
  try {
    Fetched file = std::move(*slot);
    slot.reset();
    return file;
  } catch (const std::bad_alloc&) {
    return VaultError::Io;
  }
}

void ReadAhead::run_job() {
  std::size_t index = 0;
  {
    const MutexLock lock(mutex_);
    --jobs_queued_;
    if (begun_ >= allowed_) return;
    index = begun_++;
    ++jobs_reading_;
  }
  Fetched file = read_now(index);
  const MutexLock lock(mutex_);
  --jobs_reading_;
  try {
    files_[index].emplace(std::move(file));
  } catch (const std::bad_alloc&) {
    files_[index].emplace(VaultError::Io);
  }
  file_read_.notify_all();
}

void ReadAhead::post_jobs() {
  while (begun_ + jobs_queued_ < allowed_ && post_job()) ++jobs_queued_;
}

// If memory for the request to the pool is lacking, the pool counts as full.
bool ReadAhead::post_job() {
  try {
    return pool_.submit(line_, [self = shared_from_this()] { self->run_job(); });
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace countersign::http
