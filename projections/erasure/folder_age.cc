#include "projections/erasure/folder_age.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "core/machine/files/held_folder.h"
#include "core/text/counted.h"
#include "events/record/anchor.h"
#include "events/vault/key_slot.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using Found = Result<std::optional<std::string>, std::string>;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool is_number(std::string_view name, std::size_t digits) {
  return name.size() == digits && name.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_slot_of_a_day(const std::string& name) {
  const auto slot = parse_key_slot_id(name);
  return slot && *slot != kServiceSlot;
}
bool is_day(const std::string& name) { return is_number(name, 8); }
bool is_checkpoint(const std::string& name) { return is_number(name, 20); }

// The first entry of the folder that a first start never makes, if there is one.
Found find(const fs::path& folder, bool (*is_of_use)(const std::string&)) {
  const auto held = HeldFolder::open(folder);
  if (!held && held.error().not_there) return std::optional<std::string>();
  if (!held) return held.error().why;
  const auto entries = held->list();
  if (!entries) return entries.error().why;
  const auto found = std::ranges::find_if(
      *entries, [&](const HeldFolder::Entry& entry) { return is_of_use(entry.name); });
  if (found == entries->end()) return std::optional<std::string>();
  return std::optional((folder / found->name).string());
}

Found find_event(const fs::path& log) {
  const auto anchor = read_anchor(log);
  if (!anchor) return anchor.error();
  if (!*anchor || (*anchor)->sequence == Sequence(0)) return std::optional<std::string>();
  return std::optional("a log of " + counted((*anchor)->sequence.value(), "event"));
}

// The parts that show that a folder without MASTER-KEY-ID is not new. In a restored folder, only
// the parts that a restore never makes without MASTER-KEY-ID.
Found find_use(const fs::path& data, bool restored) {
  auto found = find(data / "keys", is_slot_of_a_day);
  if (restored || !found || *found) return found;
  found = find(data / "files", is_day);
  if (!found || *found) return found;
  found = find(data / "checkpoints", is_checkpoint);
  if (!found || *found) return found;
  if (is_there(data / "PURGING")) return std::optional((data / "PURGING").string());
  return find_event(data / "log");
}

bool has_log(const fs::path& log) { return is_there(log / "CURRENT") || is_there(log / "ANCHOR"); }

}  // namespace

std::string without_master_key_id(const fs::path& data, const std::string& what) {
  return fmt::format(
      "{0} is refused: its file MASTER-KEY-ID is missing, and {1} shows that the folder is in use; "
      "put the file back (every copy of the keys has it), or restore a backup into a new folder",
      data.string(),
      what);
}

Result<FolderAge, std::string> age_of(const fs::path& data, bool restored) {
  const bool in_use = is_there(data / "MASTER-KEY-ID");
  if ((in_use || restored) && !has_log(data / "log")) {
    return fmt::format(
        "{0} is refused: the folder is in use, and there is no log in {1}; mount the log that "
        "belongs there, or restore a backup into a new folder (a lost log is not replaced by an "
        "empty one)",
        data.string(),
        (data / "log").string());
  }
  if (!in_use) {
    const auto use = find_use(data, restored);
    if (!use) return use.error();
    if (*use) return without_master_key_id(data, **use);
  }
  if (restored) return FolderAge::Restored;
  return in_use ? FolderAge::InUse : FolderAge::New;
}

}  // namespace countersign
