#pragma once
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "events/commit_point.h"
#include "events/rocks/overlay.h"
#include "events/wrapped_keys.h"

namespace countersign::test {

// The part of a log that the writer needs, in memory. A test can hold the appends back and make
// them fail.
class MemoryLog : public CommitPoint, public WrappedKeys {
 public:
  // From here on appends wait until release(); they are counted when they arrive.
  void hold() { set_held(true); }
  void release() { set_held(false); }
  void wait_for_appends(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ >= count; });
  }
  // The result of all further appends; nullopt means success.
  void answer_with(std::optional<StoreError> error) {
    const std::lock_guard lock(mutex_);
    error_ = error;
  }
  // From here on entries whose key contains `part` cannot be read.
  void fail_reads_of(std::string part) {
    const std::lock_guard lock(mutex_);
    unreadable_ = std::move(part);
  }

  std::vector<std::size_t> group_sizes() const { return copy(group_sizes_); }
  std::vector<StoredEvent> events() const { return copy(events_); }
  std::vector<KeyChange> key_changes() const { return copy(keys_); }
  // The number of lookups of entries that were in no batch.
  std::size_t reads() const { return copy(reads_); }
  std::size_t appends() const {
    const std::lock_guard lock(mutex_);
    return arrived_;
  }

  LogHead head() const override {
    const std::lock_guard lock(mutex_);
    if (events_.empty()) return {};
    const StoredEvent& last = events_.back();
    return {last.recorded.sequence, last.leaf, last.recorded.at};
  }

  std::unique_ptr<ViewBatch> begin(const ViewBatch* before) override {
    return std::make_unique<Overlay>([this](std::string_view key) { return stored(key); },
                                     dynamic_cast<const Overlay*>(before));
  }

  std::optional<StoreError> append(const std::vector<StoredEvent>& events,
                                   ViewBatch& views,
                                   const std::vector<KeyChange>& keys) override {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !held_; });
    if (error_) return error_;
    check(!views.failed(), "no read of an appended view batch has failed");
    group_sizes_.push_back(events.size());
    events_.insert(events_.end(), events.begin(), events.end());
    keys_.insert(keys_.end(), keys.begin(), keys.end());
    dynamic_cast<Overlay&>(views).for_each_change([&](std::string_view key, const auto& value) {
      if (value) {
        entries_[std::string(key)] = *value;
      } else {
        entries_.erase(std::string(key));
      }
    });
    return std::nullopt;
  }

  Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const override {
    const std::lock_guard lock(mutex_);
    for (const KeyChange& change : std::views::reverse(keys_)) {
      if (change.session == session) return change.wrapped;
    }
    return std::optional<std::string>();
  }

 private:
  template <class T>
  T copy(const T& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }
  void set_held(bool held) {
    const std::lock_guard lock(mutex_);
    held_ = held;
    changed_.notify_all();
  }

  Result<std::optional<std::string>, StoreError> stored(std::string_view key) const {
    const std::lock_guard lock(mutex_);
    ++reads_;
    if (unreadable_ && key.find(*unreadable_) != key.npos) return StoreError::Corrupt;
    const auto found = entries_.find(std::string(key));
    if (found == entries_.end()) return std::optional<std::string>();
    return std::optional(found->second);
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  std::optional<std::string> unreadable_;
  mutable std::size_t reads_ = 0;
  std::size_t arrived_ = 0;
  std::optional<StoreError> error_;
  std::vector<StoredEvent> events_;
  std::vector<std::size_t> group_sizes_;
  std::vector<KeyChange> keys_;
  std::map<std::string, std::string> entries_;
};

}  // namespace countersign::test
