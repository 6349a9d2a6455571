#pragma once
#include <optional>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/matcher/face_models.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign::matcher {

// The observations in the pictures, before they are judged.
struct Comparison {
  std::vector<SeenFace> on_document;  // as found in one orientation of the document
  std::vector<SeenFace> in_frame;
  std::optional<double> likeness;  // none: there were not two faces to compare
  // The likeness of each further frame to the first frame, in order; nullopt: one of the two has no
  // face to compare.
  std::vector<std::optional<double>> throughout;
};

// Returns the faces that are large enough to be compared. Pure.
std::vector<SeenFace> usable_faces(const std::vector<SeenFace>& faces,
                                   const FaceMatchThresholds& thresholds);

// Select the faces to compare: the largest one of a document, which usually has a smaller copy of
// the portrait, and the only one of a frame. Return nothing if no such face is large enough.
std::optional<SeenFace> portrait_of(const std::vector<SeenFace>& faces,
                                    const FaceMatchThresholds& thresholds);
std::optional<SeenFace> person_of(const std::vector<SeenFace>& faces,
                                  const FaceMatchThresholds& thresholds);

// Gives FACE_MATCH_PORTRAIT and FACE_MATCH_PERSON with the width of the face, FACE_MATCH with the
// likeness, and FACE_MATCH_THROUGHOUT with the least likeness of all further frames and the number
// of that frame. A check that cannot be compared is not performed, with the code
// FACE_NOT_COMPARABLE; so is one with a likeness between the two levels. A turning head may show no
// face: half of the further frames suffice to pass, and one to fail. `likeness` are the levels of a
// likeness (match_levels.h). Pure.
MatchEvaluation judge_match(const Comparison& comparison,
                            const FaceMatchThresholds& thresholds,
                            const Bounds& likeness);

}  // namespace countersign::matcher
