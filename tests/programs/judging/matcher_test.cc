#include <doctest/doctest.h>
#include <signal.h>

#include <array>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/inspection/decode/decode.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "events/crypto/sha256.h"
#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/matcher/face_pictures.h"
#include "tests/core/inspection/matcher/model_files.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// The server with face models: what it compares, records and refuses.
namespace countersign::tests::matcher_test {

namespace fs = std::filesystem;
using matcher::Fields;
using matcher::kAda;
using matcher::kBob;
using matcher::ModelFiles;

const std::string kLevels = "face-match-likeness=0.3/0.363";

// The small models are not known, so a server that is to compare faces sets their levels.
Arguments flags_of(const ModelFiles& models, const Arguments& more = {"--threshold", kLevels}) {
  Arguments flags{"--face-detector-model",
                  models.detector().string(),
                  "--face-recognizer-model",
                  models.recognizer().string()};
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

// For each frame the face that the models know, if any.
using People = std::array<std::optional<Fields>, 5>;

People always(Fields fields) {
  People people;
  people.fill(fields);
  return people;
}

// Frames as every test sends them, with these faces added.
std::vector<std::string> frames_of(const std::vector<Action>& actions, const People& people) {
  std::vector<std::string> frames = fresh_recording(actions, people.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!people[i]) continue;
    auto frame = decode_image(frames[i], {});
    REQUIRE(frame.has_value());
    matcher::put_face(frame->pixels, *people[i]);
    frames[i] = matcher::as_file(frame->pixels);
  }
  return frames;
}

// Makes a whole capture of a passport, and returns the answer to its finalize.
Answer captured(const Device& device,
                std::string_view type,
                std::uint64_t seed,
                Fields on_document,
                const People& in_frames) {
  const std::string document = matcher::as_file(
      matcher::document_photograph(on_document, {.type = DocumentType::Passport, .seed = seed}));
  const Answer first = device.document(device.nonce("document"), document, type);
  CAPTURE(first.body);
  REQUIRE(Json(first.body).is_true("/stepComplete"));
  const LivenessChallenge given = device.liveness_challenge();
  const Answer second = device.liveness(given.nonce, frames_of(given.actions, in_frames));
  CAPTURE(second.body);
  REQUIRE(Json(second.body).is_true("/ok"));
  return device.finalize();
}

std::string check_of(const Json& result, const std::string& name, const std::string& member) {
  for (std::size_t i = 0; i < 64; ++i) {
    const std::string at = "/checks/" + std::to_string(i);
    if (result.text(at + "/check") == name) return result.dump(at + member);
  }
  return "no such check";
}

std::string metric(const RunningServer& server, const std::string& name) {
  std::istringstream page(server.ask({"GET", "/metrics"}).body);
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(name + " ")) return line.substr(name.size() + 1);
  }
  return {};
}

TEST_CASE("with models faces are compared, and the result and the log say by which") {
  const ModelFiles models;
  const RunningServer server({.flags = flags_of(models)});
  const Backend backend(server.port(), server.add_client("shop"));
  const std::vector<std::string> hashes{to_hex(sha256(matcher::small_detector())),
                                        to_hex(sha256(matcher::small_recognizer()))};
  Thresholds thresholds;
  thresholds.face_match.likeness = {0.3, 0.363};
  const std::string set = to_hex(sha256(canonical_text(thresholds)));
  std::uint64_t seed = 10;
  for (const char* purpose : {"FULL_CAPTURE", "FACE_MATCH"}) {
    CAPTURE(purpose);
    const auto result_of = [&](Fields in_frame) {
      const OpenSession session = backend.open(purpose);
      const Answer answer = captured(
          Device(server.port(), session.token), "PASSPORT", ++seed, kAda, always(in_frame));
      CHECK(answer.status == 200);
      const std::string events = server.operate({"session", "show", session.id, "--json"}).out;
      for (const std::string& hash : hashes) CHECK(events.find(hash) != std::string::npos);
      return Json(backend.result(session.id).body);
    };
    const Json same = result_of(kAda);
    CHECK(check_of(same, "FACE_MATCH", "/status") == R"("PASSED")");
    CHECK(check_of(same, "FACE_MATCH", "/threshold") == "0.363");
    CHECK(check_of(same, "FACE_MATCH_THROUGHOUT", "/status") == R"("PASSED")");
    CHECK(check_of(same, "FACE_MATCH_THROUGHOUT", "/threshold") == "0.363");
    CHECK(same.text("/engine/thresholds") == set);
    CHECK(same.text("/resultStatus") != "FAILED");
    CHECK(same.text("/engine/name") == "countersign-matcher");
    CHECK(same.text("/engine/models/0/name") == "finder.onnx");
    CHECK(same.text("/engine/models/0/sha256") == hashes[0]);
    CHECK(same.text("/engine/models/1/name") == "teller.onnx");
    CHECK(same.text("/engine/models/1/sha256") == hashes[1]);

    const Json other = result_of(kBob);
    CHECK(check_of(other, "FACE_MATCH", "/status") == R"("FAILED")");
    CHECK(check_of(other, "FACE_MATCH", "/code") == R"("FACE_MISMATCH")");
    CHECK(other.text("/resultStatus") == "FAILED");
    CHECK(other.dump("/reasons") == R"(["FACE_MISMATCH"])");
  }
  const std::string operator_log = server.operator_log();
  for (const std::string& hash : hashes) CHECK(operator_log.find(hash) != std::string::npos);
  CHECK(metric(server, "countersign_matcher_up") == "1");
  CHECK(metric(server, "countersign_matcher_crashes_total") == "0");
}

TEST_CASE("another person after the first frame is noticed") {
  const ModelFiles models;
  const RunningServer server({.flags = flags_of(models)});
  const Backend backend(server.port(), server.add_client("shop"));
  std::uint64_t seed = 70;
  const auto result_of = [&](const People& people) {
    const OpenSession session = backend.open("FACE_MATCH");
    const Answer answer =
        captured(Device(server.port(), session.token), "PASSPORT", ++seed, kAda, people);
    CHECK(answer.status == 200);
    Json result(backend.result(session.id).body);
    CHECK(check_of(result, "FACE_MATCH", "/status") == R"("PASSED")");
    return result;
  };
  const auto nobody = std::nullopt;

  const Json another = result_of({kAda, kBob, kBob, kBob, kBob});
  CHECK(check_of(another, "FACE_MATCH_THROUGHOUT", "/status") == R"("FAILED")");
  CHECK(check_of(another, "FACE_MATCH_THROUGHOUT", "/code") == R"("FACE_MISMATCH")");
  CHECK(check_of(another, "FACE_MATCH_THROUGHOUT", "/threshold") == "0.3");
  CHECK(check_of(another, "FACE_MATCH_THROUGHOUT", "/frame") == "2");
  CHECK(another.text("/resultStatus") == "FAILED");
  CHECK(another.dump("/reasons") == R"(["FACE_MISMATCH"])");

  const Json at_the_end = result_of({kAda, nobody, kAda, kAda, kBob});
  CHECK(check_of(at_the_end, "FACE_MATCH_THROUGHOUT", "/frame") == "5");
  CHECK(at_the_end.text("/resultStatus") == "FAILED");

  const Json half = result_of({kAda, nobody, kAda, nobody, kAda});
  CHECK(check_of(half, "FACE_MATCH_THROUGHOUT", "/status") == R"("PASSED")");

  const Json too_few = result_of({kAda, nobody, kAda, nobody, nobody});
  CHECK(check_of(too_few, "FACE_MATCH_THROUGHOUT", "/status") == R"("NOT_PERFORMED")");
  CHECK(check_of(too_few, "FACE_MATCH_THROUGHOUT", "/code") == R"("FACE_NOT_COMPARABLE")");
  CHECK(too_few.text("/resultStatus") == "REVIEW");
  CHECK(too_few.dump("/reasons").find("FACE_NOT_COMPARABLE") != std::string::npos);
}

// Makes a capture of liveness alone with these faces, and returns the answer to its recording.
Answer recorded(const Backend& backend,
                const RunningServer& server,
                const People& people,
                std::string& session) {
  const OpenSession open = backend.open("LIVENESS");
  session = open.id;
  const Device device(server.port(), open.token);
  const LivenessChallenge given = device.liveness_challenge();
  const Answer answer = device.liveness(given.nonce, frames_of(given.actions, people));
  CHECK(answer.status == 200);
  if (Json(answer.body).is_true("/ok")) CHECK(device.finalize().status == 200);
  return answer;
}

TEST_CASE("a model of presentation attacks refuses a recording, suspects it or lets it pass") {
  const ModelFiles models;
  const RunningServer server({.flags = flags_of(models,
                                                {"--presentation-model",
                                                 models.presentation().string(),
                                                 "--threshold",
                                                 kLevels,
                                                 "--threshold",
                                                 "presentation-live=0.45/0.6"})});
  const Backend backend(server.port(), server.add_client("shop"));
  std::string session;
  CHECK(Json(recorded(backend, server, always(matcher::kLightFace), session).body).is_true("/ok"));
  const Json passed(backend.result(session).body);
  CHECK(check_of(passed, "LIVENESS_PRESENTATION", "/status") == R"("PASSED")");
  CHECK(
      check_of(passed, "LIVENESS_PRESENTATION", "/engine").starts_with(R"("countersign-matcher )"));
  CHECK(passed.text("/resultStatus") == "PASSED");
  const std::string events = server.operate({"session", "show", session, "--json"}).out;
  CHECK(events.find(to_hex(sha256(matcher::small_presentation()))) != std::string::npos);

  const Answer suspected = recorded(backend, server, always(kAda), session);
  CHECK(Json(suspected.body).is_true("/ok"));
  CHECK(suspected.body.find("LIVENESS_NOT_LIVE") == std::string::npos);
  const Json review(backend.result(session).body);
  CHECK(check_of(review, "LIVENESS_PRESENTATION", "/status") == R"("WARNING")");
  CHECK(check_of(review, "LIVENESS_PRESENTATION", "/threshold") == "0.6");
  CHECK(review.text("/resultStatus") == "REVIEW");
  CHECK(review.dump("/reasons") == R"(["LIVENESS_NOT_LIVE"])");

  const Answer refused = recorded(backend, server, always(matcher::kDarkFace), session);
  CHECK(Json(refused.body).text("/code") == "LIVENESS_NOT_LIVE");
  CHECK(Json(refused.body).number("/attemptsRemaining") == 4);
}

TEST_CASE("a model of presentation attacks without levels judges nothing, and it is said") {
  const ModelFiles models;
  const RunningServer server(
      {.flags = flags_of(models, {"--presentation-model", models.presentation().string()})});
  CHECK(server.operator_log().find("level=warn message=\"matcher: presentation-live is not set") !=
        std::string::npos);
  const Backend backend(server.port(), server.add_client("shop"));
  std::string session;
  CHECK(Json(recorded(backend, server, always(matcher::kDarkFace), session).body).is_true("/ok"));
  const Json result(backend.result(session).body);
  CHECK(check_of(result, "LIVENESS_PRESENTATION", "/code") == R"("CHECK_NOT_AVAILABLE")");
  CHECK(result.text("/resultStatus") == "REVIEW");
}

TEST_CASE("without a model of presentation attacks there is no such check") {
  const ModelFiles models;
  const RunningServer server({.flags = flags_of(models)});
  const Backend backend(server.port(), server.add_client("shop"));
  std::string session;
  CHECK(Json(recorded(backend, server, always(matcher::kDarkFace), session).body).is_true("/ok"));
  const Json result(backend.result(session).body);
  CHECK(check_of(result, "LIVENESS_PRESENTATION", "/status") == "no such check");
  CHECK(result.text("/resultStatus") == "PASSED");
}

TEST_CASE("where no face is seen the result is a review, not a pass") {
  const ModelFiles models;
  const RunningServer server({.flags = flags_of(models)});
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("FACE_MATCH");
  const Device device(server.port(), session.token);
  REQUIRE(device.pass_document().status == 200);
  REQUIRE(device.pass_liveness().status == 200);
  CHECK(Json(device.finalize().body).text("/result") == "REVIEW");
  const Json result(backend.result(session.id).body);
  CHECK(check_of(result, "FACE_MATCH", "/code") == R"("FACE_NOT_COMPARABLE")");
  CHECK(check_of(result, "FACE_MATCH_THROUGHOUT", "/code") == R"("FACE_NOT_COMPARABLE")");
  CHECK(result.dump("/reasons").find("FACE_NOT_COMPARABLE") != std::string::npos);
}

TEST_CASE("without models nothing has changed: no matcher runs, and the result is a review") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("FACE_MATCH");
  const Device device(server.port(), session.token);
  REQUIRE(device.pass_document().status == 200);
  REQUIRE(device.pass_liveness().status == 200);
  CHECK(Json(device.finalize().body).text("/result") == "REVIEW");
  const Json result(backend.result(session.id).body);
  CHECK(check_of(result, "FACE_MATCH", "/code") == R"("CHECK_NOT_AVAILABLE")");
  CHECK(check_of(result, "FACE_MATCH_THROUGHOUT", "/code") == "no such check");
  CHECK(metric(server, "countersign_matcher_up").empty());
  CHECK(confined::children_of(RunningServer().program().id()).size() == 1);
}

// The matches of a client's session, and its result.
Json match_of(const RunningServer& server, const Credentials& client, std::uint64_t seed) {
  const Backend backend(server.port(), client);
  const OpenSession session = backend.open("FACE_MATCH");
  const Answer answer =
      captured(Device(server.port(), session.token), "PASSPORT", seed, kAda, always(kAda));
  CHECK(answer.status == 200);
  return Json(backend.result(session.id).body);
}

TEST_CASE("an unknown recognizer compares nobody until an operator sets levels, and it is said") {
  const ModelFiles models;
  const RunningServer server({.flags = flags_of(models, {"--deny-unperformable"})});
  CHECK(server.operator_log().find(
            "level=warn message=\"matcher: recognizer is not known and face-match-likeness is not "
            "set: faces are not compared\"") != std::string::npos);
  CHECK(server.operator_log().find("faces are compared with") == std::string::npos);
  const Credentials shop = server.add_client("shop");
  check_problem(Backend(server.port(), shop).create("FACE_MATCH"), 400, "SVC_SCOPE_DENIED");
  const Backend backend(server.port(), shop);
  const OpenSession session = backend.open("FULL_CAPTURE");
  CHECK(captured(Device(server.port(), session.token), "PASSPORT", 81, kAda, always(kAda)).status ==
        200);
  const Json unset(backend.result(session.id).body);
  for (const char* check : {"FACE_MATCH", "FACE_MATCH_THROUGHOUT"}) {
    CHECK(check_of(unset, check, "/status") == R"("NOT_PERFORMED")");
    CHECK(check_of(unset, check, "/code") == R"("CHECK_NOT_AVAILABLE")");
  }
  CHECK(unset.text("/resultStatus") == "REVIEW");

  const Credentials bank = server.add_client("bank", {"--threshold", kLevels});
  const Json set = match_of(server, bank, 82);
  CHECK(check_of(set, "FACE_MATCH", "/status") == R"("PASSED")");
  CHECK(check_of(set, "FACE_MATCH_THROUGHOUT", "/status") == R"("PASSED")");
}

TEST_CASE("levels at which two unlike drawn faces would pass are not used, and it is said") {
  const ModelFiles models;
  const Arguments low{"--threshold", "face-match-likeness=-1/-0.99"};
  const RunningServer server({.flags = flags_of(models, low)});
  CHECK(server.operator_log().find(
            "level=warn message=\"matcher: two unlike drawn faces would pass "
            "face-match-likeness: faces are not compared\" level=-0.99 drawn_faces=") !=
        std::string::npos);
  const Json low_levels = match_of(server, server.add_client("shop"), 83);
  CHECK(check_of(low_levels, "FACE_MATCH", "/code") == R"("CHECK_NOT_AVAILABLE")");
  CHECK(low_levels.text("/resultStatus") == "REVIEW");
}

TEST_CASE("a detector with the outputs of 2023 finds the faces too") {
  const ModelFiles models;
  models.write("finder.onnx", matcher::small_detector_of_2023());
  const RunningServer server({.flags = flags_of(models)});
  CHECK(server.operator_log().find(
            "matcher: ready: faces are compared with the operator's model") != std::string::npos);
  CHECK(server.operator_log().find("level=warn message=\"matcher:") == std::string::npos);
  const Json result = match_of(server, server.add_client("shop"), 84);
  CHECK(check_of(result, "FACE_MATCH", "/status") == R"("PASSED")");
  CHECK(check_of(result, "FACE_MATCH_THROUGHOUT", "/status") == R"("PASSED")");
}

TEST_CASE("with models purposes that compare faces are not denied as unperformable") {
  const ModelFiles models;
  const RunningServer with(
      {.flags = flags_of(models, {"--deny-unperformable", "--threshold", kLevels})});
  const RunningServer without({.flags = {"--deny-unperformable"}});
  const Backend there(with.port(), with.add_client("shop"));
  const Backend not_there(without.port(), without.add_client("shop"));
  CHECK(there.create("FACE_MATCH").status == 200);
  check_problem(not_there.create("FACE_MATCH"), 400, "SVC_SCOPE_DENIED");
}

TEST_CASE("without its program a finalize is answered with 503, loses nothing, and goes on later") {
  const ModelFiles models;
  const TempFolder folder;
  const fs::path program = folder.path() / "matcher";
  fs::copy_file(MATCHER_PATH, program);
  const RunningServer server(
      {.flags = flags_of(models, {"--matcher", program.string(), "--threshold", kLevels})});
  const Backend backend(server.port(), server.add_client("shop"));
  fs::rename(program, folder.path() / "away");
  for (const ::pid_t child :
       confined::children_of(const_cast<RunningServer&>(server).program().id())) {
    if (confined::process_text(child, "cmdline").starts_with(program.string())) {
      ::kill(child, SIGKILL);
      CHECK(confined::are_gone({child}));
    }
  }
  const OpenSession session = backend.open("FACE_MATCH");
  const Device device(server.port(), session.token);
  const Answer refused = captured(device, "PASSPORT", 50, kAda, always(kAda));
  check_problem(refused, 503, "SVC_UNAVAILABLE");
  CHECK(metric(server, "countersign_matcher_up") == "0");
  CHECK(metric(server, "countersign_inspector_up") == "1");
  CHECK(server.operator_log().find("matcher: unavailable: no faces are compared") !=
        std::string::npos);
  fs::rename(folder.path() / "away", program);
  CHECK(device.finalize().status == 200);
  CHECK(check_of(Json(backend.result(session.id).body), "FACE_MATCH", "/status") == R"("PASSED")");
  CHECK(metric(server, "countersign_matcher_restarts_total") == "1");
}

TEST_CASE(
    "without its program a recording that it judges is answered with 503, and costs nothing") {
  const ModelFiles models;
  const TempFolder folder;
  const fs::path program = folder.path() / "matcher";
  fs::copy_file(MATCHER_PATH, program);
  const RunningServer server({.flags = flags_of(models,
                                                {"--matcher",
                                                 program.string(),
                                                 "--presentation-model",
                                                 models.presentation().string(),
                                                 "--threshold",
                                                 "presentation-live=0.45/0.6"})});
  const Backend backend(server.port(), server.add_client("shop"));
  fs::rename(program, folder.path() / "away");
  for (const ::pid_t child :
       confined::children_of(const_cast<RunningServer&>(server).program().id())) {
    if (confined::process_text(child, "cmdline").starts_with(program.string())) {
      ::kill(child, SIGKILL);
      CHECK(confined::are_gone({child}));
    }
  }
  const OpenSession session = backend.open("LIVENESS");
  const Device device(server.port(), session.token);
  const LivenessChallenge given = device.liveness_challenge();
  const auto frames = frames_of(given.actions, always(matcher::kLightFace));
  check_problem(device.liveness(given.nonce, frames), 503, "SVC_UNAVAILABLE");
  fs::rename(folder.path() / "away", program);
  const Answer again = device.liveness(given.nonce, frames);
  CHECK(Json(again.body).is_true("/ok"));
  CHECK(Json(again.body).number("/attempt") == 1);
}

TEST_CASE("models that cannot be used end the server with one line and status 2") {
  const ModelFiles models;
  const TempFolder folder;
  const auto refusal = [&](const Arguments& flags) {
    const Finished finished = run_program(server_command(folder.path() / "data", flags));
    CAPTURE(finished.err);
    CHECK(finished.status == 2);
    CHECK(finished.err.starts_with("countersignd: "));
    CHECK(finished.err.find('\n') == finished.err.size() - 1);
    CHECK_FALSE(fs::exists(folder.path() / "data"));
    return finished.err;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(refusal({"--face-detector-model", models.detector().string()}),
      "--face-detector-model and --face-recognizer-model are given together or not at all");
  has(refusal({"--face-recognizer-model", models.recognizer().string()}),
      "are given together or not at all");
  has(refusal(flags_of(models, {"--matcher", "/nonexistent/matcher"})),
      "--face-detector-model needs the program /nonexistent/matcher, which does not exist");
  has(refusal({"--face-detector-model=/nonexistent/a.onnx",
               "--face-recognizer-model=" + models.recognizer().string()}),
      "the model /nonexistent/a.onnx cannot be opened: No such file or directory");
  const std::string bytes = matcher::small_recognizer();
  const fs::path cut = models.write("cut.onnx", bytes.substr(0, bytes.size() / 2));
  has(refusal({"--face-detector-model=" + models.detector().string(),
               "--face-recognizer-model=" + cut.string()}),
      "the model " + cut.string() + " is not an ONNX model, or is damaged");
  has(refusal({"--face-detector-model=" + models.recognizer().string(),
               "--face-recognizer-model=" + models.detector().string()}),
      "is not a detector like YuNet");
  has(refusal({"--presentation-model=" + models.presentation().string()}),
      "--presentation-model needs --face-detector-model and --face-recognizer-model");
  has(refusal(flags_of(models, {"--presentation-model", models.recognizer().string()})),
      "does not say how it is to be used");
  has(refusal(flags_of(models, {"--presentation-model", "/nonexistent/b.onnx"})),
      "the model /nonexistent/b.onnx cannot be opened: No such file or directory");
}

TEST_CASE("only the matcher links OpenCV") {
  const auto needed = [](const char* program) {
    return run_program({"readelf", "-d", program}).out;
  };
  CHECK(needed(MATCHER_PATH).find("libopencv_objdetect") != std::string::npos);
  for (const char* program : {COUNTERSIGND_PATH, COUNTERSIGN_PATH, INSPECTOR_PATH}) {
    CHECK(needed(program).find("(NEEDED)") != std::string::npos);
    CHECK(needed(program).find("opencv") == std::string::npos);
  }
  for (const char* library :
       {"librocksdb", "libpistache", "libcurl", "libssl", "highgui", "imgcodecs"}) {
    CAPTURE(library);
    CHECK(needed(MATCHER_PATH).find(library) == std::string::npos);
  }
}

}  // namespace countersign::tests::matcher_test
