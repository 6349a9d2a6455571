#pragma once
#include <cstdint>
#include <span>

#include "core/ids.h"

namespace countersign {

// The SHA-256 function that the tests pass to the engine.
Digest test_sha256(std::span<const std::uint8_t> bytes);

}  // namespace countersign
