#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/engine.h"

namespace countersign {

// A request whose images are all available, with levels for a recognizer that is not known.
inline MatchRequest match_request(std::string document, std::vector<std::string> frames) {
  const std::size_t count = frames.size();
  Thresholds thresholds;
  thresholds.face_match.likeness = {0.300, 0.363};
  return {.load_reference = [document = std::move(document)] { return std::optional(document); },
          .frame_count = count,
          .load_frame = [frames = std::move(frames)](
                            std::size_t index) { return std::optional(frames.at(index)); },
          .thresholds = thresholds};
}

}  // namespace countersign
