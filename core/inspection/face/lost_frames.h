#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/inspection/face/seen_face.h"
#include "core/inspection/thresholds/face_thresholds.h"

namespace countersign {

// The detector finds no head that is turned beyond about 45 degrees. Says for each frame of a
// recording which frame's face it shows: its own, or, if no face was found in it, that of a frame
// beside the loss that is turned by thresholds.lost_turn. Such a frame counts as a turn in the same
// direction. None: no face was found, and it is no turn either, because
//   - no face was seen before the loss, or none after it, so that nothing shows who turned;
//   - neither of the two is turned far, or both are, to different sides;
//   - more than thresholds.lost_frames frames without a face follow each other;
//   - the turned face stands for an earlier loss already: a head is lost once in a turn.
// Pure.
std::vector<std::optional<std::size_t>> shown_faces(std::span<const std::optional<SeenFace>> frames,
                                                    const FaceThresholds& thresholds);

}  // namespace countersign
