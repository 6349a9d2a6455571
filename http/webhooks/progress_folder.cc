#include "http/webhooks/progress_folder.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "core/machine/files/atomic_file.h"
#include "core/machine/files/durable_folder.h"

namespace countersign::http {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kOwnerOnly = 0700;
constexpr std::chrono::seconds kPeriod{1};

}  // namespace

ProgressFolder::ProgressFolder(fs::path folder, Warn warn)
    : folder_(std::move(folder)), warn_(std::move(warn)) {
  if (const auto error = make_durable_folder(folder_, kOwnerOnly)) {
    warn_("cannot create " + folder_.string() + ": " + error.message());
  }
  thread_ = std::thread([this] { run(); });
}

ProgressFolder::~ProgressFolder() { stop(); }

void ProgressFolder::stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

fs::path ProgressFolder::file_of(const WebhookId& webhook) const {
  return folder_ / webhook.value();
}

std::optional<DeliveryProgress> ProgressFolder::read(const WebhookId& webhook) const {
  const auto text = AtomicFile(file_of(webhook)).read();
  if (!text) {
    warn_("the progress of a webhook is lost, and its events are delivered again: " + text.error());
    return std::nullopt;
  }
  if (!*text) return std::nullopt;
  auto progress = parse_progress(**text);
  if (!progress) {
    warn_("the progress of a webhook is damaged, and its events are delivered again: " +
          file_of(webhook).string());
  }
  return progress;
}

void ProgressFolder::remove_all_but(const std::set<WebhookId>& webhooks) {
  std::error_code failed;
  for (fs::directory_iterator entry(folder_, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const WebhookId id(name.substr(0, name.find('.')));  // an interrupted write has a suffix
    if (webhooks.contains(id)) continue;
    std::error_code ignored;
    fs::remove(entry->path(), ignored);
  }
}

void ProgressFolder::keep(const WebhookId& webhook, const DeliveryProgress& progress) {
  change(webhook, progress);
}

void ProgressFolder::remove(const WebhookId& webhook) { change(webhook, std::nullopt); }

void ProgressFolder::change(const WebhookId& webhook, std::optional<DeliveryProgress> progress) {
  {
    const MutexLock lock(mutex_);
    changes_.insert_or_assign(webhook, std::move(progress));
  }
  changed_.notify_all();
}

void ProgressFolder::run() {
  const MutexLock lock(mutex_);
  for (;;) {
    while (!stopping_ && changes_.empty()) changed_.wait(mutex_);
    if (changes_.empty()) return;
    const Changes changes = std::exchange(changes_, {});
    const auto next = std::chrono::steady_clock::now() + kPeriod;
    {
      const MutexUnlock unlocked(mutex_);
      write(changes);
    }
    while (!stopping_ && changed_.wait_until(mutex_, next)) continue;
  }
}

void ProgressFolder::write(const Changes& changes) {
  std::optional<std::string> failure;
  for (const auto& [webhook, progress] : changes) {
    const AtomicFile file(file_of(webhook));
    auto error = progress ? file.write(progress_text(*progress)) : file.remove();
    if (error) failure = std::move(error);
  }
  if (failure && !is_failing_) {
    warn_("the progress of webhooks is not kept, so a restart delivers events again: " + *failure);
  }
  is_failing_ = failure.has_value();
}

}  // namespace countersign::http
