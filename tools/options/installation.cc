#include "tools/options/installation.h"

#include <system_error>

namespace countersign {

bool looks_like_data_folder(const std::filesystem::path& folder) {
  for (const char* name : {"MASTER-KEY-ID", "RESTORED", "checkpoints", "files", "keys", "log"}) {
    std::error_code failed;
    if (std::filesystem::exists(folder / name, failed) || failed) return true;
  }
  return false;
}

std::string not_a_data_folder(const std::filesystem::path& folder) {
  return folder.string() +
         " is not a data folder: it holds other files; name the data folder with --data, "
         "or a new or empty folder for a new installation";
}

}  // namespace countersign
