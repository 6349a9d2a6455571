#pragma once
#include <cstdint>
#include <span>

#include "core/ids.h"

namespace countersign {

// SHA-256 as the tests pass it to the engine.
Digest test_sha256(std::span<const std::uint8_t> bytes);

}  // namespace countersign
