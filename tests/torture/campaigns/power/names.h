#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// A file or a folder of a disk, whatever its names are.
using Inode = std::uint32_t;
inline constexpr Inode kNoInode = 0;
inline constexpr Inode kRoot = 1;

// What stands in each folder under which name.
using Names = std::map<Inode, std::map<std::string, Inode, std::less<>>>;

struct NameChange {
  Inode folder;
  std::string name;
  Inode inode;  // kNoInode: the name is gone
};

// What a file system promises of names that no sync of their folder has covered.
enum class Promise : std::uint8_t {
  Ordered,  // the first of them are there, in their order; each sync covers all names before it
  Posix,    // any may be there; a rename is there as a whole; a sync of a file covers no name
  Bare      // as Posix, but of a rename the old name may be there as well, or neither
};
inline constexpr Promise kPromises[] = {Promise::Ordered, Promise::Posix, Promise::Bare};
std::string_view name_of(Promise promise);

// The names on a disk under one of these promises: those that are durable, and what has been done
// since. A value.
class DiskNames {
 public:
  DiskNames(Promise promise, Names durable) : promise_(promise), durable_(std::move(durable)) {}

  // One call, e.g. the two changes of a rename.
  void change(const std::vector<NameChange>& call);
  std::uint64_t calls() const { return calls_; }
  // A sync has returned that was begun when there were so many calls; of which folder, if of one.
  void sync(std::optional<Inode> folder, std::uint64_t calls_before);

  // What a cut leaves: of what is not durable so many of a hundred, or, of names that are kept in
  // their order, any number of the first unless it is none or all.
  Names survivor(int kept_percent, Draw& draw) const;

 private:
  struct Pending {
    std::uint64_t call;
    NameChange change;
  };

  bool is_covered(const Pending& pending, std::optional<Inode> folder, std::uint64_t before) const;
  // The first call of which nothing is left.
  std::uint64_t first_lost(int kept_percent, Draw& draw) const;
  Names ordered(int kept_percent, Draw& draw) const;

  Promise promise_;
  Names durable_;
  std::vector<Pending> pending_;
  std::uint64_t calls_ = 0;
};

void apply(const NameChange& change, Names& names);

}  // namespace countersign::torture
