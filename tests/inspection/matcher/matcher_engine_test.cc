#include "core/inspection/matcher/matcher_engine.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

#include "tests/inspection/matcher/face_pictures.h"
#include "tests/inspection/matcher/model_files.h"
#include "tests/inspection/sha256.h"
#include "tools/drawing/degrade.h"
#include "tools/drawing/face.h"

namespace countersign::matcher {
namespace {

class Matching {
 public:
  Matching() {
    const FaceModels::Paths paths{files_.detector(), files_.recognizer()};
    auto models = FaceModels::load(paths, test_sha256);
    if (!models) FAIL(models.error());
    engine_ = std::make_unique<MatcherEngine>(std::move(*models), paths, InspectionLimits{});
  }
  const MatcherEngine& engine() const { return *engine_; }

  MatchEvaluation match(const std::string& document, const std::string& frame) const {
    const auto found =
        engine_->match_faces({.load_reference = [&] { return std::optional(document); },
                              .load_probe = [&] { return std::optional(frame); }});
    REQUIRE(found.has_value());
    return *found;
  }
  // The code of the comparison, or PASSED.
  std::string verdict(const RgbImage& document, const RgbImage& frame) const {
    const MatchEvaluation found = match(as_file(document), as_file(frame));
    const CheckOutcome& outcome = found.checks.back();
    CHECK(outcome.check == "FACE_MATCH");
    CHECK((outcome.status == CheckStatus::Passed) == !outcome.code.has_value());
    return outcome.code.value_or("PASSED");
  }

 private:
  ModelFiles files_;
  std::unique_ptr<MatcherEngine> engine_;
};

RgbImage empty_frame(std::uint64_t seed = 5) {
  drawing::FacePlan plan;
  plan.seed = seed;
  return drawing::draw_face_frame(plan);
}
RgbImage frame_of(Fields fields) {
  RgbImage frame = empty_frame();
  put_face(frame, fields);
  return frame;
}

TEST_CASE("the face on a document is that of the frame, or not, whatever the document") {
  const Matching matching;
  for (const DocumentType type :
       {DocumentType::IdCard, DocumentType::Passport, DocumentType::DrivingLicense}) {
    CAPTURE(name_of(type));
    const RgbImage document = document_photograph(kAda, {.type = type});
    CHECK(matching.verdict(document, frame_of(kAda)) == "PASSED");
    CHECK(matching.verdict(document, frame_of(kBob)) == "FACE_MISMATCH");
  }
}

TEST_CASE("a document is compared in every way up") {
  const Matching matching;
  for (const double degrees : {10.0, 90.0, 180.0, 270.0}) {
    CAPTURE(degrees);
    const RgbImage document =
        document_photograph(kAda, {.degrees = degrees, .width = 1300, .height = 1300});
    CHECK(matching.verdict(document, frame_of(kAda)) != "FACE_NOT_COMPARABLE");
  }
}

TEST_CASE("a face beside the document is none of its faces") {
  const Matching matching;
  RgbImage document = document_photograph(kAda, {.width = 1600, .height = 1600});
  draw_face(document, 200, 40, 2.5, kBob);  // larger than the portrait
  CHECK(matching.verdict(document, frame_of(kAda)) == "PASSED");
  CHECK(matching.verdict(document, frame_of(kBob)) == "FACE_MISMATCH");
}

TEST_CASE("where there is not one face on each side, nothing is compared") {
  const Matching matching;
  const RgbImage document = document_photograph(kAda);
  CHECK(matching.verdict(document, empty_frame()) == "FACE_NOT_COMPARABLE");
  RgbImage two = frame_of(kAda);
  put_second_face(two, kBob);
  CHECK(matching.verdict(document, two) == "FACE_NOT_COMPARABLE");
  CHECK(matching.verdict(empty_frame(), frame_of(kAda)) == "FACE_NOT_COMPARABLE");
  const std::string frame = as_file(frame_of(kAda));
  CHECK(matching.match("no image", frame).checks.back().code == "FACE_NOT_COMPARABLE");
  CHECK(matching.match(as_file(document), drawing::truncated(frame, 0.5)).checks.back().code ==
        "FACE_NOT_COMPARABLE");
}

TEST_CASE("a comparison names its engine, the version of OpenCV and both models") {
  const Matching matching;
  const MatchEvaluation found =
      matching.match(as_file(document_photograph(kAda)), as_file(frame_of(kAda)));
  CHECK(found.engine == matching.engine().capabilities().engine);
  CHECK(found.engine.name == "countersign-matcher");
  CHECK(found.engine.version.find("+opencv4.") != std::string::npos);
  REQUIRE(found.engine.models.size() == 2);
  CHECK(found.engine.models[0].name == "finder.onnx");
  CHECK(found.engine.models[1].name == "teller.onnx");
  CHECK(found.engine.models[0].sha256 != found.engine.models[1].sha256);
  CHECK(matching.engine().capabilities().face_match);
  CHECK(matching.engine().capabilities().actions.empty());
}

TEST_CASE("the levels of a request are those that are judged by") {
  const Matching matching;
  const std::string document = as_file(document_photograph(kAda));
  const std::string frame = as_file(frame_of(kAda));
  MatchRequest request{.load_reference = [&] { return std::optional(document); },
                       .load_probe = [&] { return std::optional(frame); }};
  request.thresholds.face_match.likeness = {0.999, 1.0};
  CHECK(matching.engine().match_faces(request)->checks.back().code == "FACE_MISMATCH");
  request.thresholds.face_match = {};
  request.thresholds.face_match.width_px = 5000;
  CHECK(matching.engine().match_faces(request)->checks.back().code == "FACE_NOT_COMPARABLE");
}

TEST_CASE("an image that is not there is a failure, and the second is not asked for") {
  const Matching matching;
  bool asked = false;
  const auto found =
      matching.engine().match_faces({.load_reference = [] { return std::nullopt; },
                                     .load_probe = [&]() -> std::optional<std::string> {
                                       asked = true;
                                       return std::nullopt;
                                     }});
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::ImageNotLoaded);
  CHECK_FALSE(asked);
}

}  // namespace
}  // namespace countersign::matcher
