#include "core/inspection/matcher/matcher_engine.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/inspection/matcher/face_pictures.h"
#include "tests/core/inspection/matcher/model_files.h"
#include "tests/core/inspection/support/match_request.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/person/face.h"

namespace countersign::matcher::matcher_engine_test {

CheckOutcome outcome_of(const MatchEvaluation& found, std::string_view check) {
  const auto outcome = std::ranges::find(found.checks, check, &CheckOutcome::check);
  REQUIRE(outcome != found.checks.end());
  CHECK((outcome->status == CheckStatus::Passed) == !outcome->code.has_value());
  return *outcome;
}
// The code of the comparison, or PASSED.
std::string verdict_of(const MatchEvaluation& found) {
  return outcome_of(found, "FACE_MATCH").code.value_or("PASSED");
}
// The same for the other frames, with the frame that is least like the first one.
std::string throughout_of(const MatchEvaluation& found) {
  const CheckOutcome outcome = outcome_of(found, "FACE_MATCH_THROUGHOUT");
  CHECK(outcome.frame.has_value() == outcome.value_milli.has_value());
  return outcome.code.value_or("PASSED") +
         (outcome.frame ? " " + std::to_string(*outcome.frame) : "");
}

class Matching {
 public:
  Matching() {
    const FaceModels::Paths paths{files_.detector(), files_.recognizer()};
    auto models = FaceModels::load(paths, test_sha256);
    if (!models) FAIL(models.error());
    engine_ = std::make_unique<MatcherEngine>(std::move(*models), paths, InspectionLimits{});
  }
  const MatcherEngine& engine() const { return *engine_; }

  MatchEvaluation match(const std::string& document, const std::vector<std::string>& frames) const {
    const auto found = engine_->match_faces(match_request(document, frames));
    REQUIRE(found.has_value());
    return *found;
  }
  std::string verdict(const RgbImage& document, const RgbImage& frame) const {
    return verdict_of(match(as_file(document), {as_file(frame)}));
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

TEST_CASE("the face on a page that fills its picture is compared too") {
  const Matching matching;
  const RgbImage page = document_photograph(
      kAda, {.type = DocumentType::Passport, .width = 1420, .height = 1000, .fills = true});
  CHECK(matching.verdict(page, frame_of(kAda)) == "PASSED");
  CHECK(matching.verdict(page, frame_of(kBob)) == "FACE_MISMATCH");
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

TEST_CASE("a face beside the document is not one of the document's faces") {
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
  CHECK(verdict_of(matching.match("no image", {frame})) == "FACE_NOT_COMPARABLE");
  CHECK(verdict_of(matching.match(as_file(document), {drawing::truncated(frame, 0.5)})) ==
        "FACE_NOT_COMPARABLE");
}

TEST_CASE("the face of the first frame is looked for in all of the others") {
  const Matching matching;
  const std::string document = as_file(document_photograph(kAda));
  const std::string ada = as_file(frame_of(kAda));
  const std::string nearly = as_file(frame_of(kAdaElsewhere));
  const std::string bob = as_file(frame_of(kBob));
  const std::string nobody = as_file(empty_frame());
  RgbImage with_bob = frame_of(kAda);
  put_second_face(with_bob, kBob);
  const std::string both = as_file(with_bob);
  const std::string broken = drawing::truncated(ada, 0.5);
  const auto throughout = [&](const std::vector<std::string>& frames) {
    const MatchEvaluation found = matching.match(document, frames);
    CHECK(verdict_of(found) == (frames[0] == ada ? "PASSED" : "FACE_NOT_COMPARABLE"));
    return throughout_of(found);
  };
  CHECK(throughout({ada, ada, nearly, ada}) == "PASSED 3");
  CHECK(throughout({ada, bob, bob, bob}) == "FACE_MISMATCH 2");
  CHECK(throughout({ada, nearly, ada, ada, bob}) == "FACE_MISMATCH 5");
  for (const std::string& none : {nobody, both, broken}) {
    CHECK(throughout({ada, none, ada, none, nearly}) == "PASSED 5");
    CHECK(throughout({ada, none, ada, none, none}) == "FACE_NOT_COMPARABLE 3");
    CHECK(throughout({ada, none, none}) == "FACE_NOT_COMPARABLE");
    CHECK(throughout({none, ada, ada}) == "FACE_NOT_COMPARABLE");
    CHECK(throughout({ada, none, none, none, bob}) == "FACE_MISMATCH 5");
  }
  CHECK(throughout({ada}) == "FACE_NOT_COMPARABLE");
}

TEST_CASE("frames are compared with the first one also where the document shows no face") {
  const Matching matching;
  const MatchEvaluation found = matching.match(
      "no image", {as_file(frame_of(kAda)), as_file(frame_of(kAda)), as_file(frame_of(kBob))});
  CHECK(verdict_of(found) == "FACE_NOT_COMPARABLE");
  CHECK(throughout_of(found) == "FACE_MISMATCH 3");
}

TEST_CASE("a comparison names its engine, the version of OpenCV and both models") {
  const Matching matching;
  const MatchEvaluation found =
      matching.match(as_file(document_photograph(kAda)), {as_file(frame_of(kAda))});
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
  MatchRequest request = match_request(document, {frame, as_file(frame_of(kAdaElsewhere))});
  request.thresholds.face_match.likeness = {0.999, 1.0};
  CHECK(verdict_of(*matching.engine().match_faces(request)) == "FACE_MISMATCH");
  CHECK(throughout_of(*matching.engine().match_faces(request)) == "FACE_MISMATCH 2");
  request.thresholds.face_match.likeness = {0.300, 0.363};
  request.thresholds.face_match.width_px = 5000;
  CHECK(verdict_of(*matching.engine().match_faces(request)) == "FACE_NOT_COMPARABLE");
  CHECK(throughout_of(*matching.engine().match_faces(request)) == "FACE_NOT_COMPARABLE");
}

// The engine with another recognizer, and how it judges a request.
class MatchingBy {
 public:
  explicit MatchingBy(const std::string& recognizer) {
    const FaceModels::Paths paths{files_.detector(), files_.write("other.onnx", recognizer)};
    auto models = FaceModels::load(paths, test_sha256);
    if (!models) FAIL(models.error());
    engine_ = std::make_unique<MatcherEngine>(std::move(*models), paths, InspectionLimits{});
  }
  MatchEvaluation match(Fields in_frame, std::optional<Bounds> levels) const {
    MatchRequest request = match_request(as_file(document_photograph(kAda)),
                                         {as_file(frame_of(kAda)), as_file(frame_of(in_frame))});
    request.thresholds.face_match.likeness = levels;
    const auto found = engine_->match_faces(request);
    REQUIRE(found.has_value());
    return *found;
  }
  RecognizerFacts facts() const { return engine_->capabilities().recognizer.value(); }
  const MatcherEngine& engine() const { return *engine_; }

 private:
  ModelFiles files_;
  std::unique_ptr<MatcherEngine> engine_;
};

TEST_CASE("a recognizer that is not known compares nobody until its levels are set") {
  const MatchingBy matching(small_recognizer());
  CHECK_FALSE(matching.facts().published_warning_milli.has_value());
  const MatchEvaluation unset = matching.match(kAda, std::nullopt);
  CHECK(verdict_of(unset) == "CHECK_NOT_AVAILABLE");
  CHECK(throughout_of(unset) == "CHECK_NOT_AVAILABLE");
  CHECK(unset.accepted());
  CHECK(unset.engine == matching.engine().capabilities().engine);
  CHECK(verdict_of(matching.match(kAda, Bounds{0.300, 0.363})) == "PASSED");
  CHECK(throughout_of(matching.match(kBob, Bounds{0.300, 0.363})) == "FACE_MISMATCH 2");
}

TEST_CASE("levels at which unlike faces would pass compare nobody, and higher ones do") {
  const MatchingBy matching(lenient_recognizer());
  const auto unlike = static_cast<double>(matching.facts().unlike_milli) / 1000;
  for (const Bounds low : {Bounds{0.300, 0.363}, Bounds{unlike, unlike}}) {
    CHECK(verdict_of(matching.match(kAda, low)) == "CHECK_NOT_AVAILABLE");
    CHECK(throughout_of(matching.match(kBob, low)) == "CHECK_NOT_AVAILABLE");
  }
  const Bounds high{unlike + 0.001, unlike + 0.001};
  CHECK(verdict_of(matching.match(kAda, high)) == "PASSED");
}

TEST_CASE("without levels no picture is asked for") {
  const MatchingBy matching(small_recognizer());
  bool asked = false;
  const auto load = [&]() -> std::optional<std::string> {
    asked = true;
    return std::nullopt;
  };
  const auto found = matching.engine().match_faces(
      {.load_reference = load, .frame_count = 1, .load_frame = [&](std::size_t) {
         return load();
       }});
  REQUIRE(found.has_value());
  CHECK_FALSE(asked);
}

TEST_CASE("the portrait has a limit of its own, and a frame keeps the higher one") {
  const Matching matching;
  MatchRequest request =
      match_request(as_file(document_photograph(kAda)), {as_file(frame_of(kAda))});
  CHECK(request.thresholds.face_match.portrait_score == 0.6);
  CHECK(request.thresholds.face_match.score == 0.9);
  const auto widths = [&] {
    const auto found = matching.engine().match_faces(request);
    REQUIRE(found.has_value());
    return std::pair(outcome_of(*found, "FACE_MATCH_PORTRAIT").value_milli.has_value(),
                     outcome_of(*found, "FACE_MATCH_PERSON").value_milli.has_value());
  };
  CHECK(widths() == std::pair(true, true));
  request.thresholds.face_match.portrait_score = 1;
  CHECK(widths() == std::pair(false, true));
  request.thresholds.face_match.portrait_score = 0.6;
  request.thresholds.face_match.score = 1;
  CHECK(widths() == std::pair(true, false));
}

TEST_CASE("a picture's face is described, and what is not one face is counted") {
  const Matching matching;
  const auto described = [&](const std::string& file) {
    const auto found = matching.engine().describe_face({.image = file});
    REQUIRE(found.has_value());
    return *found;
  };
  const FaceDescription ada = described(as_file(frame_of(kAda)));
  CHECK(ada.decoded);
  CHECK(ada.faces == 1);
  REQUIRE_FALSE(ada.feature.empty());
  const auto likeness = [&](Fields fields) {
    return cosine_of(direction_of(ada.feature),
                     direction_of(described(as_file(frame_of(fields))).feature));
  };
  CHECK(likeness(kAda) > 0.9);
  CHECK(likeness(kBob) < 0.3);
  const FaceDescription nobody = described(as_file(empty_frame()));
  CHECK(nobody.decoded);
  CHECK(nobody.faces == 0);
  CHECK(nobody.feature.empty());
  RgbImage two = frame_of(kAda);
  put_second_face(two, kBob);
  const FaceDescription both = described(as_file(two));
  CHECK(both.faces == 2);
  CHECK(both.feature.empty());
  CHECK_FALSE(described("no image").decoded);
  CHECK_FALSE(described(drawing::truncated(as_file(frame_of(kAda)), 0.5)).decoded);
}

// The engine with the model of presentation attacks.
class Judging {
 public:
  Judging() {
    const FaceModels::Paths paths{files_.detector(), files_.recognizer(), files_.presentation()};
    auto models = FaceModels::load(paths, test_sha256);
    if (!models) FAIL(models.error());
    engine_ = std::make_unique<MatcherEngine>(std::move(*models), paths, InspectionLimits{});
  }
  const MatcherEngine& engine() const { return *engine_; }

  // The outcome of the only check, in words.
  std::string judged(const std::vector<std::string>& frames,
                     const std::optional<Bounds>& levels = Bounds{0.4, 0.6}) const {
    PresentationRequest request{.frame_count = frames.size(),
                                .load = [&](std::size_t index) { return frames.at(index); }};
    request.thresholds.presentation.live = levels;
    const auto found = engine_->judge_presentation(request);
    REQUIRE(found.has_value());
    CHECK(found->engine == engine_->capabilities().engine);
    REQUIRE(found->checks.size() == 1);
    const CheckOutcome& outcome = found->checks[0];
    CHECK(outcome.check == "LIVENESS_PRESENTATION");
    return std::string(name_of(outcome.status)) +
           (outcome.frame ? " " + std::to_string(*outcome.frame) : "");
  }

 private:
  ModelFiles files_;
  std::unique_ptr<MatcherEngine> engine_;
};

TEST_CASE("frames are judged by the face that each shows, and the median decides") {
  const Judging judging;
  CHECK(judging.engine().capabilities().judges_presentation);
  const std::string light = as_file(frame_of(kLightFace));
  const std::string middling = as_file(frame_of(kAda));
  const std::string dark = as_file(frame_of(kDarkFace));
  const std::string nobody = as_file(empty_frame());
  RgbImage two = frame_of(kLightFace);
  put_second_face(two, kLightFace);
  const std::string both = as_file(two);
  CHECK(judging.judged({light}) == "PASSED 1");
  CHECK(judging.judged({middling}) == "WARNING 1");
  CHECK(judging.judged({dark}) == "FAILED 1");
  CHECK(judging.judged({dark, middling, light}) == "WARNING 2");
  CHECK(judging.judged({light, dark, light, dark, light}).starts_with("PASSED"));
  CHECK(judging.judged({light, dark, dark}).starts_with("FAILED"));
  for (const std::string& none : {nobody, both, drawing::truncated(light, 0.5)}) {
    CHECK(judging.judged({none, dark}) == "FAILED 2");
    CHECK(judging.judged({light, none, none}) == "NOT_PERFORMED");
  }
}

TEST_CASE("presentation attacks are judged by the request's levels, and not without any") {
  const Judging judging;
  const std::string dark = as_file(frame_of(kDarkFace));
  CHECK(judging.judged({dark}, Bounds{0.1, 0.2}) == "PASSED 1");
  CHECK(judging.judged({dark}, Bounds{0.1, 0.6}) == "WARNING 1");
  bool asked = false;
  const auto found = judging.engine().judge_presentation(
      {.frame_count = 2, .load = [&](std::size_t) -> std::optional<std::string> {
         asked = true;
         return std::nullopt;
       }});
  REQUIRE(found.has_value());
  CHECK(found->checks[0].status == CheckStatus::NotPerformed);
  CHECK_FALSE(asked);
}

TEST_CASE("frames are asked for in order, and none after one that is not there") {
  const Judging judging;
  const std::string light = as_file(frame_of(kLightFace));
  std::vector<std::size_t> asked;
  PresentationRequest request{.frame_count = 3,
                              .load = [&](std::size_t index) -> std::optional<std::string> {
                                asked.push_back(index);
                                return index == 1 ? std::nullopt : std::optional(light);
                              }};
  request.thresholds.presentation.live = {0.4, 0.6};
  const auto found = judging.engine().judge_presentation(request);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::ImageNotLoaded);
  CHECK(asked == std::vector<std::size_t>{0, 1});
}

TEST_CASE("an engine with a model of presentation attacks names it, and describes by it") {
  const Judging judging;
  const auto& models = judging.engine().capabilities().engine.models;
  REQUIRE(models.size() == 3);
  CHECK(models[2].name == "attacks.onnx");
  const auto live = [](const MatcherEngine& engine, const RgbImage& picture) {
    const std::string file = as_file(picture);
    const auto found = engine.describe_face({.image = file});
    REQUIRE(found.has_value());
    return found->live_milli;
  };
  CHECK(live(judging.engine(), frame_of(kLightFace)).value() > 650);
  CHECK(live(judging.engine(), frame_of(kDarkFace)).value() < 400);
  CHECK_FALSE(live(judging.engine(), empty_frame()).has_value());
  const Matching without;
  CHECK_FALSE(without.engine().capabilities().judges_presentation);
  CHECK_FALSE(live(without.engine(), frame_of(kLightFace)).has_value());
}

TEST_CASE("images are asked for once each and in order, and none after one that is not there") {
  const Matching matching;
  const std::string document = as_file(document_photograph(kAda));
  const std::string frame = as_file(frame_of(kAda));
  for (std::size_t missing = 0; missing <= 4; ++missing) {  // 4: none is missing
    CAPTURE(missing);
    std::vector<std::size_t> asked;
    const auto image = [&](std::size_t index, const std::string& bytes) {
      asked.push_back(index);
      return index == missing ? std::nullopt : std::optional(bytes);
    };
    const auto found = matching.engine().match_faces(
        {.load_reference = [&] { return image(0, document); },
         .frame_count = 3,
         .load_frame = [&](std::size_t index) { return image(index + 1, frame); },
         .thresholds = match_request(document, {}).thresholds});
    REQUIRE(found.has_value() == (missing == 4));
    if (!found) CHECK(found.error() == InspectionFailure::ImageNotLoaded);
    std::vector<std::size_t> all{0, 1, 2, 3};
    all.resize(std::min<std::size_t>(missing + 1, 4));
    CHECK(asked == all);
  }
}

}  // namespace countersign::matcher::matcher_engine_test
