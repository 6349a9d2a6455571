#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// The share of the real server that one stranger or one device can occupy, and the service that
// others still get.
namespace countersign::tests::limits_test {

namespace fs = std::filesystem;

bool eventually(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition() && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  return condition();
}

// The head of an upload and the first megabyte of an image.
std::string begun_upload(const std::string& token, std::size_t announced) {
  return "POST /api/sdk/document HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + token +
         "\r\nContent-Type: " + kMultipartType +
         "\r\nContent-Length: " + std::to_string(announced) + "\r\n\r\n--" + kBoundary +
         "\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n" +
         document_picture(Side::Front).substr(0, 200) + std::string(1'000'000, 'x');
}

// A file has its id as the end of its names, of which there are two for a moment.
std::size_t files_in(const fs::path& data) {
  constexpr std::size_t kIdLength = 36;
  std::set<std::string> files;
  std::error_code gone;  // folders may come and go
  for (auto entry = fs::recursive_directory_iterator(data / "files", gone);
       !gone && entry != fs::recursive_directory_iterator();
       entry.increment(gone)) {
    const std::string name = entry->path().filename();
    if (name.size() < kIdLength || !entry->is_regular_file(gone)) continue;
    files.insert(name.substr(name.size() - kIdLength));
  }
  return files.size();
}

TEST_CASE("twelve connections of one token hold two uploads, until the session ends") {
  RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession hostile = backend.open("DOCUMENT_VERIFICATION");
  std::deque<Wire> wires;
  for (int i = 0; i < 12; ++i) {
    wires.emplace_back(server.port());
    wires.back().send(begun_upload(hostile.token, 9'000'000));
    // The first two uploads are there before the others come.
    if (i == 1) REQUIRE(eventually([&] { return files_in(server.data()) == 2; }));
  }
  // All but two are told to try again.
  int refused = 0;
  for (std::size_t i = 2; i < wires.size(); ++i) {
    const auto answer = wires[i].receive();
    REQUIRE(answer.has_value());
    check_problem(*answer, 429, "SVC_RATE_LIMITED");
    CHECK_FALSE(answer->header("retry-after").empty());
    ++refused;
  }
  CHECK(refused == 10);
  CHECK(files_in(server.data()) == 2);
  // Meanwhile an honest device is served, and its file is kept.
  const OpenSession honest = backend.open("DOCUMENT_VERIFICATION");
  CHECK(Json(Device(server.port(), honest.token).pass_document("ID_CARD").body).is_true("/ok"));

  const std::size_t before = files_in(server.data());
  CHECK(backend.cancel(hostile.id).status == 200);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto answer = wires[i].receive();
    REQUIRE(answer.has_value());
    check_problem(*answer, 401, "SVC_SESSION_INVALID");
  }
  CHECK(eventually([&] { return files_in(server.data()) == before - 2; }));
  CHECK(backend.result(honest.id).status == 200);
  CHECK(server.stop() == 0);
}

TEST_CASE("no number of the metrics is told twice") {
  const RunningServer server;
  std::istringstream page(server.ask({"GET", "/metrics"}).body);
  std::set<std::string> told;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("# TYPE ")) continue;
    CHECK_MESSAGE(told.insert(line).second, line);
  }
  CHECK(told.size() > 20);
}

TEST_CASE("idle connections of one address keep nobody out, whatever they have said") {
  RunningServer server({.flags = {"--max-connections=40"}});
  std::deque<Wire> hostile;
  for (int i = 0; i < 150; ++i) {
    hostile.emplace_back(server.port(), "127.0.0.2");
    const char* said[] = {"", "GET /heal", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"};
    hostile.back().send(said[i % 3]);
    if (i % 10 != 0) continue;
    CHECK(exchange(server.port(), {"GET", "/healthz"}, "127.0.0.3").status == 200);
  }
  // Nor do they keep out a client of the same address, which holds as many connections as it may.
  CHECK(exchange(server.port(), {"GET", "/healthz"}, "127.0.0.2").status == 200);
  CHECK(server.stop() == 0);
}

TEST_CASE("a hundred devices behind one address are served under the limits as they come") {
  RunningServer server({.flags = {"--create-rate=100000/1m"}});
  const Backend backend(server.port(), server.add_client("shop"));
  std::deque<Wire> devices;
  for (int i = 0; i < 100; ++i) {
    devices.emplace_back(server.port(), "127.0.0.9");
    const OpenSession session = backend.open("LIVENESS");
    devices.back().send(
        bytes_of({"GET", "/api/sdk/status", {{"Authorization", "Bearer " + session.token}}}));
  }
  for (Wire& device : devices) {
    const auto answer = device.receive();
    REQUIRE(answer.has_value());
    CHECK(answer->status == 200);
  }
  CHECK(server.stop() == 0);
}

// A server that may open `descriptors` files.
struct PoorServer {
  explicit PoorServer(int descriptors)
      : program(command(descriptors), {}, folder.path() / "operator.log") {}

  Arguments command(int descriptors) {
    Arguments all{"prlimit", "--nofile=" + std::to_string(descriptors)};
    for (const std::string& word : server_command(folder.path() / "data")) all.push_back(word);
    return all;
  }
  std::string operator_log() const {
    std::ifstream file(folder.path() / "operator.log");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempFolder folder;
  Program program;
};

TEST_CASE("idle connections never take the descriptors of the log and of the files") {
  PoorServer server(512);
  const std::uint16_t port = served_port(server.program);
  CHECK(server.operator_log().find("limit of open files is low") != std::string::npos);
  const Json made(
      operate_on(server.folder.path() / "data", {"client", "add", "shop", "--json"}).out);
  const Backend backend(port, {made.text("/clientKey"), made.text("/clientSecret")});
  std::deque<Wire> hostile;
  for (int i = 0; i < 600; ++i) {
    hostile.emplace_back(port, "127.0.0." + std::to_string(2 + i % 6));
    hostile.back().send("GET /healthz HT");
  }
  for (int i = 0; i < 5; ++i) {
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    CHECK(Json(Device(port, session.token).pass_document("ID_CARD").body).is_true("/ok"));
    CHECK(backend.purge(session.id).status == 200);
  }
  CHECK(server.operator_log().find("log: write failed") == std::string::npos);
  CHECK(server.program.running());
  hostile.clear();
  server.program.signal(SIGTERM);
  CHECK(server.program.wait(std::chrono::seconds(15)) == 0);
}

TEST_CASE("with too few descriptors to serve the server says so and does not start") {
  PoorServer server(200);
  CHECK(server.program.wait(std::chrono::seconds(60)).value_or(0) != 0);
  CHECK(server.operator_log().find("limit of open files") != std::string::npos);
}

}  // namespace countersign::tests::limits_test
