#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/labelled_documents.h"

namespace countersign {

// A drawn frame of a camera that is held upright, 9 to 16.
struct HintFrame {
  std::string_view row;  // what is wrong with it, as told_hints.mjs has it
  bench::Shot shot;
};

// So many frames of each row: cards and passports, in 720 x 1280 and 1080 x 1920 pixels, on each
// table in turn. Equal seeds give equal frames.
std::vector<HintFrame> hint_frames(std::uint64_t seed, std::size_t of_each);

}  // namespace countersign
