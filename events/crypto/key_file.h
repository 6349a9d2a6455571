#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/crypto/secret.h"

// Files that hold a key: regular, of at most a few hundred bytes, and for their owner alone, who is
// us or root (file_access.h), in a folder where not everybody may put another in their place.
// Failures are one sentence for the operator, which names the path and never the content;
// `what` stands in it, e.g. "master key file". Nothing that was read stays behind in memory.
namespace countersign {

// At most `max_bytes` and one more, by which a file that is too long is known.
Result<Secret, std::string> read_key_file(const std::filesystem::path& path,
                                          std::string_view what,
                                          std::size_t max_bytes);

// Into a new file with mode 0600, durable on return, and whole whenever it is found. One that is
// there is never overwritten, and none is left after a failure. Nothing when it is done.
std::optional<std::string> create_key_file(const std::filesystem::path& path,
                                           std::string_view what,
                                           const Secret& text);

}  // namespace countersign
