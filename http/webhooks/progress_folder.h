#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "core/ids.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "http/webhooks/delivery/delivery_progress.h"

namespace countersign::http {

// The folder `webhooks` of a data folder: a file for each endpoint, with the progress of its
// deliveries. Progress that is kept is durable within about a second, on a thread of this object,
// and progress that was replaced meanwhile is not written at all. So a crash makes the deliveries
// of that second arrive again. The folder is in no backup: a restored server begins at the
// registration of each webhook, or where it was replayed last.
//
// Threading: any thread. Ownership: owns its thread; the destructor calls stop().
class ProgressFolder {
 public:
  // Receives a sentence for the operator about the first of a row of failures.
  using Warn = std::function<void(std::string_view)>;

  ProgressFolder(std::filesystem::path folder, Warn warn);
  ~ProgressFolder();
  ProgressFolder(const ProgressFolder&) = delete;
  ProgressFolder& operator=(const ProgressFolder&) = delete;

  // Returns the progress of an endpoint; nullopt if no progress can be read.
  std::optional<DeliveryProgress> read(const WebhookId& webhook) const;
  // Removes the files of all other endpoints.
  void remove_all_but(const std::set<WebhookId>& webhooks);

  // Writes what is left and ends the thread. A progress that is kept after stop() is not written.
  void stop();

  void keep(const WebhookId& webhook, const DeliveryProgress& progress);
  void remove(const WebhookId& webhook);

 private:
  using Changes = std::map<WebhookId, std::optional<DeliveryProgress>>;  // none: the file goes

  void change(const WebhookId& webhook, std::optional<DeliveryProgress> progress);
  void run();
  void write(const Changes& changes);
  std::filesystem::path file_of(const WebhookId& webhook) const;

  const std::filesystem::path folder_;
  const Warn warn_;
  bool is_failing_ = false;  // of the thread

  Mutex mutex_;
  Condition changed_;
  Changes changes_ GUARDED_BY(mutex_);
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace countersign::http
