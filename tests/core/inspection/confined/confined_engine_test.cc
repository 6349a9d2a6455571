#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/confined/inspector_rig.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/core/inspection/support/match_request.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/person/face.h"

namespace countersign::confined::confined_engine_test {

std::string drawn_frame(std::uint32_t index) {
  drawing::FacePlan plan;
  plan.index = index;
  return drawing::encode(drawing::draw_face_frame(plan), {});
}

void check_equal(const Evaluation& a, const Evaluation& b) {
  CHECK(a.issues == b.issues);
  CHECK(a.checks == b.checks);
}

LivenessRequest frames_request(const std::vector<std::string>& frames) {
  return {.frame_count = frames.size(),
          .load = [&frames](std::size_t index) { return frames[index]; },
          .actions = {Action::LookStraight, Action::TurnLeft}};
}

TEST_CASE("documents are judged by the inspector as they are in the process") {
  const Rig rig({.inspector = INSPECTOR_PATH});
  const EmbeddedEngine engine(test_sha256);
  const std::string good = drawn_document(1);
  std::vector<std::string> files{good,
                                 drawn_document(2, ImageFormat::Png),
                                 drawn_document(3, ImageFormat::WebP),
                                 drawing::truncated(good, 0.5),
                                 crafted::animated_webp(),
                                 crafted::png_claiming(100'000, 100'000),
                                 crafted::jpeg_with_scans(crafted::quarters(), 200),
                                 crafted::jpeg_grey(crafted::quarters(1200, 900)),
                                 hostile_image("open a file"),
                                 "GIF89a",
                                 ""};
  for (const std::string& file : files) {
    for (const Side side : {Side::Front, Side::Back}) {
      const DocumentRequest request{file, side, DocumentType::IdCard, UtcTime()};
      const auto here = engine.evaluate_document(request);
      const auto there = rig->evaluate_document(request);
      REQUIRE(here.has_value());
      REQUIRE(there.has_value());
      check_equal(*here, *there);
      CHECK(here->image == there->image);
    }
  }
  CHECK(rig->capabilities().engine == engine.capabilities().engine);
  CHECK(rig->counters().crashes == 0);
}

TEST_CASE("the inspector judges by the thresholds of the request") {
  const Rig rig({.inspector = INSPECTOR_PATH});
  const std::string file = drawn_document(1);
  DocumentRequest request{file, Side::Front, DocumentType::IdCard, UtcTime()};
  CHECK(rig->evaluate_document(request)->accepted());
  request.thresholds.document.px_per_mm = {50, 50};
  const auto refused = rig->evaluate_document(request);
  REQUIRE(refused.has_value());
  REQUIRE_FALSE(refused->accepted());
  CHECK(refused->issues[0].code == "DOCUMENT_TOO_SMALL");
  CHECK(refused->issues[0].threshold_milli == 50'000);

  const std::vector<std::string> turning = recording(1, {Action::LookStraight, Action::TurnLeft});
  LivenessRequest frames = frames_request(turning);
  CHECK(rig->evaluate_liveness(frames)->accepted());
  frames.thresholds.frame.count = {50, 50};
  CHECK(rig->evaluate_liveness(frames)->issues[0].code == "LIVENESS_TOO_FEW_FRAMES");
}

TEST_CASE("frames are judged by the inspector as they are in the process") {
  const Rig rig({.inspector = INSPECTOR_PATH});
  const EmbeddedEngine engine(test_sha256);
  const std::string good = drawn_frame(0);
  const std::vector<std::vector<std::string>> submissions{
      {},
      {good},
      {good, drawn_frame(1), drawn_frame(2)},
      {good, drawn_frame(1), good},
      {good, drawing::truncated(good, 0.5), drawn_frame(1)}};
  for (const auto& frames : submissions) {
    const auto here = engine.evaluate_liveness(frames_request(frames));
    const auto there = rig->evaluate_liveness(frames_request(frames));
    REQUIRE(here.has_value());
    REQUIRE(there.has_value());
    check_equal(*here, *there);
    CHECK(here->frames == there->frames);
    CHECK(here->failed_action == there->failed_action);
  }
}

TEST_CASE("an inspector that compares no faces is not asked, and loads none") {
  const Rig rig({.inspector = INSPECTOR_PATH});
  const auto load = []() -> std::optional<std::string> {
    FAIL("loaded");
    return std::nullopt;
  };
  const MatchRequest request{
      .load_reference = load, .frame_count = 2, .load_frame = [&](std::size_t) { return load(); }};
  const auto here = EmbeddedEngine(test_sha256).match_faces(request);
  const auto there = rig->match_faces(request);
  REQUIRE(there.has_value());
  check_equal(*here, *there);
}

// Checks that nothing was compared.
void check_not_compared(const Result<MatchEvaluation, InspectionFailure>& lost) {
  REQUIRE(lost.has_value());
  CHECK(lost->accepted());
  REQUIRE(lost->checks.size() == 2);
  CHECK(lost->checks[0].check == "FACE_MATCH");
  CHECK(lost->checks[1].check == "FACE_MATCH_THROUGHOUT");
  for (const CheckOutcome& check : lost->checks) {
    CHECK(check.status == CheckStatus::NotPerformed);
    CHECK(check.code == "CHECK_NOT_AVAILABLE");
    CHECK_FALSE(check.frame.has_value());
  }
}

TEST_CASE("an inspector that compares faces is given the document and every frame") {
  Rig rig;
  const auto statuses = [&](const std::vector<std::string>& frames) {
    const auto found = rig->match_faces(match_request("a", frames));
    REQUIRE(found.has_value());
    REQUIRE(found->checks.size() == 2);
    CHECK(found->accepted() == (found->checks[0].status == CheckStatus::Passed &&
                                found->checks[1].status == CheckStatus::Passed));
    return std::pair(found->checks[0].status, found->checks[1].frame);
  };
  using Statuses = std::pair<CheckStatus, std::optional<std::uint32_t>>;
  CHECK(statuses({"a"}) == Statuses(CheckStatus::Passed, std::nullopt));
  CHECK(statuses({"b"}) == Statuses(CheckStatus::Failed, std::nullopt));
  CHECK(statuses({"a", "a", "a"}) == Statuses(CheckStatus::Passed, std::nullopt));
  CHECK(statuses({"a", "a", "b"}) == Statuses(CheckStatus::Passed, 3));
  CHECK(statuses({"b", "b", "a"}) == Statuses(CheckStatus::Failed, 2));
  const std::vector<std::string> many(200, "a");
  CHECK(statuses(many) == Statuses(CheckStatus::Passed, std::nullopt));
  CHECK(rig.notices().empty());
}

TEST_CASE("a document or frame that cannot be loaded is a failure of ours") {
  Rig rig;
  for (std::size_t missing = 0; missing < 4; ++missing) {
    CAPTURE(missing);
    std::size_t loaded = 0;
    const auto image = [&]() -> std::optional<std::string> {
      if (loaded++ == missing) return std::nullopt;
      return "a";
    };
    const auto found = rig->match_faces({.load_reference = image,
                                         .frame_count = 3,
                                         .load_frame = [&](std::size_t) { return image(); }});
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error() == InspectionFailure::ImageNotLoaded);
    CHECK(loaded == missing + 1);
  }
  CHECK(rig.notices().empty());
}

TEST_CASE("a comparison that is lost with its worker was not performed, whichever image it was") {
  Rig rig;
  const std::string crash = hostile_image("crash");
  std::uint64_t crashes = 0;
  for (const std::vector<std::string>& frames :
       std::vector<std::vector<std::string>>{{crash, "a"}, {"a", crash}, {"a", "a", "a", crash}}) {
    check_not_compared(rig->match_faces(match_request("a", frames)));
    CHECK(rig->counters().crashes == ++crashes);
    CHECK(rig.notices().size() == 1);
  }
}

TEST_CASE("a comparison that does not sound right is not believed") {
  Rig rig;
  std::uint64_t garbled = 0;
  for (const char* lie : {"compare no other frame",
                          "name the first frame",
                          "name a frame that is not there",
                          "fail and accept",
                          "compare twice"}) {
    CAPTURE(lie);
    check_not_compared(rig->match_faces(match_request("a", {"a", hostile_image(lie)})));
    CHECK(rig->counters().garbled == ++garbled);
    CHECK(rig.notices().size() == 1);
  }
}

TEST_CASE("a worker that dies is one image that cannot be read, and is counted") {
  Rig rig;
  const std::string good = drawn_document(1);
  std::uint64_t crashes = 0;
  for (const char* action : {"crash", "abort", "leave"}) {
    CAPTURE(action);
    check_unreadable(rig.document(hostile_image(action)));
    CHECK(rig->counters().crashes == ++crashes);
    REQUIRE(rig.notices().size() == 1);
    CHECK(rig.document(good)->accepted());
  }
  CHECK(rig->counters().timeouts == 0);
  CHECK(rig->counters().garbled == 0);
}

TEST_CASE("a worker that goes on for ever is killed at the timeout, and is counted") {
  Rig rig({.timeout = std::chrono::milliseconds(500)});
  const auto before = inspectors_of(::getpid());
  auto found = rig.document(hostile_image("loop"));
  // A machine that is too busy to give the worker that much processor time does not judge the
  // image.
  for (int i = 0; i < 100 && !found; ++i) {
    REQUIRE(found.error() == InspectionFailure::Busy);
    found = rig.document(hostile_image("loop"));
  }
  check_unreadable(found);
  CHECK(rig->counters().timeouts == 1);
  CHECK(rig->counters().crashes == 0);
  REQUIRE(before.size() == 2);
  CHECK(are_gone({before[1]}));
  check_unreadable(rig.document("no image"));  // judged by the next worker
  CHECK(rig->counters().timeouts == 1);
}

TEST_CASE("a worker without processor time gives no verdict on its image") {
  Rig rig({.timeout = std::chrono::milliseconds(200)});
  const auto before = inspectors_of(::getpid());
  const auto found = rig.document(hostile_image("wait"));  // uses no processor time
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::Busy);
  CHECK(rig->counters().starved == 1);
  CHECK(rig->counters().timeouts == 0);
  const auto notices = rig.notices();
  REQUIRE(notices.size() == 1);
  CHECK(notices[0].kind == Rig::Kind::Starved);
  REQUIRE(before.size() == 2);
  CHECK(are_gone({before[1]}));
}

TEST_CASE("a worker that is killed from outside gives no verdict on its images") {
  Rig rig;
  LivenessRequest request;
  request.frame_count = 1;
  // Kills the worker, as the system does when no memory is left.
  request.load = [](std::size_t) -> std::optional<std::string> {
    const auto inspectors = inspectors_of(::getpid());
    REQUIRE(inspectors.size() == 2);
    ::kill(inspectors[1], SIGKILL);
    REQUIRE(are_gone({inspectors[1]}));
    return drawn_frame(0);
  };
  const auto found = rig->evaluate_liveness(request);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::Busy);
  CHECK(rig->counters().killed == 1);
  CHECK(rig->counters().crashes == 0);
  CHECK(rig.document(drawn_document(1))->accepted());
}

TEST_CASE("a worker is believed nothing that no worker says") {
  Rig rig;
  const std::string good = drawn_document(1);
  std::uint64_t garbled = 0;
  for (const char* action : {"say nothing more than an image",
                             "say that it is ready",
                             "say noise",
                             "say nothing",
                             "say too much",
                             "answer frames",
                             "accept what did not decode",
                             "accept another format",
                             "accept no width",
                             "accept too many pixels",
                             "tell values nobody asked for",
                             "tell a bar code nobody asked for",
                             "use a code of its own"}) {
    CAPTURE(action);
    check_unreadable(rig.document(hostile_image(action)));
    CHECK(rig->counters().garbled == ++garbled);
    CHECK(rig.document(good)->accepted());
  }
  CHECK(rig->counters().crashes == 0);
}

TEST_CASE("values that no zone can say are not believed, of who was asked for some") {
  Rig rig;
  const std::string liar = hostile_image("tell values of no zone");
  DocumentRequest request{liar, Side::Front, std::nullopt, UtcTime()};
  request.mrz_values = true;
  check_unreadable(rig->evaluate_document(request));
  CHECK(rig->counters().garbled == 1);
  const std::string honest = hostile_image("tell values nobody asked for");
  request.image = honest;
  const auto found = rig->evaluate_document(request);
  REQUIRE(found.has_value());
  CHECK(found->mrz == MrzValues{});
}

TEST_CASE("values that no bar code can say, or that only a reader reads, are not believed") {
  Rig rig;
  std::uint64_t garbled = 0;
  for (const char* action : {"tell a bar code with another date",
                             "tell a bar code of nothing",
                             "tell what is printed"}) {
    CAPTURE(action);
    const std::string liar = hostile_image(action);
    DocumentRequest request{liar, Side::Back, std::nullopt, UtcTime()};
    request.mrz_values = true;
    check_unreadable(rig->evaluate_document(request));
    CHECK(rig->counters().garbled == ++garbled);
  }
  const std::string honest = hostile_image("tell a bar code");
  DocumentRequest request{honest, Side::Back, std::nullopt, UtcTime()};
  request.mrz_values = true;
  const auto found = rig->evaluate_document(request);
  REQUIRE(found.has_value());
  CHECK(found->barcode == FieldValues{"D123", "1974-08-12", "", "O'CONNOR", ""});
}

TEST_CASE("a frame that kills its worker ends the submission, named, and no more are loaded") {
  Rig rig;
  std::vector<std::size_t> loaded;
  LivenessRequest request;
  request.frame_count = 4;
  request.load = [&](std::size_t index) -> std::optional<std::string> {
    loaded.push_back(index);
    return index == 2 ? hostile_image("crash") : drawn_frame(static_cast<std::uint32_t>(index));
  };
  const auto found = rig->evaluate_liveness(request);
  REQUIRE(found.has_value());
  CHECK_FALSE(found->accepted());
  REQUIRE(found->issues.size() == 1);
  CHECK(found->issues[0].code == "LIVENESS_UNREADABLE");
  CHECK(found->issues[0].hint.starts_with("Frame 3: "));
  CHECK(found->frames == std::vector<std::optional<ImageFacts>>(4));
  CHECK(loaded == std::vector<std::size_t>{0, 1, 2});
  CHECK(rig->counters().crashes == 1);
}

TEST_CASE("an image that is not loaded, or too large, is a failure of the machine") {
  Rig rig({.image_max_bytes = 100'000});
  LivenessRequest request;
  request.frame_count = 2;
  request.load = [&](std::size_t index) -> std::optional<std::string> {
    if (index == 0) return drawn_frame(0);
    return std::nullopt;
  };
  CHECK(rig->evaluate_liveness(request).error() == InspectionFailure::ImageNotLoaded);
  CHECK(rig.document(std::string(100'001, 'x')).error() == InspectionFailure::ImageNotLoaded);
  CHECK(rig.notices().empty());
  check_unreadable(rig.document(std::string(100'000, 'x')));
  CHECK(rig->counters().garbled == 0);
}

TEST_CASE("a loader that throws leaves a worker for the next image") {
  Rig rig;
  LivenessRequest request;
  request.frame_count = 1;
  request.load = [](std::size_t) -> std::optional<std::string> { throw 1; };
  CHECK_THROWS_AS((void)rig->evaluate_liveness(request), int);
  CHECK(rig.document(drawn_document(1))->accepted());
}

TEST_CASE("no worker looks at two submissions") {
  const Rig rig;
  const auto first = inspectors_of(::getpid());
  REQUIRE(first.size() == 2);
  CHECK(rig.document(drawn_document(1))->accepted());
  CHECK(are_gone({first[1]}));
  CHECK(rig.document(drawn_document(1))->accepted());
  CHECK(inspectors_of(::getpid()).front() == first.front());
}

TEST_CASE("an inspector that was killed is started again, and harms no image") {
  Rig rig({.workers = 2});
  const auto first = inspectors_of(::getpid());
  REQUIRE(first.size() == 3);
  ::kill(first[0], SIGKILL);
  CHECK(are_gone({first[1], first[2]}));  // the workers die with their inspector
  CHECK_FALSE(rig->inspector_running());
  for (int i = 0; i < 4; ++i) CHECK(rig.document(drawn_document(1))->accepted());
  CHECK(rig->inspector_running());
  CHECK(rig->inspector_restarts() == 1);
  CHECK(rig->counters().crashes == 0);
  CHECK(children_of(::getpid()).size() == 1);
}

TEST_CASE("many threads and hostile images among good ones: each gets its own answer") {
  Rig rig({.workers = 2});
  const std::string good = drawn_document(1);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 12; ++i) {
        const bool hostile = (i + t) % 3 == 0;
        const auto found = rig.document(hostile ? hostile_image("crash") : good);
        if (!found || found->accepted() == hostile) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(rig->counters().crashes == 16);
  CHECK(rig->inspector_restarts() == 0);
}

TEST_CASE("a program that is not an inspector is refused in a sentence") {
  const auto start = [](const char* program) {
    return ConfinedEngine::start({.inspector = program,
                                  .max_pixels = 1000,
                                  .image_max_bytes = 1000,
                                  .workers = 1,
                                  .timeout = std::chrono::seconds(1)},
                                 [](const InspectorNotice&) {});
  };
  const auto missing = start("/nonexistent/inspector");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().why ==
        "the program /nonexistent/inspector cannot be started: No such file or directory");
  const auto other = start("/bin/true");
  REQUIRE_FALSE(other.has_value());
  CHECK(other.error().why == "/bin/true is not the program of this build");
  CHECK(children_of(::getpid()).empty());
}

}  // namespace countersign::confined::confined_engine_test
