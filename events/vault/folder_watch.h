#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/machine/threads/mutex.h"
#include "core/machine/threads/stop.h"

namespace countersign {

// Receives sentences for the operator; any thread. Either may be empty.
struct StoreTold {
  std::function<void(std::string_view)> warn{};  // the store begins to fail
  std::function<void(std::string_view)> tell{};  // it serves again
};

// Watches a folder that is on other machines. Such a folder may vanish, or hold every call that
// goes there until its server is back, as NFS does; then readiness has to say so without a call of
// its own. A thread probes the folder every few seconds, each time on a thread that may be held for
// as long as the folder likes.
//
// Thread-safe.
class FolderWatch {
 public:
  // Returns why the folder does not serve, as the end of a sentence, or nullopt. `thorough`: a call
  // has failed, so that the probe also has to write. Called on a thread that may outlive the watch,
  // one at a time.
  using Probe = std::function<std::optional<std::string>(bool thorough)>;
  struct Times {
    std::chrono::milliseconds between{2'000};
    std::chrono::milliseconds patience{5'000};  // a probe that takes longer is held
  };
  // `name` is the folder's, for sentences.
  FolderWatch(std::string name, Probe probe, StoreTold told);
  FolderWatch(std::string name, Probe probe, StoreTold told, Times times);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // A call has failed by a fault of the machine: the folder is not believed until a thorough probe.
  void note_failure() { has_failed_ = true; }
  std::optional<std::string> fault() const EXCLUDES_LOCK(mutex_);

 private:
  // A probe, which its thread and the watch share.
  class Running;

  void run();
  // Returns the answer of the running probe, or that it has not come within the patience. Starts a
  // probe if none runs.
  std::optional<std::string> ask();
  void set_fault(std::optional<std::string> why) EXCLUDES_LOCK(mutex_);

  const std::string name_;
  const Probe probe_;
  const StoreTold told_;
  const Times times_;
  std::atomic<bool> has_failed_{false};
  std::shared_ptr<Running> running_;  // of the watch's thread alone
  mutable Mutex mutex_;
  std::optional<std::string> fault_ GUARDED_BY(mutex_);
  Stop stop_;
  std::thread thread_;  // last: it uses the other members
};

}  // namespace countersign
