#include "events/vault/folder_watch.h"

#include <fmt/format.h>

#include <utility>

#include "core/machine/threads/condition.h"

namespace countersign {

class FolderWatch::Running {
 public:
  explicit Running(bool thorough) : thorough_(thorough) {}

  bool thorough() const { return thorough_; }
  void end(std::optional<std::string> why) EXCLUDES_LOCK(mutex_) {
    {
      const MutexLock lock(mutex_);
      why_ = std::move(why);
      ended_ = true;
    }
    changed_.notify_all();
  }
  // nullopt: the probe has not ended in this time.
  std::optional<std::optional<std::string>> wait_for(std::chrono::milliseconds most)
      EXCLUDES_LOCK(mutex_) {
    const auto end = std::chrono::steady_clock::now() + most;
    const MutexLock lock(mutex_);
    while (!ended_ && changed_.wait_until(mutex_, end)) continue;
    if (!ended_) return std::nullopt;
    return std::optional(why_);
  }

 private:
  const bool thorough_;
  Mutex mutex_;
  Condition changed_;
  bool ended_ GUARDED_BY(mutex_) = false;
  std::optional<std::string> why_ GUARDED_BY(mutex_);
};

FolderWatch::FolderWatch(std::string name, Probe probe, StoreTold told)
    : FolderWatch(std::move(name), std::move(probe), std::move(told), Times()) {}

FolderWatch::FolderWatch(std::string name, Probe probe, StoreTold told, Times times)
    : name_(std::move(name)),
      probe_(std::move(probe)),
      told_(std::move(told)),
      times_(times),
      thread_([this] { run(); }) {}

FolderWatch::~FolderWatch() {
  stop_.ask();
  thread_.join();
}

std::optional<std::string> FolderWatch::fault() const {
  const MutexLock lock(mutex_);
  return fault_;
}

void FolderWatch::run() {
  while (stop_.sleep_for(times_.between)) set_fault(ask());
}

// The thread of a probe is let go: the kernel holds it until the folder answers, and nothing ends
// it before. So it has a copy of all that it uses.
std::optional<std::string> FolderWatch::ask() {
  if (!running_) {
    running_ = std::make_shared<Running>(has_failed_ || fault());
    std::thread([running = running_, probe = probe_] {
      running->end(probe(running->thorough()));
    }).detach();
  }
  const auto ended = running_->wait_for(times_.patience);
  if (!ended) return "it does not answer";
  const bool was_thorough = running_->thorough();
  running_.reset();
  if (*ended) return *ended;
  if (was_thorough) has_failed_ = false;
  return has_failed_ ? std::optional<std::string>("a call has failed there") : std::nullopt;
}

void FolderWatch::set_fault(std::optional<std::string> why) {
  const bool begins = why.has_value();
  const std::string sentence = begins ? *why : std::string();
  {
    const MutexLock lock(mutex_);
    const bool is_known = fault_.has_value() == begins;
    fault_ = std::move(why);
    if (is_known) return;
  }
  if (begins && told_.warn) {
    told_.warn(
        fmt::format("files: {}: {}: files are neither taken nor given out until it serves again",
                    name_,
                    sentence));
  }
  if (!begins && told_.tell) told_.tell(fmt::format("files: {}: it serves again", name_));
}

}  // namespace countersign
