#include "projections/erasure/folder_doubt.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <system_error>

#include "core/text/counted.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

bool has_marker(const fs::path& files, const char* name) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(files / name, ignored));
}

std::string none_is_there(const std::string& store,
                          const fs::path& files,
                          std::uint64_t named,
                          bool has_others) {
  return fmt::format(
      "{4} is refused: it has none of the {1} that the log names{2}; mount the right "
      "files, or restore a backup into a new folder; if the files are lost for good, run 'mkdir -m "
      "700 -p {0}' and 'touch {3}' to serve the log without them",
      files.string(),
      counted(named, "stored file"),
      has_others ? ", and files that the log does not name" : "",
      (files / kFilesLostMarker).string(),
      store);
}

std::string nothing_led_to(const fs::path& data, bool empty, bool files, std::uint64_t slots) {
  return fmt::format(
      "{} is refused: its log {}, but the folder has {}stored files and {}, which exist only "
      "after an event; mount the log that belongs there, or restore a backup into a new "
      "folder",
      data.string(),
      empty ? "is empty" : "has no session",
      files ? "" : "no ",
      counted(slots, "key slot"));
}

// The number of files of these sessions that the log names.
Result<std::uint64_t, StoreError> files_of(const std::vector<SessionId>& sessions,
                                           const Queries& queries) {
  std::uint64_t files = 0;
  for (const SessionId& id : sessions) {
    const auto session = queries.session(id);
    if (!session) return session.error();
    if (*session && !(*session)->purged_at) files += (*session)->files.size();
  }
  return files;
}

// Whether there is a name of a file at a place of a day.
Result<bool, VaultError> has_placed(const FileStore& store) {
  const auto days = store.days();
  if (!days) return days.error();
  bool found = false;
  for (const std::string& day : *days) {
    const auto listed = store.list_day(day, [&](const std::vector<PlaceEntry>& entries) {
      found = !entries.empty();
      return !found;
    });
    if (!listed) return listed.error();
    if (found) break;
  }
  return found;
}

Result<bool, VaultError> has_any(const FileStore& store) {
  const auto new_files = store.new_files();
  if (!new_files) return new_files.error();
  if (!new_files->empty()) return true;
  return has_placed(store);
}

// Whether one of the files that the log names exists.
Result<bool, StoreError> has_named(const FileStore& store, const Queries& queries) {
  bool failed = false;
  const auto found = queries.any_file([&](const FileId& file, const FileEntry& entry) {
    if (!is_vault_day(entry.day)) return false;
    const FilePlace place(file, entry.day);
    auto is_there = store.has(place);
    if (is_there && !*is_there) is_there = store.is_new(place);
    failed = !is_there;
    return failed || *is_there;
  });
  if (failed) return StoreError::Io;
  return found;
}

}  // namespace

Result<std::optional<std::string>, StoreError> refusal_without_files(
    const fs::path& files, const Queries& queries, const std::vector<SessionId>& purged) {
  std::error_code error;
  if (fs::exists(files, error)) return std::optional<std::string>();
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  const auto at_restore = files_of(purged, queries);
  if (!at_restore) return at_restore.error();
  if (totals->files_held() <= *at_restore) return std::optional<std::string>();
  return std::optional(none_is_there(files.string(), files, totals->files_held(), false));
}

Result<std::optional<std::string>, StoreError> doubt_about(const fs::path& data,
                                                           const Vault& vault,
                                                           const Queries& queries,
                                                           const KeyRing& keys,
                                                           const std::vector<SessionId>& purged) {
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  const FileStore& store = vault.store();
  if (totals->sessions_created == 0) {
    const auto files = has_any(store);
    if (!files) return StoreError::Io;
    const bool empty = queries.head() == Sequence(0);
    const std::uint64_t slots = keys.slots().size() + keys.damaged().size();
    // A slot may exist before the first session does: the session's key is wrapped while its
    // creation is being decided.
    if (*files || (empty && slots > 0)) {
      return std::optional(nothing_led_to(data, empty, *files, slots));
    }
  }
  const auto at_restore = files_of(purged, queries);
  if (!at_restore) return at_restore.error();
  if (totals->files_held() <= *at_restore) return std::optional<std::string>();
  // The days are names of one folder, so that a folder without any is known at once.
  const auto days = store.days();
  if (!days) return StoreError::Io;
  const auto named = days->empty() ? Result<bool, StoreError>(false) : has_named(store, queries);
  if (!named) return named.error();
  if (*named || has_marker(data / "files", kFilesLostMarker)) return std::optional<std::string>();
  const auto placed = has_placed(store);
  if (!placed) return StoreError::Io;
  return std::optional(none_is_there(store.name(), data / "files", totals->files_held(), *placed));
}

}  // namespace countersign
