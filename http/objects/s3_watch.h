#pragma once
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "core/machine/threads/mutex.h"
#include "core/machine/threads/stop.h"
#include "http/objects/s3_client.h"

namespace countersign::http {

// Watches a bucket in a thread of its own. While the store fails, the thread asks it every few
// seconds for what has failed, so that readiness comes back without a caller. While the store
// serves, it asks every few minutes whether the bucket has begun to keep what is removed.
//
// Thread-safe. The client must outlive it.
class S3Watch {
 public:
  // The thread calls `settle` every few minutes too, while the store serves.
  S3Watch(S3Client& client, std::string node, std::function<void()> settle);
  ~S3Watch();
  S3Watch(const S3Watch&) = delete;
  S3Watch& operator=(const S3Watch&) = delete;

  // At most once.
  void start();
  // Ends the client's calls, and the thread.
  void stop();

  // An answer has shown that the bucket keeps what is removed.
  void note_kept(std::string why) { set_kept(std::move(why)); }
  bool keeps() const EXCLUDES_LOCK(mutex_);
  // Whether a removal would fail now, and the thread will find out when that ends.
  bool removes_nothing_now() const;
  // A sentence without the store's name; what the bucket keeps comes before other faults.
  std::optional<std::string> fault() const EXCLUDES_LOCK(mutex_);

 private:
  // Tells the operator when that begins, and when it ends.
  void set_kept(std::optional<std::string> why) EXCLUDES_LOCK(mutex_);
  void run();

  S3Client& client_;
  const std::string node_;
  const std::function<void()> settle_;
  mutable Mutex mutex_;
  std::optional<std::string> kept_ GUARDED_BY(mutex_);
  Stop stop_;
  std::thread thread_;  // last: it uses the other members
};

}  // namespace countersign::http
