#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/face/face_detector.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/person/face.h"

namespace countersign::liveness_quality_test {

RgbImage frame(std::uint64_t seed, std::uint32_t index) {
  drawing::FacePlan plan;
  plan.seed = seed;
  plan.index = index;
  return drawing::draw_face_frame(plan);
}

Result<LivenessEvaluation, InspectionFailure> try_evaluate(
    const std::vector<std::optional<std::string>>& frames) {
  const EmbeddedEngine engine(test_sha256);
  LivenessRequest request;
  request.frame_count = frames.size();
  request.load = [&](std::size_t index) { return frames[index]; };
  request.actions = {Action::LookStraight};
  return engine.evaluate_liveness(request);
}

LivenessEvaluation evaluate(const std::vector<std::string>& frames) {
  auto evaluation = try_evaluate({frames.begin(), frames.end()});
  REQUIRE(evaluation.has_value());
  return std::move(*evaluation);
}

std::string verdict_of(const RgbImage& image) { return verdict(evaluate({file_of(image)})); }

TEST_CASE("a recording of drawn frames is accepted in every format") {
  std::uint64_t seed = 0;
  for (const ImageFormat format : {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP}) {
    ++seed;
    std::vector<std::string> frames;
    for (std::uint32_t i = 0; i < 3; ++i) frames.push_back(file_of(frame(seed, i), format));
    const auto evaluation = evaluate(frames);
    CAPTURE(seed);
    CHECK(verdict(evaluation) == "accepted");
    CHECK(evaluation.issues.empty());
    CHECK_FALSE(evaluation.failed_action.has_value());
    REQUIRE(evaluation.frames.size() == 3);
    for (const auto& facts : evaluation.frames) {
      REQUIRE(facts.has_value());
      CHECK(facts->width == 480);
      CHECK(facts->height == 640);
      CHECK(facts->format == format);
    }
  }
}

TEST_CASE("each fault of a frame has its code") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const RgbImage image = frame(seed, 0);
    CAPTURE(seed);
    CHECK(verdict_of(drawing::blurred(image, 7)) == "LIVENESS_BLURRY");
    CHECK(verdict_of(drawing::darkened(image, 0.1)) == "LIVENESS_TOO_DARK");
    CHECK(verdict_of(drawing::washed_out(image, 1.0)) == "LIVENESS_TOO_BRIGHT");
  }
  drawing::FacePlan small;
  small.width = 160;
  small.height = 220;
  CHECK(verdict_of(drawing::draw_face_frame(small)) == "LIVENESS_LOW_RESOLUTION");
  CHECK(verdict_of(RgbImage(480, 640)) == "LIVENESS_TOO_DARK");
}

TEST_CASE("grain hides no blur, and is none") {
  for (const std::uint64_t seed : {70'005U, 70'016U, 70'031U, 70'037U}) {
    CAPTURE(seed);
    drawing::FacePlan plan;
    plan.seed = seed;
    plan.grain = 0;
    const RgbImage image = drawing::draw_face_frame(plan);
    const auto grainy = [&](double blur, double grain) {
      return verdict_of(drawing::noisy(drawing::blurred(image, blur), grain, seed));
    };
    CHECK(grainy(6.5, 5) == "LIVENESS_BLURRY");
    CHECK(grainy(6.5, 6) == "LIVENESS_BLURRY");
    CHECK(grainy(1.8, 5) == "accepted");
    CHECK(grainy(1.1, 14) == "accepted");
    CHECK(grainy(1.8, 0.1) == "accepted");
  }
}

TEST_CASE("the worst frame decides, and the hint names it") {
  const auto evaluation = evaluate({file_of(frame(1, 0)),
                                    file_of(drawing::blurred(frame(1, 1), 4.5)),
                                    file_of(drawing::blurred(frame(1, 2), 9)),
                                    file_of(frame(1, 3))});
  REQUIRE(evaluation.issues.size() == 1);
  CHECK(evaluation.issues.front().code == "LIVENESS_BLURRY");
  CHECK(evaluation.issues.front().hint.starts_with("Frame 3: "));
  CHECK(evaluation.frames.size() == 4);
}

// At night, beside a lamp, with the head above or below its chin.
RgbImage at_night(std::uint64_t seed, bool upside_down) {
  RgbImage image = drawing::darkened(frame(seed, 0), 0.4);
  if (upside_down) {
    RgbImage turned = image;
    for (std::uint32_t y = 0; y < image.height; ++y) {
      std::copy_n(image.row(image.height - 1 - y), std::size_t{image.width} * 3, turned.row(y));
    }
    image = std::move(turned);
  }
  for (std::uint32_t y = 0; y < image.height / 6; ++y) {
    std::fill_n(image.row(y), std::size_t{image.width} / 4 * 3, std::uint8_t{220});
  }
  return image;
}

TEST_CASE("where a face is lost in the dark, light is asked for first") {
  if (!finds_faces()) return;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    CHECK(verdict_of(at_night(seed, false)) == "accepted");
    const auto lost = evaluate({file_of(at_night(seed, true))});
    REQUIRE(lost.issues.size() == 2);
    CHECK(lost.issues[0].code == "LIVENESS_TOO_DARK");
    CHECK(lost.issues[0].value_milli < lost.issues[0].threshold_milli);
    CHECK(lost.issues[1].code == "LIVENESS_NO_FACE");
  }
}

TEST_CASE("two frames of equal pixels are identical, whatever their bytes") {
  const RgbImage image = frame(1, 0);
  drawing::Encoding lossless;
  lossless.format = ImageFormat::WebP;
  lossless.lossless = true;
  const auto evaluation = evaluate({file_of(image, ImageFormat::Png),
                                    file_of(frame(1, 1), ImageFormat::Png),
                                    drawing::encode(image, lossless)});
  REQUIRE(evaluation.issues.size() == 1);
  CHECK(evaluation.issues.front().code == "LIVENESS_FRAMES_IDENTICAL");
  CHECK(evaluation.issues.front().value_milli == 1000);
  CHECK(evaluation.issues.front().hint.find("Frames 1 and 3") != std::string::npos);
}

TEST_CASE("a frame that does not decode is unreadable, and the others are still judged") {
  const std::string good = file_of(frame(1, 0));
  const auto evaluation = evaluate({good, drawing::truncated(good, 0.5), file_of(frame(1, 1))});
  CHECK(verdict(evaluation) == "LIVENESS_UNREADABLE");
  CHECK(evaluation.issues.front().hint.starts_with("Frame 2: "));
  REQUIRE(evaluation.frames.size() == 3);
  CHECK(evaluation.frames[0].has_value());
  CHECK_FALSE(evaluation.frames[1].has_value());
  CHECK(evaluation.frames[2].has_value());
}

TEST_CASE("no frames are too few") { CHECK(verdict(evaluate({})) == "LIVENESS_TOO_FEW_FRAMES"); }

TEST_CASE("a frame that cannot be loaded is a failure of the machine, not a verdict") {
  const auto evaluation = try_evaluate({file_of(frame(1, 0)), std::nullopt});
  REQUIRE_FALSE(evaluation.has_value());
  CHECK(evaluation.error() == InspectionFailure::ImageNotLoaded);
}

TEST_CASE("frames are loaded once each, in order") {
  const EmbeddedEngine engine(test_sha256);
  std::vector<std::size_t> loaded;
  LivenessRequest request;
  request.frame_count = 3;
  request.load = [&](std::size_t index) -> std::optional<std::string> {
    loaded.push_back(index);
    return file_of(frame(1, static_cast<std::uint32_t>(index)));
  };
  REQUIRE(engine.evaluate_liveness(request).has_value());
  CHECK(loaded == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("drawn frames differ by seed and by index") {
  CHECK(frame(1, 0) == frame(1, 0));
  CHECK(frame(1, 0) != frame(1, 1));
  CHECK(frame(1, 0) != frame(2, 0));
}

}  // namespace countersign::liveness_quality_test
