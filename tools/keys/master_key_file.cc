#include "tools/keys/master_key_file.h"

#include <utility>

#include "core/machine/files/file_access.h"
#include "events/crypto/keys/key_command.h"
#include "tools/options/installation.h"

namespace countersign {

namespace {

namespace fs = std::filesystem;

bool is_empty_folder(const fs::path& folder) {
  std::error_code failed;
  const bool empty = fs::is_empty(folder, failed);
  return failed ? !fs::exists(folder, failed) : empty;
}

}  // namespace

Result<OpenedMasterKey, std::string> open_master_key(const fs::path& data,
                                                     const MasterKeySource& source,
                                                     RandomSource& random) {
  if (source.command) {
    auto printed = master_key_of_command(*source.command);
    if (!printed) return printed.error();
    return OpenedMasterKey{std::move(printed).value(), {}, false};
  }
  const fs::path file = source.file.value_or(default_master_key_file(data));
  if (lies_inside(file, data)) {
    return "the master key " + file.string() + " must not lie inside the data folder";
  }
  std::error_code failed;
  if (fs::exists(file, failed)) {
    auto loaded = MasterKey::load(file);
    if (!loaded) return loaded.error();
    return OpenedMasterKey{std::move(loaded).value(), file, false};
  }
  if (!is_empty_folder(data)) {
    if (!looks_like_data_folder(data)) return not_a_data_folder(data);
    return "there is no master key at " + file.string() + " for the data folder " + data.string() +
           "; name its file with --master-key-file";
  }
  auto made = MasterKey::create(file, random);
  if (!made) return made.error();
  return OpenedMasterKey{std::move(made).value(), file, true};
}

}  // namespace countersign
