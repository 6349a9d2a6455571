#pragma once
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/check.h"
#include "events/event_log.h"
#include "events/rocks/overlay.h"

namespace countersign::test {

// An EventLog in memory, whose appends a test can hold back and make fail.
class MemoryLog : public EventLog, private Views {
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

  const Views& views() const override { return *this; }

  // The rest of the interface, which the writer does not use.
  Result<Sequence, StoreError> read(Sequence, const EventLog::Sink&) const override {
    return unused();
  }
  Result<Sequence, StoreError> read_bytes(Sequence, const EventLog::BytesSink&) const override {
    return unused();
  }
  Result<StreamVersion, StoreError> read_stream(const StreamId&,
                                                const EventLog::Sink&) const override {
    return unused();
  }
  Result<std::optional<Sequence>, StoreError> place(const StreamId&, StreamVersion) const override {
    return unused();
  }
  Result<std::optional<StoredEvent>, StoreError> find(Sequence) const override { return unused(); }
  Result<std::optional<std::string>, StoreError> wrapped_key(const SessionId&) const override {
    return unused();
  }
  Result<std::optional<std::string>, StoreError> tile(const tlog::Tile&) const override {
    return unused();
  }
  std::unique_ptr<KeyScan> begin_key_scan() const override {
    unused();
    return nullptr;
  }
  std::optional<StoreError> replace_keys(const std::vector<KeyChange>&) override {
    return unused();
  }
  ViewGeneration active_generation() const override { return ViewGeneration::A; }
  Result<GenerationState, StoreError> state_of(ViewGeneration) const override { return unused(); }
  std::optional<StoreError> clear_generation(ViewGeneration) override { return unused(); }
  std::unique_ptr<ViewBatch> begin_in(ViewGeneration) override { return begin(nullptr); }
  std::optional<StoreError> write_generation(ViewBatch&,
                                             ViewGeneration,
                                             const GenerationState&) override {
    return unused();
  }
  std::optional<StoreError> activate(ViewGeneration) override { return unused(); }
  Result<std::optional<std::string>, StoreError> first_difference(ViewGeneration,
                                                                  ViewGeneration) const override {
    return unused();
  }
  std::optional<StoreError> scrub_keys() override { return unused(); }
  std::optional<StoreError> write_anchor() override { return unused(); }
  bool has_room() const override { return true; }

 private:
  static StoreError unused() {
    check(false, "the writer calls only functions that MemoryLog supports");
    return StoreError::Io;
  }

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
  Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                     std::string_view key) const override {
    return stored(std::string(1, static_cast<char>(space)).append(key));
  }
  Result<std::size_t, StoreError> scan(ViewSpace,
                                       std::string_view,
                                       const Views::Sink&) const override {
    return unused();
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
