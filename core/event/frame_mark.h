#pragma once
#include <array>
#include <cstdint>

#include "core/strong.h"

namespace countersign {

// A keyed hash of a frame's pixels, which tells nobody without the key what the frame shows;
// events/vault/files/frame_marks.h makes it.
using FrameMark = Strong<struct FrameMarkTag, std::array<std::uint8_t, 16>>;

}  // namespace countersign
