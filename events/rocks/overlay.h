#pragma once
#include <functional>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/result.h"
#include "events/store_error.h"
#include "events/view.h"

namespace countersign {

// An open batch of view changes over what is stored. What was read is kept as well, so
// that an entry is fetched once a batch however many events look at it, and each
// changed entry is written once, with its last value.
//
// It may lie over another one that is not stored yet. That one must live as long and stay as
// it is; what this one reads from it, and for_each_change(), only look.
//
// One thread at a time. `read` must answer as long as the overlay lives.
class Overlay : public ViewBatch {
 public:
  // The stored value behind a key that begins with its space.
  using Read = std::function<Result<std::optional<std::string>, StoreError>(std::string_view key)>;
  // With each changed entry, in the order of their keys; no value: it was erased.
  using Change = std::function<void(std::string_view key, const std::optional<std::string>& value)>;

  explicit Overlay(Read read, const Overlay* below = nullptr)
      : read_(std::move(read)), below_(below) {}

  std::optional<std::string> get(ViewSpace space, std::string_view key) override;
  void put(ViewSpace space, std::string_view key, std::string value) override;
  void erase(ViewSpace space, std::string_view key) override;
  bool failed() const override { return failed_; }

  void for_each_change(const Change& change) const;

 private:
  struct Entry {
    std::optional<std::string> value;
    bool changed = false;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const {
      return std::hash<std::string_view>()(key);
    }
  };

  // The key within a slot; good until the next call.
  const std::pmr::string& full_key(ViewSpace space, std::string_view key);
  Entry& entry(ViewSpace space, std::string_view key);
  // Puts what is below into `value`; false when that cannot be read.
  bool fetch(std::string_view key, std::optional<std::string>& value);

  Read read_;
  const Overlay* below_;
  // Entries only come while the overlay lives, so their places are given back all at once.
  std::pmr::monotonic_buffer_resource places_;
  std::pmr::unordered_map<std::pmr::string, Entry, Hash, std::equal_to<>> entries_{&places_};
  std::pmr::string key_;
  bool failed_ = false;
};

}  // namespace countersign
