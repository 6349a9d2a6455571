#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// A file or a folder of a disk, independent of its names.
using Inode = std::uint32_t;
inline constexpr Inode kNoInode = 0;
inline constexpr Inode kRoot = 1;

// The entries of each folder, by name.
using Names = std::map<Inode, std::map<std::string, Inode, std::less<>>>;

struct NameChange {
  Inode folder;
  std::string name;
  Inode inode;  // kNoInode: the name is gone
};

// A file system's promise about name changes that no sync of their folder has covered.
enum class Promise : std::uint8_t {
  Ordered,  // the first of them survive, in their order; each sync covers all names before it
  Posix,    // any of them may survive, a rename as a whole; a sync of a file covers no name
  Bare      // like Posix, but after a rename the old name may survive as well, or neither name
};
inline constexpr Promise kPromises[] = {Promise::Ordered, Promise::Posix, Promise::Bare};
std::string_view name_of(Promise promise);

// The names on a disk under one of these promises: the durable names and the changes since. A
// value.
class DiskNames {
 public:
  DiskNames(Promise promise, Names durable) : promise_(promise), durable_(std::move(durable)) {}

  // Records the changes of one call, e.g. the two of a rename.
  void change(const std::vector<NameChange>& call);
  std::uint64_t calls() const { return calls_; }
  // A sync has completed that began after `calls_before` calls. `folder` is the folder that was
  // synced, if it was one.
  void sync(std::optional<Inode> folder, std::uint64_t calls_before);

  // The names that a cut leaves. Each pending call (Promise::Bare: each change) is kept with a
  // chance of `kept_percent`. Promise::Ordered keeps a random number of the first calls: none for
  // 0, all for 100.
  Names survivor(int kept_percent, Draw& draw) const;

 private:
  struct Pending {
    std::uint64_t call;
    NameChange change;
  };

  bool is_covered(const Pending& pending, std::optional<Inode> folder, std::uint64_t before) const;
  // The first call that is lost; all later ones are lost too.
  std::uint64_t first_lost(int kept_percent, Draw& draw) const;
  Names ordered(int kept_percent, Draw& draw) const;

  Promise promise_;
  Names durable_;
  std::vector<Pending> pending_;
  std::uint64_t calls_ = 0;
};

void apply(const NameChange& change, Names& names);

}  // namespace countersign::torture
