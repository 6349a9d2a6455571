// Tests a build without dlib (COUNTERSIGN_DLIB): without its filters, no face is judged.
#include <doctest/doctest.h>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/document.h"

namespace countersign::without_faces_test {

TEST_CASE("without filters no action is offered, and faces are not performed") {
  CHECK(EmbeddedEngine(test_sha256).capabilities().actions.empty());
  const auto frames = judged(recording(1, {Action::LookStraight}), {Action::LookStraight});
  CHECK(frames.accepted());
  for (const char* name : {"LIVENESS_FACE",
                           "LIVENESS_FACE_COUNT",
                           "LIVENESS_FACE_SIZE",
                           "LIVENESS_FACE_POSITION",
                           "LIVENESS_FACE_CONTINUITY",
                           "LIVENESS_SAME_FACE",
                           "LIVENESS_LOOK_STRAIGHT"}) {
    const CheckOutcome check = outcome_of(frames, name);
    CHECK(check.status == CheckStatus::NotPerformed);
    CHECK(check.code == "CHECK_NOT_AVAILABLE");
  }
}

TEST_CASE("without filters a portrait is not performed, and refuses nothing") {
  const std::string file = file_of(drawing::draw_document({}));
  const auto front =
      EmbeddedEngine(test_sha256)
          .evaluate_document(
              {file, Side::Front, DocumentType::IdCard, UtcTime{1'795'219'200'000'000}});
  REQUIRE(front.has_value());
  CHECK(front->accepted());
  CHECK(outcome_of(*front, "DOCUMENT_PORTRAIT").status == CheckStatus::NotPerformed);
}

}  // namespace countersign::without_faces_test
