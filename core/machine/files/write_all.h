#pragma once
#include <string_view>

#include "core/machine/files/owned_fd.h"

namespace countersign {

// Writes all bytes, in as many writes as needed. On failure returns false and sets errno.
bool write_all(const OwnedFd& file, std::string_view bytes);

}  // namespace countersign
