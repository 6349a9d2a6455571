#pragma once
#include <shared_mutex>

#include "core/machine/threads/lock_annotations.h"

namespace countersign {

// A std::shared_mutex that clang knows (lock_annotations.h): one thread writes, or many read.
class LOCK_CLASS SharedMutex {
 public:
  SharedMutex() = default;
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void lock() ACQUIRES_LOCK() { native_.lock(); }
  // REQUIRES: held by the calling thread, for writing.
  void unlock() RELEASES_LOCK() { native_.unlock(); }
  void lock_shared() ACQUIRES_SHARED_LOCK() { native_.lock_shared(); }
  // REQUIRES: held by the calling thread, for reading.
  void unlock_shared() RELEASES_SHARED_LOCK() { native_.unlock_shared(); }

 private:
  std::shared_mutex native_;
};

// Holds a mutex for writing as long as it lives.
class SCOPED_LOCK_CLASS WriteLock {
 public:
  explicit WriteLock(SharedMutex& mutex) ACQUIRES_LOCK(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~WriteLock() RELEASES_LOCK() { mutex_.unlock(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  SharedMutex& mutex_;
};

// Holds a mutex for reading as long as it lives.
class SCOPED_LOCK_CLASS ReadLock {
 public:
  explicit ReadLock(SharedMutex& mutex) ACQUIRES_SHARED_LOCK(mutex) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReadLock() RELEASES_LOCK() { mutex_.unlock_shared(); }
  ReadLock(const ReadLock&) = delete;
  ReadLock& operator=(const ReadLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace countersign
