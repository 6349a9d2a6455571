#pragma once
#include <optional>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/matcher/face_models.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign::matcher {

// What was seen of two pictures, before it is judged.
struct Comparison {
  std::vector<SeenFace> on_document;  // as they are found on one way up of it
  std::vector<SeenFace> in_frame;
  std::optional<double> likeness;  // none: there were not two faces to compare
  // Of each further frame with that one, in their order; none: it has no face to compare.
  std::vector<std::optional<double>> throughout;
};

// The faces to compare: the largest on a document, where a smaller copy of the portrait is usual;
// of a frame the one that there is. None when there is no such face that is large enough.
std::optional<SeenFace> portrait_of(const std::vector<SeenFace>& faces,
                                    const FaceMatchThresholds& thresholds);
std::optional<SeenFace> person_of(const std::vector<SeenFace>& faces,
                                  const FaceMatchThresholds& thresholds);

// FACE_MATCH_PORTRAIT and FACE_MATCH_PERSON with the width of the face, FACE_MATCH with the
// likeness, and FACE_MATCH_THROUGHOUT with the least that any further frame has, and which one that
// is. What is not comparable was not performed, and is FACE_NOT_COMPARABLE. A head that turns may
// show no face: of the further frames half are enough to pass, and one is to fail. Pure.
MatchEvaluation judge_match(const Comparison& comparison, const FaceMatchThresholds& thresholds);

}  // namespace countersign::matcher
