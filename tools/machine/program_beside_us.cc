#include "tools/machine/program_beside_us.h"

#include <fcntl.h>

#include <cerrno>
#include <system_error>

#include "core/machine/files/owned_fd.h"

namespace countersign {
namespace {

constexpr const char* kOurselves = "/proc/self/exe";
constexpr const char* kNothing = "/dev/null";

}  // namespace

std::filesystem::path program_beside(const std::filesystem::path& here, const char* program) {
  const std::filesystem::path above = here.parent_path();
  std::error_code ignored;
  for (const auto& folder : {here, above / "libexec" / "countersign", above / "lib/countersign"}) {
    if (std::filesystem::exists(folder / program, ignored)) return folder / program;
  }
  return here / program;
}

std::filesystem::path program_beside_us(const char* program) {
  return program_beside(std::filesystem::read_symlink(kOurselves).parent_path(), program);
}

std::optional<std::string> wrong_with_machine() {
  std::error_code failed;
  (void)std::filesystem::read_symlink(kOurselves, failed);
  if (failed) {
    return "the file system /proc is not there (" + std::string(kOurselves) + ": " +
           failed.message() + "): mount it, e.g. with mount -t proc proc /proc";
  }
  const OwnedFd nothing(::open(kNothing, O_RDWR | O_CLOEXEC));
  if (nothing) return std::nullopt;
  return "the device " + std::string(kNothing) + " cannot be opened (" +
         std::generic_category().message(errno) +
         "): /dev must be there, e.g. by mount --bind /dev ROOT/dev";
}

}  // namespace countersign
