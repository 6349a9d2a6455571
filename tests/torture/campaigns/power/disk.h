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

// The changes without a sync that survive a power cut.
struct Cut {
  Promise promise = Promise::Ordered;
  int kept_names_percent = 100;
  Left left = Left::All;
};

// A disk that does what a journal says. At any moment it can produce what a power cut could leave:
// all that a completed sync has covered, and a drawn part of the rest. A value; not thread-safe.
// The journal must outlive the disk.
class Disk {
 public:
  // Starts with the content of the folder, all of it durable.
  explicit Disk(const std::filesystem::path& folder);

  // From now on syncs return and do nothing.
  void ignore_syncs() { ignores_syncs_ = true; }

  // Throws if it cannot follow the act.
  void apply(const Act& act);

  // Whether the file or folder exists now, as running programs see it.
  bool has(std::string_view name) const { return find(name) != kNoInode; }
  // The number of pages with unsynced changes. REQUIRES: the file exists.
  std::size_t unsynced_pages(std::string_view name) const;

  // Writes one of the folders that a cut may leave. REQUIRES: `to` does not exist.
  void write_cut(const std::filesystem::path& to, const Cut& cut, Draw& draw) const;

  // How the files of the folder differ from what was applied: not at all if the journal is
  // complete. Sockets are left out.
  std::vector<std::string> differences(const std::filesystem::path& folder) const;

 private:
  struct Begun {
    Inode inode;
    std::uint64_t changes;  // of the file, before the sync
    std::uint64_t calls;    // that change names, before the sync
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
  void exchange(const Act& act);
  void begin_sync(const Act& act);
  void end_sync(const Act& act);
  Contents contents() const;
  void add_contents(Inode folder, const std::string& path, Contents& all) const;

  bool ignores_syncs_ = false;
  Names live_;                    // as programs see them
  std::vector<DiskNames> names_;  // one for each promise
  std::map<Inode, Pages> files_;  // all others are folders
  Inode last_ = kRoot;
  std::map<std::uint64_t, Begun> syncs_;  // that have not returned yet
};

}  // namespace countersign::torture
