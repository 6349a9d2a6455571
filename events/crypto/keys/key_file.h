#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/crypto/secret.h"

// Files that hold a key: regular, of at most a few hundred bytes, and accessible to their owner
// alone, who is the user of this process or root (file_access.h), in a folder where not everybody
// may replace them. A credential of a service manager may also be readable by a group: see
// read_key_file(). A failure is one sentence for the operator, which contains the path and `what`,
// e.g. "master key file", and never the content. No copy of what was read stays in memory.
namespace countersign {

// Returns at most `max_bytes` + 1 bytes: the extra byte tells the caller that the file is too long.
// Takes a file of root's that its group may read, such as one of mode 0440, in the folder that the
// variable CREDENTIALS_DIRECTORY names: there systemd lets one service read a credential by an
// access control list, of which the mode shows the mask as the rights of the group.
Result<Secret, std::string> read_key_file(const std::filesystem::path& path,
                                          std::string_view what,
                                          std::size_t max_bytes);

// Writes `text` to a new file with mode 0600. The file is durable on return, and never visible in
// part. An existing file is never overwritten, and no file is left after a failure. Returns nullopt
// on success.
std::optional<std::string> create_key_file(const std::filesystem::path& path,
                                           std::string_view what,
                                           const Secret& text);

}  // namespace countersign
