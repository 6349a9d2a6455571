#include "core/machine/files/durable_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kModeAbove = 0777;  // less the umask

std::error_code last_error() { return {errno, std::generic_category()}; }

// Makes the names in a folder durable.
std::error_code sync_names_in(const fs::path& folder) {
  const char* path = folder.empty() ? "." : folder.c_str();
  const int descriptor = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return last_error();
  const std::error_code error = ::fsync(descriptor) == 0 ? std::error_code() : last_error();
  ::close(descriptor);
  return error;
}

// Syncs the name of a folder that existed before. An error that follows from the permissions or
// from the file system is not a failure here: that is the choice of the owner.
std::error_code sync_name_again(const fs::path& above) {
  const std::error_code error = sync_names_in(above);
  const bool is_not_ours = error == std::errc::permission_denied ||
                           error == std::errc::operation_not_permitted ||
                           error == std::errc::read_only_file_system ||
                           error == std::errc::invalid_argument;  // fsync is not supported
  return is_not_ours ? std::error_code() : error;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

std::error_code make_durable_folder(fs::path folder, ::mode_t mode) {
  if (!folder.has_filename() && folder.has_parent_path()) folder = folder.parent_path();
  const fs::path above = folder.parent_path();
  bool made = ::mkdir(folder.c_str(), mode) == 0;
  if (!made && errno == ENOENT && !above.empty() && above != folder) {
    if (const std::error_code error = make_durable_folder(above, kModeAbove)) return error;
    made = ::mkdir(folder.c_str(), mode) == 0;
  }
  if (made) return sync_names_in(above);
  const std::error_code error = last_error();
  // An existing folder may be on a read-only disk, where mkdir(2) need not fail with EEXIST.
  return is_folder(folder) ? sync_name_again(above) : error;
}

}  // namespace countersign
