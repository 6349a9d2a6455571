#pragma once
#include <string_view>

#include "core/machine/files/owned_fd.h"

namespace countersign {

// All of the bytes, however many writes that takes; false with errno if it failed.
bool write_all(const OwnedFd& file, std::string_view bytes);

}  // namespace countersign
