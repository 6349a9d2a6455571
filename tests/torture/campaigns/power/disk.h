#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/campaigns/power/journal.h"
#include "tests/torture/campaigns/power/names.h"
#include "tests/torture/campaigns/power/pages.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// What a power cut leaves of all that no sync has covered.
struct Cut {
  Promise promise = Promise::Ordered;
  int kept_names_percent = 100;
  Left left = Left::All;
};

// A disk that does what a journal says. At any moment it can say what a power cut at that moment
// could leave of it: what a sync has covered that has returned, and of the rest whatever is drawn.
// One thread at a time; a value. The journal must outlive it.
class Disk {
 public:
  // Which holds what the folder holds, all of it durable.
  explicit Disk(const std::filesystem::path& folder);

  // Whose syncs return, and do nothing.
  void ignore_syncs() { ignores_syncs_ = true; }

  // Throws for what it cannot follow.
  void apply(const Act& act);

  // Whether there is such a file or folder now, for those who have it open.
  bool has(std::string_view name) const { return find(name) != kNoInode; }
  // Of a file that is there.
  std::size_t unsynced_pages(std::string_view name) const;

  // Writes one of the folders that a cut may leave. REQUIRES: `to` is not there.
  void write_cut(const std::filesystem::path& to, const Cut& cut, Draw& draw) const;

  // What the folder has otherwise, by all that was done: nothing, if the journal is whole. Sockets
  // are not in it.
  std::vector<std::string> differences(const std::filesystem::path& folder) const;

 private:
  struct Begun {
    Inode inode;
    std::uint64_t changes;  // of the file
    std::uint64_t calls;    // that change names
  };
  struct Place {
    Inode folder;
    std::string name;
  };
  using Contents = std::map<std::string, std::string>;  // of files, by name

  void load(const std::filesystem::path& folder, Inode inode);
  Inode find(std::string_view name) const;
  Place place_of(std::string_view name) const;
  Pages* file(std::string_view name);
  Inode inode_at(const Place& place) const;
  Inode add_folder();
  Inode add_file(std::string durable);
  void change_names(const std::vector<NameChange>& call);
  void create(const Act& act);
  void rename(const Act& act);
  void begin_sync(const Act& act);
  void end_sync(const Act& act);
  Contents contents() const;
  void add_contents(Inode folder, const std::string& path, Contents& all) const;

  bool ignores_syncs_ = false;
  Names live_;                    // as programs see them
  std::vector<DiskNames> names_;  // as each promise has them
  std::map<Inode, Pages> files_;  // all others are folders
  Inode last_ = kRoot;
  std::map<std::uint64_t, Begun> syncs_;  // that have not returned
};

}  // namespace countersign::torture
