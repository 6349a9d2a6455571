#include "core/inspection/confined/confined_matcher.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/confined/notices.h"
#include "tests/core/inspection/matcher/face_pictures.h"
#include "tests/core/inspection/matcher/model_files.h"
#include "tests/core/inspection/support/match_request.h"
#include "tests/drawing/person/face.h"

// Tests the real program and its confined workers.
namespace countersign::confined::confined_matcher_test {

namespace fs = std::filesystem;
using matcher::as_file;
using matcher::document_photograph;
using matcher::kAda;
using matcher::kBob;
using matcher::ModelFiles;

using Started = Result<std::unique_ptr<ConfinedMatcher>, NotStarted>;

Started start(const ModelPaths& models,
              Notices& notices,
              const fs::path& program = MATCHER_PATH,
              std::chrono::milliseconds timeout = std::chrono::minutes(2)) {
  return ConfinedMatcher::start({.inspector = program,
                                 .max_pixels = 40'000'000,
                                 .image_max_bytes = 32ull << 20,
                                 .workers = 1,
                                 .timeout = timeout},
                                models,
                                [&notices](const InspectorNotice& each) { notices.add(each); });
}
ModelPaths paths_of(const ModelFiles& files) { return {files.detector(), files.recognizer()}; }

std::string frame_file(matcher::Fields fields,
                       std::uint32_t width = 480,
                       std::uint32_t height = 640) {
  drawing::FacePlan plan;
  plan.width = width;
  plan.height = height;
  RgbImage frame = drawing::draw_face_frame(plan);
  matcher::put_face(frame, fields);
  return as_file(frame);
}

Result<MatchEvaluation, InspectionFailure> match(const ConfinedMatcher& matcher,
                                                 const std::string& document,
                                                 const std::string& frame) {
  return matcher.match_faces(match_request(document, {frame}));
}
std::string verdict(const Result<MatchEvaluation, InspectionFailure>& found,
                    std::string_view check = "FACE_MATCH") {
  REQUIRE(found.has_value());
  const auto outcome = std::ranges::find(found->checks, check, &CheckOutcome::check);
  REQUIRE(outcome != found->checks.end());
  return outcome->code.value_or(std::string(name_of(outcome->status)));
}

TEST_CASE("confined workers compare faces, one after another") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  if (!matcher) FAIL(matcher.error().why);
  const std::string document = as_file(document_photograph(kAda));
  for (int round = 0; round < 3; ++round) {
    CHECK(verdict(match(**matcher, document, frame_file(kAda))) == "PASSED");
    CHECK(verdict(match(**matcher, document, frame_file(kBob))) == "FACE_MISMATCH");
  }
  const auto found = match(**matcher, document, frame_file(kAda));
  CHECK(found->engine == (*matcher)->version());
  CHECK((*matcher)->version().models.size() == 2);
  CHECK(notices.take().empty());
  CHECK((*matcher)->engine().inspector_restarts() == 0);
}

// Each image adds the time limit of one image, and one worker handles all images.
TEST_CASE("a confined worker compares every frame of a recording") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  REQUIRE(matcher.has_value());
  const std::string document = as_file(document_photograph(kAda));
  std::vector<std::string> frames(30, frame_file(kAda));
  const auto same = (*matcher)->match_faces(match_request(document, frames));
  CHECK(verdict(same) == "PASSED");
  CHECK(verdict(same, "FACE_MATCH_THROUGHOUT") == "PASSED");
  frames.back() = frame_file(kBob);
  const auto other = (*matcher)->match_faces(match_request(document, frames));
  CHECK(verdict(other) == "PASSED");
  CHECK(verdict(other, "FACE_MATCH_THROUGHOUT") == "FACE_MISMATCH");
  CHECK(other->checks.back().frame == 30);
  CHECK(notices.take().empty());
}

TEST_CASE("the largest pictures that are allowed fit into a worker's memory") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  REQUIRE(matcher.has_value());
  const std::string document = as_file(document_photograph(kAda, {.width = 7680, .height = 5160}));
  RgbImage large(5160, 7680);
  std::fill(large.bytes.begin(), large.bytes.end(), std::uint8_t{120});
  matcher::put_face(large, kAda);
  const std::string frame = as_file(large);
  const auto found = (*matcher)->match_faces(match_request(document, {frame, frame}));
  CHECK(verdict(found) == "PASSED");
  CHECK(verdict(found, "FACE_MATCH_THROUGHOUT") == "PASSED");
  CHECK(notices.take().empty());
}

TEST_CASE("a matcher and its workers have one thread, and no descriptor of a model") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  REQUIRE(matcher.has_value());
  const auto processes = inspectors_of(::getpid());
  REQUIRE(processes.size() == 2);
  for (const ::pid_t process : processes) {
#if !defined(__SANITIZE_THREAD__)  // ThreadSanitizer adds a thread to every program
    CHECK(process_text(process, "status").find("Threads:\t1\n") != std::string::npos);
#endif
    if (::geteuid() != 0) continue;  // only root sees the descriptors
    for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(process) + "/fd")) {
      CHECK(fs::read_symlink(entry.path()).extension() != ".onnx");
    }
  }
}

TEST_CASE("a comparison that is lost with its worker was not performed, and is counted") {
  Notices notices;
  const Started matcher = start({"ignored", "ignored"}, notices, HOSTILE_INSPECTOR_PATH);
  REQUIRE(matcher.has_value());
  const std::string good = frame_file(kAda);
  CHECK(verdict(match(**matcher, good, hostile_image("crash"))) == "CHECK_NOT_AVAILABLE");
  CHECK((*matcher)->engine().counters().crashes == 1);
  REQUIRE(notices.take().size() == 1);
  const auto later =
      (*matcher)->match_faces(match_request(good, {good, good, hostile_image("crash")}));
  CHECK(later->accepted());
  CHECK(verdict(later) == "CHECK_NOT_AVAILABLE");
  CHECK(verdict(later, "FACE_MATCH_THROUGHOUT") == "CHECK_NOT_AVAILABLE");
  CHECK((*matcher)->engine().counters().crashes == 2);
  CHECK(verdict(match(**matcher, good, good)) == "PASSED");
}

Result<PresentationEvaluation, InspectionFailure> judge(const ConfinedMatcher& matcher,
                                                        const std::vector<std::string>& frames) {
  PresentationRequest request{.frame_count = frames.size(),
                              .load = [&](std::size_t index) { return frames.at(index); }};
  request.thresholds.presentation.live = {0.4, 0.6};
  return matcher.judge_presentation(request);
}
std::string status_of(const Result<PresentationEvaluation, InspectionFailure>& found) {
  REQUIRE(found.has_value());
  REQUIRE(found->checks.size() == 1);
  CHECK(found->checks[0].check == "LIVENESS_PRESENTATION");
  return std::string(name_of(found->checks[0].status));
}

TEST_CASE("confined workers judge presentation attacks, and name the models that they used") {
  const ModelFiles files;
  Notices notices;
  const Started matcher =
      start({files.detector(), files.recognizer(), files.presentation()}, notices);
  if (!matcher) FAIL(matcher.error().why);
  CHECK((*matcher)->judges_presentation());
  const std::string light = frame_file(matcher::kLightFace);
  const std::string dark = frame_file(matcher::kDarkFace);
  CHECK(status_of(judge(**matcher, {light, dark, light})) == "PASSED");
  CHECK(status_of(judge(**matcher, {frame_file(kAda)})) == "WARNING");
  const auto attack = judge(**matcher, {dark, dark, light});
  CHECK(status_of(attack) == "FAILED");
  CHECK_FALSE(attack->accepted());
  REQUIRE(attack->engine.models.size() == 2);
  CHECK(attack->engine.models[0].name == "finder.onnx");
  CHECK(attack->engine.models[1].name == "attacks.onnx");
  CHECK((*matcher)->version().models.size() == 3);
  CHECK(attack->checks[0].engine ==
        (*matcher)->version().name + " " + (*matcher)->version().version);
  CHECK((*matcher)->describe_face({.image = light})->live_milli.value() > 650);
  CHECK(verdict(match(**matcher, as_file(document_photograph(kAda)), frame_file(kAda))) ==
        "PASSED");
  CHECK(notices.take().empty());
  Notices others;
  const Started without = start(paths_of(files), others);
  REQUIRE(without.has_value());
  CHECK_FALSE((*without)->judges_presentation());
}

TEST_CASE("a judgement that cannot be true, or is lost with its worker, was not performed") {
  Notices notices;
  const Started matcher = start({"ignored", "ignored", "ignored"}, notices, HOSTILE_INSPECTOR_PATH);
  REQUIRE(matcher.has_value());
  const std::string good = frame_file(kAda);
  CHECK(status_of(judge(**matcher, {good, good})) == "PASSED");
  CHECK(status_of(judge(**matcher, {good, hostile_image("warn")})) == "WARNING");
  CHECK(notices.take().empty());
  for (const char* lie : {"crash",
                          "a hint of its own",
                          "fail and accept",
                          "another check",
                          "no frame",
                          "a frame that is not there",
                          "no value",
                          "a value above 1",
                          "not performed with a value",
                          "pass with an issue",
                          "no check",
                          "two checks"}) {
    CAPTURE(lie);
    const auto found = judge(**matcher, {good, hostile_image(lie)});
    CHECK(status_of(found) == "NOT_PERFORMED");
    CHECK(found->checks[0].code == "CHECK_NOT_AVAILABLE");
    CHECK(found->accepted());
    CHECK(notices.take().size() == 1);
  }
  const auto missing = (*matcher)->judge_presentation(
      {.frame_count = 1, .load = [](std::size_t) { return std::optional<std::string>(); }});
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error() == InspectionFailure::ImageNotLoaded);
}

TEST_CASE("a confined worker describes the face of a picture") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  REQUIRE(matcher.has_value());
  const auto described = [&](const std::string& file) {
    const auto found = (*matcher)->describe_face({.image = file});
    REQUIRE(found.has_value());
    return *found;
  };
  const auto ada = direction_of(described(frame_file(kAda)).feature);
  REQUIRE(ada.size() == 128);
  CHECK(cosine_of(ada, direction_of(described(frame_file(kAda, 960, 1280)).feature)) > 0.9);
  CHECK(cosine_of(ada, direction_of(described(frame_file(kBob)).feature)) < 0.3);
  CHECK_FALSE(described("no image").decoded);
  CHECK((*matcher)->recognizer()->unlike_milli < 300);
  CHECK(notices.take().empty());
}

TEST_CASE("a description that cannot be true, or is lost with its worker, is none of a face") {
  Notices notices;
  const Started matcher = start({"ignored", "ignored"}, notices, HOSTILE_INSPECTOR_PATH);
  REQUIRE(matcher.has_value());
  CHECK((*matcher)->describe_face({.image = "as it is"})->faces == 1);
  CHECK(notices.take().empty());
  for (const char* lie : {"crash",
                          "faces of no picture",
                          "a feature of two faces",
                          "a feature without a direction",
                          "a probability of two faces",
                          "a probability above 1",
                          "a feature too long"}) {
    CAPTURE(lie);
    const std::string image = hostile_image(lie);
    const auto found = (*matcher)->describe_face({.image = image});
    REQUIRE(found.has_value());
    CHECK_FALSE(found->decoded);
    CHECK(found->faces == 0);
    CHECK(found->feature.empty());
    CHECK(notices.take().size() == 1);
  }
}

TEST_CASE("a matcher that was killed is started again, and loads its models again") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  REQUIRE(matcher.has_value());
  const std::string document = as_file(document_photograph(kAda));
  const auto processes = inspectors_of(::getpid());
  ::kill(processes[0], SIGKILL);
  CHECK(are_gone({processes.begin() + 1, processes.end()}));
  CHECK(verdict(match(**matcher, document, frame_file(kAda))) == "PASSED");
  CHECK((*matcher)->engine().inspector_restarts() == 1);
}

TEST_CASE("a model that was exchanged is not used in the middle of a run") {
  const ModelFiles files;
  Notices notices;
  const Started matcher = start(paths_of(files), notices);
  REQUIRE(matcher.has_value());
  files.write("teller.onnx", matcher::small_recognizer() + std::string("\x12\x01x", 3));
  const auto processes = inspectors_of(::getpid());
  ::kill(processes[0], SIGKILL);
  CHECK(are_gone({processes.begin() + 1, processes.end()}));
  const auto found = match(**matcher, "document", "frame");
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::NoInspector);
  const auto told = notices.take();
  REQUIRE(told.size() == 1);
  CHECK(told[0].kind == InspectorNotice::Kind::Gone);
  CHECK(told[0].why.find("has been replaced") != std::string::npos);
}

TEST_CASE("models that are none are refused in a sentence, and leave no process") {
  const ModelFiles files;
  Notices notices;
  const Started missing = start({"/nonexistent/a.onnx", files.recognizer()}, notices);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().refused);
  CHECK(missing.error().why ==
        "the model /nonexistent/a.onnx cannot be opened: No such file or directory");
  const Started no_attacks =
      start({files.detector(), files.recognizer(), files.recognizer()}, notices);
  REQUIRE_FALSE(no_attacks.has_value());
  CHECK(no_attacks.error().refused);
  CHECK(no_attacks.error().why.find("does not say how it is to be used") != std::string::npos);
  const Started swapped = start({files.recognizer(), files.detector()}, notices);
  REQUIRE_FALSE(swapped.has_value());
  CHECK(swapped.error().refused);
  const Started inspector = start(paths_of(files), notices, INSPECTOR_PATH);
  REQUIRE_FALSE(inspector.has_value());
  CHECK(inspector.error().why.find("cannot compare faces") != std::string::npos);
  CHECK(children_of(::getpid()).empty());
}

// The matcher either refuses a damaged file with a message, or the file is a model that runs and
// whose hash is reported.
TEST_CASE("damaged models are refused or run, and never anything else") {
  const ModelFiles files;
  Notices notices;
  std::size_t refused = 0;
  std::uint32_t dice = 12345;
  const auto roll = [&](std::size_t below) {
    dice = dice * 1664525 + 1013904223;
    return (dice >> 8) % below;
  };
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    const bool detector = round % 2 == 0;
    std::string bytes = detector ? matcher::small_detector() : matcher::small_recognizer();
    for (std::size_t flips = 1 + roll(8); flips > 0; --flips) {
      bytes[roll(bytes.size())] ^= static_cast<char>(1 << roll(8));
    }
    const fs::path damaged = files.write("damaged.onnx", bytes);
    const Started matcher = start(
        detector ? ModelPaths{damaged, files.recognizer()} : ModelPaths{files.detector(), damaged},
        notices);
    if (matcher) continue;
    ++refused;
    CAPTURE(matcher.error().why);
    CHECK(matcher.error().refused);
    CHECK(matcher.error().why.find('\n') == std::string::npos);
    CHECK(matcher.error().why.find("damaged.onnx") != std::string::npos);
  }
  CHECK(refused > 10);
  CHECK(children_of(::getpid()).empty());
}

}  // namespace countersign::confined::confined_matcher_test
