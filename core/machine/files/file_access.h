#pragma once
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// Who besides us may read or change a file or a folder, by its owner and its mode. Root may always.
// An access control list counts by its mask, which the system shows as the rights of the group.
//
// Each function gives a sentence for the operator that says what is wrong and what to do, or none.
// `what` stands in it, e.g. "data folder". What cannot be examined is not judged here: opening it
// fails with the system's own reason.
namespace countersign {

// Belongs to somebody else than us and root, who could change it whatever its mode is.
std::optional<std::string> wrong_with_owner(const struct ::stat& status,
                                            std::string_view what,
                                            const std::filesystem::path& path);

// What a file of settings, a key or a certificate has at most.
inline constexpr std::uint64_t kSmallFileBytesMost = std::uint64_t{1} << 20;

// What is no regular file, such as a pipe that nobody writes to, or has more than that.
std::optional<std::string> wrong_with_small_file(const struct ::stat& status,
                                                 std::string_view what,
                                                 const std::filesystem::path& file);

// A file of settings or the like that is no small file, or that others than we and root could have
// written.
std::optional<std::string> wrong_with_file(const std::filesystem::path& file,
                                           std::string_view what);

// A folder of somebody else, or in which others may make, replace and remove files. The first takes
// what fstat(2) says of a folder that is open.
std::optional<std::string> wrong_with_folder(const struct ::stat& status,
                                             std::string_view what,
                                             const std::filesystem::path& folder);
std::optional<std::string> wrong_with_folder(const std::filesystem::path& folder,
                                             std::string_view what);

// A file, or a folder, that stands where somebody else may put another in its place: the folder
// that it is in belongs to another user, or everybody may write there. A folder with the sticky
// bit, like /tmp, is none of these: there only the owner may. What a group may do is the operator's
// choice.
std::optional<std::string> wrong_with_place_of(const std::filesystem::path& path,
                                               std::string_view what);

// Whether a path is a folder or within it, links resolved as far as they may be followed. A key may
// not be within the data folder: a copy of the data would hold the key to it.
bool lies_inside(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace countersign
