#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"

namespace countersign::bench {

inline constexpr std::size_t kFramesOfCapture = 9;

// Both sides of an identity card, as files.
struct DrawnCard {
  std::string front;
  std::string back;
};

// Pictures for whole captures, of which no two files show the same pixels: the cards are of
// different people, and each frame bears the number of its capture in a corner. Not thread-safe
// while cards are drawn; frames may be asked for by several threads.
class DrawnCaptures {
 public:
  // The sides of the cards have `width` x `height` pixels. Draws the frames for every action.
  DrawnCaptures(std::uint32_t width, std::uint32_t height);

  // The next card both of whose sides the engine accepts.
  DrawnCard next_card(const Engine& engine, UtcTime now);
  // The recording of a person who performs the actions. Each number gives pixels of its own.
  std::vector<std::string> frames(const std::vector<Action>& actions, std::uint32_t number) const;

 private:
  std::uint32_t width_;
  std::uint32_t height_;
  std::uint64_t next_seed_ = 3;
  std::map<Action, RgbImage> performing_;
  std::vector<RgbImage> straight_;
};

}  // namespace countersign::bench
