#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/machine/threads/shared_mutex.h"
#include "events/view.h"

namespace countersign {

// A copy in memory of one small space of the active views, so that a seek in it needs no iterator
// of the database. Meant for a space that is read with every call and seldom changes. It takes as
// much memory as its entries.
//
// Threading: load() and apply() on the writer's thread; the other functions on any.
class HeldSpace {
 public:
  using Entries = std::map<std::string, std::string, std::less<>>;  // by key within the space

  // Holds no space: every seek() goes to the database.
  HeldSpace() = default;
  explicit HeldSpace(std::optional<ViewSpace> space) : space_(space) {}

  bool is_of(ViewSpace space) const { return space_ == space; }
  // Replaces the whole content. Empty if the space could not be read: then no copy is held until
  // the next load().
  void load(std::optional<Entries> entries);

  // The changes of one append to the space, by key within it.
  using Changes = std::vector<std::pair<std::string, std::optional<std::string>>>;
  // Adds a change to `changes` if it is in the held space; `generation_key` begins with the space.
  void note(std::string_view generation_key,
            const std::optional<std::string>& value,
            Changes& changes) const;
  // REQUIRES: the append is durable. From here on seek() shows its changes.
  void apply(Changes&& changes);

  // Sets `entry` to the first entry whose key is at least `from`, if there is one. False if nothing
  // is held; the caller must then ask the database.
  bool seek(std::string_view from, std::optional<ViewEntry>& entry) const;

 private:
  const std::optional<ViewSpace> space_;

  mutable SharedMutex mutex_;
  std::optional<Entries> entries_ GUARDED_BY(mutex_);
};

}  // namespace countersign
