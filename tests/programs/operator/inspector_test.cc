#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "core/version.h"
#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// The server and the process that reads images for it. A hostile image is one failed attempt, and
// neither process outlives the other.
namespace countersign::tests::inspector_test {

namespace fs = std::filesystem;

using confined::are_gone;
using confined::children_of;
using confined::hostile_image;
using confined::inspectors_of;

RunningServer hostile_server(const Arguments& more = {}) {
  Arguments flags{"--inspector", HOSTILE_INSPECTOR_PATH, "--inspection-threads=2"};
  flags.insert(flags.end(), more.begin(), more.end());
  return RunningServer({.flags = flags});
}

// In clock ticks since the start of the machine: the 22nd field of stat in proc(5).
unsigned long long start_time(const std::string& stat) {
  std::istringstream rest(stat.substr(stat.rfind(')') + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) rest >> field;
  return std::stoull(field);
}

TEST_CASE("the server links no library for images, and the inspector no database") {
  const auto needed = [](const char* program) {
    const Finished finished = run_program({"readelf", "-d", program});
    REQUIRE(finished.status == 0);
    CHECK(finished.out.find("(NEEDED)") != std::string::npos);
    return finished.out;
  };
  for (const char* program : {COUNTERSIGND_PATH, COUNTERSIGN_PATH}) {
    const std::string libraries = needed(program);
    for (const char* library : {"libjpeg", "libturbojpeg", "libpng", "libwebp"}) {
      CAPTURE(library);
      CHECK(libraries.find(library) == std::string::npos);
    }
  }
  const std::string libraries = needed(INSPECTOR_PATH);
  CHECK(libraries.find("libjpeg") != std::string::npos);
  for (const char* library : {"librocksdb", "libpistache", "libcurl", "libssl"}) {
    CAPTURE(library);
    CHECK(libraries.find(library) == std::string::npos);
  }
}

TEST_CASE("an image that crashes or hangs who looks at it is one failed attempt and a metric") {
  const RunningServer server = hostile_server({"--inspection-timeout=5s"});
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  int left = 5;
  for (const char* action : {"crash", "loop", "say noise"}) {
    CAPTURE(action);
    const std::string nonce = device.nonce("document");
    Answer answer = device.document(nonce, hostile_image(action));
    // On a machine too busy to give "loop" 5 seconds of processor time, nothing is used up.
    for (int i = 0; i < 20 && answer.status == 503; ++i) {
      answer = device.document(nonce, hostile_image(action));
    }
    CHECK(answer.status == 200);
    const Json outcome(answer.body);
    CHECK_FALSE(outcome.is_true("/ok"));
    CHECK(outcome.text("/code") == "DOCUMENT_UNREADABLE");
    CHECK(outcome.dump("/attemptsRemaining") == std::to_string(--left));
  }
  CHECK(server.metric("countersign_inspector_crashes_total") == "1");
  CHECK(server.metric("countersign_inspector_timeouts_total") == "1");
  CHECK(server.metric("countersign_inspector_garbled_total") == "1");
  CHECK(server.metric("countersign_inspector_restarts_total") == "0");
  CHECK(server.metric("countersign_inspector_up") == "1");
  CHECK(Json(device.document(device.nonce("document"), document_picture(Side::Front)).body)
            .is_true("/ok"));
  const std::string operator_log = server.operator_log();
  CHECK(operator_log.find("a worker has died") != std::string::npos);
  CHECK(operator_log.find("hostile") == std::string::npos);  // nothing from an image
}

TEST_CASE("a frame that crashes who looks at it fails the attempt, and the next one passes") {
  const RunningServer server = hostile_server();
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("LIVENESS");
  const Device device(server.port(), session.token);
  std::vector<std::string> frames = fresh_frames(3);
  frames[1] = hostile_image("crash");
  const Answer answer = device.liveness(device.nonce("liveness"), frames);
  CHECK(answer.status == 200);
  CHECK(Json(answer.body).text("/code") == "LIVENESS_UNREADABLE");
  CHECK(server.metric("countersign_inspector_crashes_total") == "1");
  CHECK(Json(device.pass_liveness().body).is_true("/ok"));
}

TEST_CASE("SIGTERM of the server leaves no inspector behind") {
  RunningServer server;
  const auto inspectors = inspectors_of(server.program().id());
  REQUIRE(inspectors.size() >= 2);
  CHECK(server.stop() == 0);
  CHECK(are_gone(inspectors));
}

TEST_CASE("SIGKILL of the server leaves no inspector behind") {
  RunningServer server;
  const auto inspectors = inspectors_of(server.program().id());
  REQUIRE(inspectors.size() >= 2);
  server.kill();
  CHECK(are_gone(inspectors));
}

TEST_CASE("a terminal's or a supervisor's signal to all processes leaves the inspector working") {
  RunningServer server;
  const auto inspectors = inspectors_of(server.program().id());
  for (const ::pid_t inspector : inspectors) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::kill(inspector, number);
  }
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
  CHECK(device.pass_document().status == 200);
  CHECK(server.metric("countersign_inspector_restarts_total") == "0");
}

TEST_CASE("the inspector is started before any thread of the server") {
  RunningServer server;
  const ::pid_t process = server.program().id();
  const auto inspectors = children_of(process);
  REQUIRE(inspectors.size() == 1);
  const auto started = start_time(confined::process_text(inspectors[0], "stat"));
  std::size_t threads = 0;
  for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
    const std::string name = task.path().filename();
    if (name == std::to_string(process)) continue;
    ++threads;
    CHECK(start_time(confined::process_text(process, "task/" + name + "/stat")) >= started);
  }
  CHECK(threads > 4);
}

TEST_CASE("without an inspector uploads are answered with 503, and the metrics say so") {
  const TempFolder folder;
  const fs::path inspector = folder.path() / "inspector";
  fs::copy_file(INSPECTOR_PATH, inspector);
  RunningServer server({.flags = {"--inspector", inspector.string()}});
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
  const std::string nonce = device.nonce("document");
  CHECK(server.metric("countersign_inspector_up") == "1");
  const auto end_inspector = [&] {
    const auto inspectors = inspectors_of(server.program().id());
    REQUIRE_FALSE(inspectors.empty());
    ::kill(inspectors[0], SIGKILL);
    CHECK(are_gone({inspectors.begin() + 1, inspectors.end()}));
  };

  fs::rename(inspector, folder.path() / "away");
  end_inspector();
  check_problem(device.document(nonce, document_picture(Side::Front)), 503, "SVC_UNAVAILABLE");
  CHECK(server.metric("countersign_inspector_up") == "0");
  CHECK(server.operator_log().find("cannot be started") != std::string::npos);

  fs::rename(folder.path() / "away", inspector);  // and the server continues by itself
  CHECK(Json(device.document(nonce, document_picture(Side::Front)).body).is_true("/ok"));
  CHECK(server.metric("countersign_inspector_up") == "1");
  CHECK(server.metric("countersign_inspector_restarts_total") == "1");
  CHECK(server.metric("countersign_inspector_crashes_total") == "0");
}

TEST_CASE("an inspector of another build is not used in the middle of a run") {
  const TempFolder folder;
  const fs::path inspector = folder.path() / "inspector";
  fs::copy_file(INSPECTOR_PATH, inspector);
  RunningServer server({.flags = {"--inspector", inspector.string()}});
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
  const std::string nonce = device.nonce("document");
  fs::remove(inspector);
  fs::copy_file(HOSTILE_INSPECTOR_PATH, inspector);  // it says that it compares faces
  const auto inspectors = inspectors_of(server.program().id());
  ::kill(inspectors[0], SIGKILL);
  CHECK(are_gone({inspectors.begin() + 1, inspectors.end()}));
  check_problem(device.document(nonce, document_picture(Side::Front)), 503, "SVC_UNAVAILABLE");
  CHECK(server.operator_log().find("has been replaced") != std::string::npos);
}

TEST_CASE("a server whose inspector is missing does not start, and says why in one line") {
  const TempFolder folder;
  const Finished finished = run_program(
      server_command(folder.path() / "data", {"--inspector", "/nonexistent/inspector"}));
  CHECK(finished.status == 1);
  CHECK(finished.err ==
        "countersignd: the program /nonexistent/inspector cannot be started: No such file or "
        "directory\n");
  CHECK_FALSE(fs::exists(folder.path() / "data"));
}

TEST_CASE("an inspector that nobody started says so, with status 2") {
  const Finished alone = run_program({INSPECTOR_PATH});
  CHECK(alone.status == 2);
  CHECK(alone.err.find("must be started by countersignd") != std::string::npos);
  CHECK(run_program({INSPECTOR_PATH, "--version"}).out ==
        fmt::format("countersign-inspector {}\n", kVersion));
}

}  // namespace countersign::tests::inspector_test
