#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"

// The server with the external engine of the documentation, docs/engine_reference.py. That engine
// compares the sizes of files, so a test can choose its answer.
namespace countersign::tests::external_engine_test {

namespace fs = std::filesystem;

class Specimen {
 public:
  explicit Specimen(const Arguments& more = {}, std::uint16_t port = 0)
      : Specimen(Arguments{"python3", kReference}, more, port) {}
  // An engine that answers a question about two faces once somebody opens the FIFO for writing.
  static Specimen that_waits_for(const fs::path& fifo) {
    constexpr const char* kScript = R"(
import sys
reference, gate = sys.argv[1:3]
del sys.argv[1:3]
source = open(reference).read()
first = "    if reference == probe:"
assert source.count(first) == 1
exec(source.replace(first, f"    open({gate!r}).close()\n" + first), {"__name__": "__main__"})
)";
    return Specimen(Arguments{"python3", "-c", kScript, kReference, fifo.string()}, {}, 0);
  }
  const std::string& url() const { return url_; }
  void kill() {
    program_->signal(SIGKILL);
    REQUIRE(program_->wait(std::chrono::seconds(15)).has_value());
  }

 private:
  static constexpr const char* kReference = COUNTERSIGN_SOURCE_DIR "/docs/engine_reference.py";

  Specimen(Arguments command, const Arguments& more, std::uint16_t port) {
    command.insert(command.end(), {"--port", std::to_string(port)});
    command.insert(command.end(), more.begin(), more.end());
    program_ = std::make_unique<Program>(command, Variables{}, folder_.path() / "stderr");
    url_ = program_->read_line().value_or("");
    REQUIRE(url_.starts_with("http"));
  }

  TempFolder folder_;
  std::unique_ptr<Program> program_;
  std::string url_;
};

// The same picture in a larger file: bytes after a JPEG's end are ignored.
std::string padded(std::string jpeg, std::size_t size) {
  REQUIRE(jpeg.size() <= size);
  jpeg.resize(size, '\0');
  return jpeg;
}

// Sends the requested frames with the given relative sizes. They are added to a size that each
// frame fits into.
Answer send_sizes(const Device& device, const std::vector<std::size_t>& sizes) {
  const LivenessChallenge given = device.liveness_challenge();
  std::vector<std::string> frames = fresh_recording(given.actions, sizes.size());
  std::size_t unit = 0;
  for (const std::string& frame : frames) unit = std::max(unit, frame.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) frames[i] = padded(frames[i], unit + sizes[i]);
  return device.liveness(given.nonce, frames);
}

// "STATUS code value threshold engine" of a check in a result.
std::string check_in(const Json& record, const std::string& name) {
  for (std::size_t i = 0; i < record.size("/checks"); ++i) {
    const std::string at = "/checks/" + std::to_string(i);
    if (record.text(at + "/check") != name) continue;
    std::string text = record.text(at + "/status");
    for (const char* part : {"/code", "/value", "/threshold", "/engine"}) {
      text += " " + record.dump(at + part);
    }
    return text;
  }
  return "absent";
}

bool has_reason(const Json& record, const std::string& reason) {
  return record.dump("/reasons").find("\"" + reason + "\"") != std::string::npos;
}

constexpr const char* kAttack = "LIVENESS_PRESENTATION_ATTACK";
constexpr const char* kNobody = R"(NOT_PERFORMED "CHECK_NOT_AVAILABLE" null null null)";

TEST_CASE("an external engine has the last word on who is alive") {
  const Specimen engine;
  const RunningServer server({.flags = {"--engine-url", engine.url()}});
  const Backend backend(server.port(), server.add_client("shop"));
  CHECK(server.metric("countersign_engine_up") == "1");

  const auto finished = [&](const std::vector<std::size_t>& sizes) {
    const OpenSession session = backend.open("LIVENESS");
    const Device device(server.port(), session.token);
    const Json outcome(send_sizes(device, sizes).body);
    CHECK(outcome.is_true("/ok"));
    CHECK(device.finalize().status == 200);
    return Json(backend.result(session.id).body);
  };
  const Json live = finished({0, 1, 2, 3});
  CHECK(check_in(live, kAttack) == R"(PASSED null 1 0.75 "specimen-engine 1")");
  CHECK(live.dump("/detail").find(kAttack) == std::string::npos);
  const Json undecided = finished({0, 0, 1, 1});
  CHECK(check_in(undecided, kAttack) ==
        R"(NOT_PERFORMED "CHECK_NOT_AVAILABLE" 0.5 0.75 "specimen-engine 1")");
  CHECK(undecided.text("/resultStatus") == "REVIEW");

  const OpenSession session = backend.open("LIVENESS");
  const Device device(server.port(), session.token);
  const Answer spoof = send_sizes(device, {0, 0, 0, 0});
  CHECK(spoof.status == 200);
  const Json outcome(spoof.body);
  CHECK_FALSE(outcome.is_true("/ok"));
  CHECK(outcome.text("/code") == "LIVENESS_NOT_LIVE");
  CHECK(outcome.number("/attemptsRemaining") == 4);
  CHECK(outcome.dump("/issues/0/value") == "0.25");
  CHECK(outcome.dump("/issues/0/threshold") == "0.75");
  CHECK(Json(send_sizes(device, {0, 1, 2, 3}).body).is_true("/ok"));
}

// A session that is ready to be finalized, whose document is `larger` times the size of its first
// frame.
OpenSession capture(const RunningServer& server, const Backend& backend, std::size_t larger) {
  const OpenSession session = backend.open("FULL_CAPTURE");
  const Device device(server.port(), session.token);
  const std::string document = document_picture(Side::Front);
  // The first frame gets the document's size, which is larger than any frame.
  const Answer front =
      device.document(device.nonce("document"), padded(document, larger * document.size()));
  CHECK_MESSAGE(Json(front.body).is_true("/ok"), front.body);
  const LivenessChallenge given = device.liveness_challenge();
  std::vector<std::string> frames = fresh_recording(given.actions, 4);
  frames[0] = padded(frames[0], document.size());
  const Answer live = device.liveness(given.nonce, frames);
  CHECK_MESSAGE(Json(live.body).is_true("/ok"), live.body);
  return session;
}

// The result of such a session.
Json captured(const RunningServer& server, const Backend& backend, std::size_t larger) {
  const OpenSession session = capture(server, backend, larger);
  CHECK(Device(server.port(), session.token).finalize().status == 200);
  return Json(backend.result(session.id).body);
}

TEST_CASE("an external engine compares the faces of a capture, and is named in its result") {
  const Specimen engine;
  const RunningServer server({.flags = {"--engine-url", engine.url(), "--deny-unperformable"}});
  const Backend backend(server.port(), server.add_client("shop"));
  CHECK(backend.create("FACE_MATCH").status == 200);  // faces can be compared

  const Json same = captured(server, backend, 1);
  CHECK(check_in(same, "FACE_MATCH") == R"(PASSED null 1 0.5 "specimen-engine 1")");
  CHECK(same.dump("/detail").find("FACE_MATCH") == std::string::npos);
  CHECK(same.text("/engine/name") == "specimen-engine");
  const Json other = captured(server, backend, 4);
  CHECK(check_in(other, "FACE_MATCH") == R"(FAILED "FACE_MISMATCH" 0.25 0.5 "specimen-engine 1")");
  CHECK(other.text("/resultStatus") == "FAILED");
  CHECK(has_reason(other, "FACE_MISMATCH"));
}

TEST_CASE("a session whose faces do not match has failed, however often its device finalizes it") {
  constexpr std::size_t kCalls = 24;  // more than the engine takes and lets wait
  const TempFolder folder;
  const fs::path gate = folder.path() / "gate";
  REQUIRE(::mkfifo(gate.c_str(), 0600) == 0);
  const Specimen engine = Specimen::that_waits_for(gate);
  const RunningServer server(
      {.flags = {"--engine-url", engine.url(), "--engine-timeout=1m", "--device-rate=100000/1m"}});
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = capture(server, backend, 4);

  std::vector<int> statuses(kCalls);
  std::vector<std::thread> threads;
  for (int& status : statuses) {
    threads.emplace_back([&status, &server, &session] {
      status = Device(server.port(), session.token).finalize().status;
    });
  }
  const auto is_waiting = [&] {
    return server.metric("countersign_session_calls_waiting") == std::to_string(kCalls - 1);
  };
  while (!is_waiting()) std::this_thread::yield();
  std::ofstream(gate).close();  // waits until the engine is asked
  for (std::thread& thread : threads) thread.join();

  CHECK(std::ranges::count(statuses, 200) == 1);
  CHECK(std::ranges::count(statuses, 401) == kCalls - 1);
  const Json record(backend.result(session.id).body);
  CHECK(check_in(record, "FACE_MATCH") == R"(FAILED "FACE_MISMATCH" 0.25 0.5 "specimen-engine 1")");
  CHECK(record.text("/resultStatus") == "FAILED");
  CHECK(server.metric(R"(countersign_engine_requests_total{call="match",outcome="answered"})") ==
        "1");
  CHECK(server.metric(R"(countersign_engine_requests_total{call="match",outcome="busy"})") == "0");
}

TEST_CASE("while the external engine is down uploads go on, and results are for review") {
  auto engine = std::make_unique<Specimen>();
  RunningServer server({.flags = {"--engine-url", engine->url()}});
  const Backend backend(server.port(), server.add_client("shop"));
  engine->kill();
  for (int i = 0; i < 3; ++i) {
    const Json record = captured(server, backend, 1);
    CHECK(check_in(record, "FACE_MATCH") == kNobody);
    CHECK(check_in(record, kAttack) == kNobody);
    CHECK(record.text("/resultStatus") == "REVIEW");
    CHECK(has_reason(record, "CHECK_NOT_AVAILABLE"));
    CHECK(record.text("/engine/name") == "countersign-embedded");
  }
  CHECK(server.ask({"GET", "/readyz"}).status == 200);
  CHECK(server.metric("countersign_engine_breaker") == "2");
  CHECK(server.metric(R"(countersign_engine_requests_total{call="match",outcome="answered"})") ==
        "0");
  CHECK(server.metric(
            R"(countersign_engine_requests_total{call="match",outcome="breaker_open"})") == "1");
  const std::string operator_log = server.operator_log();
  const std::string line = "engine: circuit breaker opened";
  CHECK(operator_log.find(line) != std::string::npos);
  CHECK(operator_log.find(line) == operator_log.rfind(line));
  CHECK(server.stop() == 0);
}

TEST_CASE("a server starts without its external engine, and says so") {
  const ReservedPort silent;
  const std::string nowhere = "http://127.0.0.1:" + std::to_string(silent.number());
  const RunningServer server({.flags = {"--engine-url", nowhere, "--deny-unperformable"}});
  CHECK(server.ask({"GET", "/readyz"}).status == 200);
  CHECK(server.metric("countersign_engine_up") == "0");
  CHECK(server.operator_log().find("engine: does not describe what it can do") !=
        std::string::npos);
  const Backend backend(server.port(), server.add_client("shop"));
  CHECK(backend.create("FACE_MATCH").status == 400);
  const Device device(server.port(), backend.open("LIVENESS").token);
  CHECK(Json(device.pass_liveness().body).is_true("/ok"));
}

TEST_CASE("sandbox sessions never reach the external engine") {
  const Specimen engine;
  const RunningServer server({.flags = {"--engine-url", engine.url()}});
  const Backend backend(server.port(), server.add_client("test", {"--sandbox"}));
  const OpenSession session = backend.open("FULL_CAPTURE");
  const Device device(server.port(), session.token);
  CHECK(Json(device.document(device.nonce("document"), "\xff\xd8\xff").body).is_true("/ok"));
  CHECK(Json(device.liveness(device.nonce("liveness"), {"\xff\xd8\xff"}).body).is_true("/ok"));
  CHECK(Json(device.finalize().body).text("/result") == "PASSED");
  for (const char* call : {"match", "liveness"}) {
    CHECK(server.metric("countersign_engine_requests_total{call=\"" + std::string(call) +
                        "\",outcome=\"answered\"}") == "0");
  }
}

// A self-signed certificate for 127.0.0.1: a file with the certificate, and one that also has its
// key.
struct Certificate {
  explicit Certificate(const fs::path& at) : certificate(at), with_key(at.string() + ".key") {
    REQUIRE(run_program({"openssl",
                         "req",
                         "-x509",
                         "-newkey",
                         "rsa:2048",
                         "-nodes",
                         "-days",
                         "2",
                         "-subj",
                         "/CN=127.0.0.1",
                         "-addext",
                         "subjectAltName=IP:127.0.0.1",
                         "-keyout",
                         with_key,
                         "-out",
                         certificate})
                .status == 0);
    std::ofstream(with_key, std::ios::app) << std::ifstream(certificate).rdbuf();
  }
  fs::path certificate;
  fs::path with_key;
};

TEST_CASE("an external engine proves who it is, and is told who we are") {
  const TempFolder folder;
  const Certificate ours(folder.path() / "ours.crt");
  const Certificate strangers(folder.path() / "strangers.crt");
  const fs::path secret = folder.path() / "secret";
  const std::string token = "a-long-bearer-token-that-nobody-guesses";
  std::ofstream(secret) << token << "\n";
  fs::permissions(secret, fs::perms::owner_read | fs::perms::owner_write);
  const Specimen engine({"--certificate", ours.with_key, "--secret-file", secret});
  REQUIRE(engine.url().starts_with("https://"));

  const auto log_with = [&](Arguments flags) {
    flags.insert(flags.end(), {"--engine-url", engine.url(), "--log-level", "debug"});
    RunningServer server({.flags = flags});
    CHECK(server.stop() == 0);
    const std::string operator_log = server.operator_log();
    CHECK(operator_log.find(token) == std::string::npos);
    return operator_log;
  };
  const std::string known = "engine: answers: its checks are performed";
  const std::string secret_file = secret;
  CHECK(log_with({"--engine-ca", ours.certificate, "--engine-secret-file", secret_file})
            .find(known) != std::string::npos);
  const std::string unnamed = log_with({"--engine-ca", ours.certificate});
  CHECK(unnamed.find(known) == std::string::npos);
  CHECK(unnamed.find("it answered 401") != std::string::npos);
  CHECK(log_with({"--engine-ca", strangers.certificate, "--engine-secret-file", secret_file})
            .find(known) == std::string::npos);
  CHECK(log_with({"--engine-secret-file", secret_file}).find(known) == std::string::npos);
}

TEST_CASE("a secret or authorities that cannot be used end the start, in one line") {
  const TempFolder folder;
  const fs::path file = folder.path() / "file";
  const auto refusal = [&](const char* flag) {
    const Finished finished = run_program(server_command(
        folder.path() / "data", {"--engine-url", "https://127.0.0.1:1", flag, file.string()}));
    CHECK(finished.status == 1);
    CHECK(std::ranges::count(finished.err, '\n') == 1);
    return finished.err;
  };
  CHECK(refusal("--engine-secret-file").find("cannot open") != std::string::npos);
  CHECK(refusal("--engine-ca").find("there is no certificate") != std::string::npos);
  std::ofstream(file) << "two words";
  CHECK(refusal("--engine-secret-file").find("only its owner") != std::string::npos);
  CHECK(refusal("--engine-ca").find("there is no certificate") != std::string::npos);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const std::string two = refusal("--engine-secret-file");
  CHECK(two.find("one line of visible ASCII") != std::string::npos);
  CHECK(two.find("two words") == std::string::npos);
}

}  // namespace countersign::tests::external_engine_test
