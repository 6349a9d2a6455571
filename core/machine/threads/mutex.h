#pragma once
#include <mutex>
#include <utility>

#include "core/machine/threads/lock_annotations.h"

namespace countersign {

// A std::mutex that clang knows (lock_annotations.h), at no cost beyond it. condition.h has the
// condition variable for it.
class LOCK_CLASS Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() ACQUIRES_LOCK() { native_.lock(); }
  bool try_lock() TRIES_LOCK(true) { return native_.try_lock(); }
  // REQUIRES: held by the calling thread.
  void unlock() RELEASES_LOCK() { native_.unlock(); }

 private:
  friend class Condition;
  std::mutex native_;
};

// Holds a mutex as long as it lives, as std::lock_guard does.
class SCOPED_LOCK_CLASS MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ACQUIRES_LOCK(mutex) : mutex_(mutex) { mutex_.lock(); }
  // Takes over a mutex that the calling thread holds.
  MutexLock(Mutex& mutex, std::adopt_lock_t /*held*/) REQUIRES_LOCK(mutex) : mutex_(mutex) {}
  ~MutexLock() RELEASES_LOCK() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// Holds a mutex, and may let go of it and take it again before it ends.
class SCOPED_LOCK_CLASS RelockableMutexLock {
 public:
  explicit RelockableMutexLock(Mutex& mutex) ACQUIRES_LOCK(mutex) : lock_(mutex) {}
  ~RelockableMutexLock() RELEASES_LOCK() = default;
  RelockableMutexLock(const RelockableMutexLock&) = delete;
  RelockableMutexLock& operator=(const RelockableMutexLock&) = delete;

  // REQUIRES: not held.
  void lock() ACQUIRES_LOCK() { lock_.lock(); }
  // REQUIRES: held.
  void unlock() RELEASES_LOCK() { lock_.unlock(); }

 private:
  std::unique_lock<Mutex> lock_;
};

// Lets go of a mutex that the calling thread holds, and takes it again at lock() or when it ends.
// For a function that is called with the mutex held and works for a while without it.
class SCOPED_LOCK_CLASS MutexUnlock {
 public:
  explicit MutexUnlock(Mutex& mutex) RELEASES_LOCK(mutex) : mutex_(&mutex) { mutex.unlock(); }
  ~MutexUnlock() RELEASES_LOCK() {
    if (mutex_ != nullptr) mutex_->lock();
  }
  MutexUnlock(const MutexUnlock&) = delete;
  MutexUnlock& operator=(const MutexUnlock&) = delete;

  // REQUIRES: not called before. In clang's view this object holds the freedom of the mutex, and
  // gives it up here.
  void lock() RELEASES_LOCK() { std::exchange(mutex_, nullptr)->lock(); }

 private:
  Mutex* mutex_;  // null once it is locked again
};

}  // namespace countersign
