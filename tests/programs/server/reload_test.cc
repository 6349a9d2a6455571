#include <doctest/doctest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/machine/files/owned_fd.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wait_until.h"

// SIGHUP, and what a service manager is told.
namespace countersign::tests::reload_test {

namespace fs = std::filesystem;

struct Scene {
  Scene() { write("create-rate = \"1000/1m\"\n"); }
  void write(const std::string& settings) const {
    std::ofstream(file) << settings;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  }
  // Sends SIGHUP, and waits until the operator's log has so many lines with `text`.
  void reload(RunningServer& server, const std::string& text, int times = 1) const {
    server.program().signal(SIGHUP);
    wait_until([&] {
      const std::string log = server.operator_log();
      int found = 0;
      for (auto at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) ++found;
      return found >= times;
    });
  }
  TempFolder folder;
  fs::path file = folder.path() / "countersign.toml";
};

constexpr const char* kReadAgain = "settings: read again";

TEST_CASE("SIGHUP takes over a rate, and finishes the request in flight") {
  const Scene scene;
  RunningServer server({.flags = {"--config", scene.file}});
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
  Wire upload(server.port());
  REQUIRE(upload.send(bytes_of({"POST", "/api/sdk/document", headers})));
  const auto go_on = upload.receive();
  REQUIRE(go_on.has_value());
  REQUIRE(go_on->status == 100);  // now the request is in flight
  scene.write("create-rate = \"5/1m\"\nretention = \"3d\"\n");
  scene.reload(server, kReadAgain);
  REQUIRE(upload.send(body));
  const auto answer = upload.receive();
  REQUIRE(answer.has_value());
  CHECK(answer->status == 200);
  CHECK(answer->header("connection") != "close");
  int made = 0;
  while (made < 100 && backend.create("LIVENESS").status == 200) ++made;
  CHECK(made < 100);
  CHECK(server.operator_log().find("taken_over=create-rate") != std::string::npos);
  CHECK(server.operator_log().find("settings=retention") != std::string::npos);
  CHECK(server.stop() == 0);
}

TEST_CASE("SIGHUP with settings that cannot be read changes nothing") {
  const Scene scene;
  RunningServer server({.flags = {"--config", scene.file}});
  const Backend backend(server.port(), server.add_client("shop"));
  scene.write("create-rate = \"often\"\n");
  scene.reload(server, "settings: cannot be read again: the earlier ones stay");
  CHECK(server.operator_log().find("--create-rate") != std::string::npos);
  CHECK(backend.create("LIVENESS").status == 200);
  scene.write("create-rate = \"1000/1m\"\n");
  scene.reload(server, "nothing changed");
  CHECK(server.stop() == 0);
}

void make_certificate(const fs::path& folder, const std::string& name) {
  REQUIRE(run_program({"openssl",
                       "req",
                       "-x509",
                       "-newkey",
                       "rsa:2048",
                       "-nodes",
                       "-days",
                       "2",
                       "-subj",
                       "/CN=" + name,
                       "-keyout",
                       folder / "tls.key",
                       "-out",
                       folder / "tls.crt"})
              .status == 0);
  fs::permissions(folder / "tls.key", fs::perms::owner_read | fs::perms::owner_write);
}

std::string shown_by(std::uint16_t port) {
  return run_program({"sh",
                      "-c",
                      "openssl s_client -connect 127.0.0.1:" + std::to_string(port) +
                          " </dev/null 2>/dev/null | openssl x509 -noout -subject"})
      .out;
}

TEST_CASE("SIGHUP shows a renewed certificate, and keeps the old one if the new one is broken") {
  const Scene scene;
  const fs::path folder = scene.folder.path();
  make_certificate(folder, "first.example");
  RunningServer server(
      {.flags = {"--tls-cert", folder / "tls.crt", "--tls-key", folder / "tls.key"}});
  CHECK(shown_by(server.port()).find("first.example") != std::string::npos);
  make_certificate(folder, "second.example");
  CHECK(shown_by(server.port()).find("first.example") != std::string::npos);
  scene.reload(server, kReadAgain);
  CHECK(shown_by(server.port()).find("second.example") != std::string::npos);
  std::ofstream(folder / "tls.crt") << "no certificate";
  scene.reload(server, "settings: cannot be taken over: the earlier ones stay");
  CHECK(shown_by(server.port()).find("second.example") != std::string::npos);
  CHECK(server.stop() == 0);
}

// A service manager that takes what it is told.
class Manager {
 public:
  explicit Manager(const fs::path& path)
      : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, path.c_str());
    REQUIRE(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
            0);
    const timeval limit{.tv_sec = 120, .tv_usec = 0};
    REQUIRE(::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
  }
  // Waits for the next message that begins with `text`.
  void hears(const std::string& text) {
    std::string message;
    do {
      std::array<char, 512> bytes{};
      const auto size = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
      REQUIRE(size > 0);
      message.assign(bytes.data(), static_cast<std::size_t>(size));
    } while (!message.starts_with(text));
  }

 private:
  OwnedFd socket_;
};

TEST_CASE("a service manager is told of the start, of the pulse, of SIGHUP and of the end") {
  const TempFolder folder;
  const fs::path name = folder.path() / "notify";
  Manager manager(name);
  RunningServer server({.variables = {{"NOTIFY_SOCKET", name}, {"WATCHDOG_USEC", "1000000"}}});
  manager.hears("READY=1");
  manager.hears("WATCHDOG=1");
  manager.hears("WATCHDOG=1");
  server.program().signal(SIGHUP);
  manager.hears("RELOADING=1\nMONOTONIC_USEC=");
  manager.hears("READY=1");
  server.program().signal(SIGTERM);
  manager.hears("STOPPING=1");
  CHECK(server.program().wait(std::chrono::seconds(15)) == 0);
}

TEST_CASE("a server finds the inspector where a package puts it") {
  const TempFolder folder;
  fs::create_directories(folder.path() / "bin");
  fs::create_directories(folder.path() / "libexec/countersign");
  fs::copy_file(COUNTERSIGND_PATH, folder.path() / "bin/countersignd");
  const fs::path data = folder.path() / "data";
  const Arguments command{
      folder.path() / "bin/countersignd", "--data", data, "--listen=127.0.0.1:0", "--reader=none"};
  const Finished alone = run_program(command);
  CHECK(alone.status == 1);
  CHECK(alone.err.find("bin/countersign-inspector") != std::string::npos);
  fs::copy_file(INSPECTOR_PATH, folder.path() / "libexec/countersign/countersign-inspector");
  Program server(command, {}, folder.path() / "operator.log");
  CHECK(exchange(served_port(server), {"GET", "/readyz"}).status == 200);
  server.signal(SIGTERM);
  CHECK(server.wait(std::chrono::seconds(15)) == 0);
}

}  // namespace countersign::tests::reload_test
