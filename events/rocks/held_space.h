#pragma once
#include <map>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "events/view.h"

namespace countersign {

// A copy in memory of one small space of the active views, so that a seek in it costs no iterator
// of the database. It is meant for a space that is read with every call and seldom changes: its
// memory is that of its entries.
//
// Threading: load() and apply() on the writer's thread; the rest on any.
class HeldSpace {
 public:
  using Entries = std::map<std::string, std::string, std::less<>>;  // by keys within the space

  // Holds no space at all: every seek() is the database's.
  HeldSpace() = default;
  explicit HeldSpace(std::optional<ViewSpace> space) : space_(space) {}

  bool is_of(ViewSpace space) const { return space_ == space; }
  // What the whole space now is; nothing: it could not be read, so that nothing is held until the
  // next load().
  void load(std::optional<Entries> entries);

  // Of an append: what it changes in the space, by keys within it.
  using Changes = std::vector<std::pair<std::string, std::optional<std::string>>>;
  // Adds a change to `changes` if it is one of the space; `slot_key` begins with the space.
  void note(std::string_view slot_key,
            const std::optional<std::string>& value,
            Changes& changes) const;
  // The append is durable: seek() shows its changes from now on.
  void apply(Changes changes);

  // Sets `entry` to the first one whose key is at least `from`, if there is one. False: nothing is
  // held, and the database has to be asked.
  bool seek(std::string_view from, std::optional<ViewEntry>& entry) const;

 private:
  const std::optional<ViewSpace> space_;

  mutable std::shared_mutex mutex_;
  std::optional<Entries> entries_;  // guarded by mutex_
};

}  // namespace countersign
