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

// An open batch of view changes on top of the stored views. Values that were read are kept as well,
// so an entry is fetched once a batch, however many events look at it. Each changed entry is
// written once, with its last value.
//
// An overlay may lie on top of another overlay, which is not stored yet. The lower one must outlive
// the upper one and no longer change. Reading through the upper one, and for_each_change(), do not
// change it.
//
// One thread at a time. `read` must work as long as the overlay lives.
class Overlay : public ViewBatch {
 public:
  // Reads the stored value of a key, which begins with its space.
  using Read = std::function<Result<std::optional<std::string>, StoreError>(std::string_view key)>;
  // Called with each changed entry, in the order of keys; without a value if it was erased.
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

  // The key within a generation; valid until the next call.
  const std::pmr::string& full_key(ViewSpace space, std::string_view key);
  Entry& entry(ViewSpace space, std::string_view key);
  // Reads what lies below this overlay into `value`; false if that cannot be read.
  bool fetch(std::string_view key, std::optional<std::string>& value);

  Read read_;
  const Overlay* below_;
  // Entries are never removed while the overlay lives, so their memory is freed all at once.
  std::pmr::monotonic_buffer_resource places_;
  std::pmr::unordered_map<std::pmr::string, Entry, Hash, std::equal_to<>> entries_{&places_};
  std::pmr::string key_;
  bool failed_ = false;
};

}  // namespace countersign
