#pragma once
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// Checks by owner and mode who else may read or change a file or a folder. Root always may. An
// access control list counts by its mask, which the system shows as the rights of the group.
//
// Each function returns a sentence for the operator that says what is wrong and what to do, or
// nullopt. The sentence contains `what`, e.g. "data folder". A path that cannot be examined gives
// nullopt: opening it fails with the system's own reason.
namespace countersign {

// Refuses an owner that is neither the user of this process nor root: the owner could change the
// file or folder whatever its mode is.
std::optional<std::string> wrong_with_owner(const struct ::stat& status,
                                            std::string_view what,
                                            const std::filesystem::path& path);

// The maximum size of a file of settings, a key or a certificate.
inline constexpr std::uint64_t kSmallFileBytesMost = std::uint64_t{1} << 20;

// Refuses a file that is not regular, such as a pipe that nobody writes to, or that has more than
// kSmallFileBytesMost.
std::optional<std::string> wrong_with_small_file(const struct ::stat& status,
                                                 std::string_view what,
                                                 const std::filesystem::path& file);

// Refuses a settings file, or another file that an operator writes, that is not a small file, has a
// wrong owner (see wrong_with_owner()), or is writable by everybody.
std::optional<std::string> wrong_with_file(const std::filesystem::path& file,
                                           std::string_view what);

// Refuses a folder that has a wrong owner, or in which group or others may create, replace and
// remove files. The first overload takes the fstat(2) result of an open folder.
std::optional<std::string> wrong_with_folder(const struct ::stat& status,
                                             std::string_view what,
                                             const std::filesystem::path& folder);
std::optional<std::string> wrong_with_folder(const std::filesystem::path& folder,
                                             std::string_view what);

// Refuses a file or a folder that another user may replace: the folder above it has a wrong owner,
// or everybody may write there. A folder with the sticky bit, like /tmp, is accepted: there only
// the owner of a file may replace it. The rights of the group are the operator's choice.
std::optional<std::string> wrong_with_place_of(const std::filesystem::path& path,
                                               std::string_view what);

// Returns the folder in which `path` lies: "." for a name alone. "data/" lies where "data" does.
std::filesystem::path folder_of(const std::filesystem::path& path);

// Returns whether `path` is `folder` or within it. Resolves links as far as they may be followed. A
// key must not be within the data folder: a copy of the data would contain its own key.
bool lies_inside(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace countersign
