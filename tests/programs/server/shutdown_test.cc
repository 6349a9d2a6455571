#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// How the server starts and how it ends.
namespace countersign::tests::shutdown_test {

namespace fs = std::filesystem;

TEST_CASE("SIGTERM with nothing to do ends with 0, and the socket is gone") {
  RunningServer server;
  CHECK(fs::exists(server.data() / "admin.sock"));
  CHECK(server.stop() == 0);
  CHECK_FALSE(fs::exists(server.data() / "admin.sock"));
}

TEST_CASE("SIGINT ends as SIGTERM does") {
  RunningServer server;
  server.program().signal(SIGINT);
  CHECK(server.program().wait(std::chrono::seconds(10)) == 0);
}

TEST_CASE("SIGTERM finishes the requests in flight, then ends with 0 within ten seconds") {
  RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  HeaderList headers = device.authorization();
  const std::string body =
      multipart({{"nonce", device.nonce("document")},
                 {"image", document_picture(Side::Front), "a.jpg", "image/jpeg"}});
  headers.emplace_back("Content-Type", kMultipartType);
  headers.emplace_back("Content-Length", std::to_string(body.size()));
  headers.emplace_back("Expect", "100-continue");
  // Idle connections must not delay the end.
  const Wire idle(server.port());
  Wire upload(server.port());
  REQUIRE(upload.send(bytes_of({"POST", "/api/sdk/document", headers})));
  const auto go_on = upload.receive();
  REQUIRE(go_on.has_value());
  REQUIRE(go_on->status == 100);  // now the request is in flight
  REQUIRE(upload.send(body.substr(0, body.size() / 2)));
  server.program().signal(SIGTERM);
  REQUIRE(upload.send(body.substr(body.size() / 2)));
  const auto answer = upload.receive();
  REQUIRE(answer.has_value());
  CHECK(answer->status == 200);
  CHECK(Json(answer->body).is_true("/ok"));
  CHECK(answer->header("connection") == "close");
  CHECK(server.program().wait(std::chrono::seconds(10)) == 0);
  server.start();
  CHECK(Json(Device(server.port(), session.token).status().body).dump("/stepsCompleted") ==
        R"(["DOCUMENT"])");
}

TEST_CASE("SIGTERM under load loses no acknowledged session") {
  RunningServer server({.flags = {"--create-rate=1000000/1m"}});
  const Backend backend(server.port(), server.add_client("shop"));
  std::vector<std::vector<std::string>> acknowledged(4);
  std::vector<std::thread> threads;
  for (auto& mine : acknowledged) {
    threads.emplace_back([&backend, &mine] {
      while (true) {
        const Answer answer = backend.create("LIVENESS");
        if (answer.status != 200) return;
        mine.push_back(Json(answer.body).text("/sessionId"));
      }
    });
  }
  CHECK(backend.create("LIVENESS").status == 200);
  CHECK(server.stop() == 0);
  for (std::thread& thread : threads) thread.join();
  server.start();
  const Backend again(server.port(), backend.credentials());
  for (const auto& mine : acknowledged) {
    for (const std::string& id : mine) CHECK(again.result(id).status == 200);
  }
}

TEST_CASE("a second server on the same data folder is refused in one line") {
  RunningServer server;
  const Finished second = run_program(server_command(server.data()));
  CHECK(second.status == 1);
  CHECK(second.out == "");
  CHECK(second.err.starts_with("countersignd: "));
  CHECK(second.err.find('\n') == second.err.size() - 1);
  CHECK(server.ask({"GET", "/readyz"}).status == 200);
  CHECK(server.operate({"client", "list"}).status == 0);
}

TEST_CASE("a port that is taken is one line and status 1") {
  RunningServer server;
  const TempFolder folder;
  Arguments command = server_command(folder.path() / "data");
  command.push_back("--listen=127.0.0.1:" + std::to_string(server.port()));
  const Finished second = run_program(command);
  CHECK(second.status == 1);
  CHECK(second.err.find("countersignd: ") != std::string::npos);
}

TEST_CASE("bad settings of the real program are one line and status 2") {
  for (const Arguments& flags : {Arguments{"--retention", "forever"},
                                 Arguments{"--no-such-flag"},
                                 Arguments{"--session-ttl=5s"},
                                 Arguments{"--max-request-bytes=1KiB"}}) {
    const TempFolder folder;
    const Finished finished = run_program(server_command(folder.path() / "data", flags));
    CHECK(finished.status == 2);
    CHECK(finished.out == "");
    CHECK(finished.err.find('\n') == finished.err.size() - 1);
    CHECK_FALSE(fs::exists(folder.path() / "data"));
  }
  const Finished by_variable =
      run_program({COUNTERSIGND_PATH, "--data", "/tmp/x"}, {{"COUNTERSIGN_ATTEMPTS", "none"}});
  CHECK(by_variable.status == 2);
  CHECK(by_variable.err.find("--attempts") != std::string::npos);
}

TEST_CASE("a data folder whose admin socket could not have a name is refused in words") {
  const TempFolder folder;
  const fs::path deep = folder.path() / std::string(120, 'd');
  const Finished finished = run_program(server_command(deep));
  CHECK(finished.status == 2);
  CHECK(finished.err.find("socket") != std::string::npos);
}

TEST_CASE("the folder, the key and the socket are their owner's alone") {
  const RunningServer server;
  const auto mode_of = [](const fs::path& path) {
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777u;
  };
  CHECK(mode_of(server.data()) == 0700);
  CHECK(mode_of(server.data() / "admin.sock") == 0600);
  CHECK(mode_of(server.folder() / "data.master.key") == 0600);
  for (const auto& entry : fs::recursive_directory_iterator(server.data())) {
    CAPTURE(entry.path().string());
    CHECK((mode_of(entry.path()) & 077u) == 0);
  }
}

TEST_CASE("a data folder is not opened with another master key or without one") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  const fs::path key = server.folder() / "data.master.key";
  fs::rename(key, server.folder() / "kept.key");
  const Finished without = run_program(server_command(server.data()));
  CHECK(without.status == 1);
  CHECK(without.err.find("master key") != std::string::npos);
  CHECK_FALSE(fs::exists(key));
  const fs::path other = server.folder() / "other.key";
  std::ofstream(other) << std::string(64, 'a') << "\n";
  fs::permissions(other, fs::perms::owner_read | fs::perms::owner_write);
  const Finished wrong =
      run_program(server_command(server.data(), {"--master-key-file", other.string()}));
  CHECK(wrong.status == 1);
  CHECK(wrong.err.find("master key") != std::string::npos);
  server.start({.flags = {"--master-key-file", (server.folder() / "kept.key").string()}});
  CHECK(server.ask({"GET", "/readyz"}).status == 200);
}

}  // namespace countersign::tests::shutdown_test
