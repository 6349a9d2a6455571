#pragma once
#include <optional>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/image/bounds.h"

namespace countersign::matcher {

// Gives LIVENESS_PRESENTATION with the median of the frames' probabilities of a person who is
// present, and the number of the frame that has the median: of an even number of frames, the lower
// of the two in the middle. A frame without a probability, as one in which no single face is seen,
// is passed over; but if less than half of the frames have one, the check is not performed, and so
// it is without levels. `frames` are all frames, in order. Pure.
PresentationEvaluation judge_presentation(const std::vector<std::optional<double>>& frames,
                                          const std::optional<Bounds>& levels);

}  // namespace countersign::matcher
