#pragma once
#include <fcntl.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/vault/vault_error.h"

// The names in the folder of the vault, and how they are read. Functions only; any thread.
namespace countersign {

// The flags with which a folder of the vault is opened: a link in place of a folder is refused.
inline constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;

// Returns the VaultError for the current value of errno.
VaultError error_of_errno();

// The location of one file: <root>/<day>/<bucket>/<name>. Until an event names the file, it has the
// name <root>/new/<day>.<name> as well, or alone.
struct FilePlace {
  FilePlace(const FileId& id, std::string day_folder);  // REQUIRES: `day_folder` is eight digits

  FileId file;
  std::string day;
  std::string bucket;  // 2 hex digits
  std::string name;    // the id
  std::string bucket_path() const { return day + '/' + bucket; }
  std::string path() const { return day + '/' + bucket + '/' + name; }
  std::string new_name() const { return day + '.' + name; }
  std::string new_path() const { return "new/" + new_name(); }  // where one machine alone writes
};

// The time at which a file was made, to the millisecond, by its id (a UUID of version 7, RFC 9562);
// nullopt for an id of another version.
std::optional<UtcTime> time_of(const FileId& file);

// The place of a file by its name among the new files; empty if the vault gives no such name.
std::optional<FilePlace> place_of_new_name(const std::string& name);

// A name that the vault could have given, at its place.
struct PlaceEntry {
  FilePlace place;
  bool is_file = false;  // a regular file
};

// Eight digits.
bool is_vault_day(std::string_view name);
std::string bucket_path_of(const std::string& day, const std::string& bucket);

// Returns the mode of a regular file below the folder; nullopt if there is none.
std::optional<::mode_t> mode_of_file(int folder, const std::string& path);

// These read one folder each. `root` is a descriptor of the vault's folder. Other names are
// skipped. A folder that does not exist has no names.
Result<std::vector<std::string>, VaultError> days_in(int root);
Result<std::vector<std::string>, VaultError> buckets_in(int root, const std::string& day);
Result<std::vector<PlaceEntry>, VaultError> entries_in(int root,
                                                       const std::string& day,
                                                       const std::string& bucket);
// The folders of new files: `new`, and `new.<node>` of each machine that shares the folder.
Result<std::vector<std::string>, VaultError> new_folders_in(int root);
Result<std::vector<FilePlace>, VaultError> new_files_in(int root, const std::string& new_folder);

// The name of the folder of new files, of one machine alone or of a node.
inline constexpr std::string_view kNewFolder = "new";
std::string new_folder_of(std::string_view node);

}  // namespace countersign
