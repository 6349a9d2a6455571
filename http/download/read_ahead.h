#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/fair_pool.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "events/vault/vault_error.h"
#include "http/download/verified_file.h"

namespace countersign::http {

// Gives the files of a bundle in their order. While the caller sends a file, jobs on a pool read
// and verify the next two, so that hashing uses more than one core.
//
// The caller may hold a thread of the same pool, so next() never waits for a job that has not
// begun: the caller itself reads a file that nobody has begun. next() and end() wait only for a job
// that is reading, which waits for nothing but the disk. So no number of callers can block a pool.
//
// A job is not bound to a file. It takes the first file that nobody has begun, so at most two jobs
// of this object are in the pool's queue, whatever the number of files. If the pool refuses a job,
// the caller reads one file after another.
//
// Memory: the file that next() returned last, and two files more.
//
// Call next() and end() on one thread. Must be made shared, since a job may still be in the queue
// after end(); that job has no effect. The pool must outlive this object.
class ReadAhead : public std::enable_shared_from_this<ReadAhead> {
 public:
  using Fetched = Result<VerifiedFile, VaultError>;
  // Reads and verifies the file with this index. Called on several threads, once for each file, and
  // not after end(). Lack of memory, std::bad_alloc, counts as VaultError::Io.
  using Read = std::function<Fetched(std::size_t index)>;

  static constexpr std::size_t kFilesAhead = 2;  // beyond the file that next() returned last

  // The jobs take their turns in `line`.
  ReadAhead(FairPool& pool, ClientKey line, std::size_t file_count, Read read);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // Returns the files, one for each call. REQUIRES: a file is left; end() was not called.
  Fetched next();

  // Begins no more files, waits for those that are being read, and releases all memory of files.
  void end();

 private:
  Fetched read_now(std::size_t index) const;
  Fetched take(std::size_t index);
  void run_job();
  void post_jobs() REQUIRES_LOCK(mutex_);
  bool post_job() REQUIRES_LOCK(mutex_);

  FairPool& pool_;
  const ClientKey line_;
  const Read read_;
  Mutex mutex_;
  Condition file_read_;
  // The files that jobs have read and next() has not returned.
  std::vector<std::optional<Fetched>> files_ GUARDED_BY(mutex_);
  std::size_t returned_ GUARDED_BY(mutex_) = 0;  // by next(), or about to be
  std::size_t begun_ GUARDED_BY(mutex_) = 0;     // by a job or by next(); always the first ones
  std::size_t allowed_ GUARDED_BY(mutex_) = 0;   // to be begun: this many files from the first
  std::size_t jobs_queued_ GUARDED_BY(mutex_) = 0;
  std::size_t jobs_reading_ GUARDED_BY(mutex_) = 0;
};

}  // namespace countersign::http
