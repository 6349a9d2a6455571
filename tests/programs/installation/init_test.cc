#include <doctest/doctest.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/programs/support/json.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"

// `countersign init`, and a server and an nginx that run with what it made.
namespace countersign::tests::init_test {

namespace fs = std::filesystem;

// Root sets up a server for another user, as whom no test runs it.
bool is_root() { return ::geteuid() == 0; }

::uid_t owner_of(const fs::path& path) {
  struct ::stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_uid;
}

struct Scene {
  Arguments command(const Arguments& more = {}) const {
    Arguments all{COUNTERSIGN_PATH,
                  "init",
                  "--folder",
                  folder.path() / "etc",
                  "--public-url",
                  "https://verify.example:8443",
                  "--log-origin",
                  "verify.example/log",
                  "--data-folder",
                  folder.path() / "data",
                  "--user",
                  is_root() ? "nobody" : ::getpwuid(::geteuid())->pw_name,
                  "--certificate",
                  folder.path() / "tls.crt",
                  "--certificate-key",
                  folder.path() / "tls.key"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  TempFolder folder;
};

TEST_CASE("a server starts with what init has made, and init replaces nothing") {
  const Scene scene;
  const Finished made = run_program(scene.command({"--json"}));
  REQUIRE(made.status == 0);
  const Json document(made.out);
  CHECK(document.size("/made") == 6);
  CHECK(document.text("/remaining").find("nginx -t") != std::string::npos);
  const Finished again = run_program(scene.command());
  CHECK(again.status == 1);
  CHECK(again.err.find("exists already") != std::string::npos);
  const ::uid_t user = is_root() ? ::getpwnam("nobody")->pw_uid : ::geteuid();
  for (const char* path : {"etc/keys", "etc/keys/master.key", "etc/keys/signing.key", "data"}) {
    CAPTURE(path);
    CHECK(owner_of(scene.folder.path() / path) == user);
  }
  CHECK(owner_of(scene.folder.path() / "etc" / "countersign.toml") == ::geteuid());
  if (is_root()) return;
  Program server({COUNTERSIGND_PATH,
                  "--config",
                  scene.folder.path() / "etc" / "countersign.toml",
                  "--listen=127.0.0.1:0",
                  "--reader=none"},
                 {},
                 scene.folder.path() / "operator.log");
  CHECK(exchange(served_port(server), {"GET", "/readyz"}).status == 200);
  server.signal(SIGTERM);
  CHECK(server.wait(std::chrono::seconds(15)) == 0);
}

// Binds no port of all addresses, and needs no IPv6.
void make_local(const fs::path& site, std::uint16_t port) {
  std::ifstream made(site);
  std::ostringstream local;
  for (std::string line; std::getline(made, line);) {
    if (line.find("listen [::]:") != std::string::npos) continue;
    const std::string open = "listen " + std::to_string(port);
    const std::size_t at = line.find(open);
    if (at != std::string::npos) line.insert(at + 7, "127.0.0.1:");
    local << line << "\n";
  }
  std::ofstream(site) << local.str();
}

TEST_CASE("nginx takes the site that init has made") {
  const Scene scene;
  const ReservedPort port;
  Arguments command = scene.command();
  for (std::string& argument : command) {
    if (argument.starts_with("https://")) {
      argument = "https://verify.example:" + std::to_string(port.number());
    }
  }
  REQUIRE(run_program(command).status == 0);
  const fs::path folder = scene.folder.path();
  make_local(folder / "etc" / "nginx-site.conf", port.number());
  REQUIRE(run_program({"openssl",
                       "req",
                       "-x509",
                       "-newkey",
                       "rsa:2048",
                       "-nodes",
                       "-days",
                       "2",
                       "-subj",
                       "/CN=verify.example",
                       "-keyout",
                       folder / "tls.key",
                       "-out",
                       folder / "tls.crt"})
              .status == 0);
  std::ofstream(folder / "nginx.conf")
      << "events {}\nhttp { include " << (folder / "etc" / "nginx-site.conf").string() << "; }\n";
  const Finished checked = run_program({"nginx",
                                        "-t",
                                        "-p",
                                        folder,
                                        "-c",
                                        folder / "nginx.conf",
                                        "-g",
                                        "pid " + (folder / "nginx.pid").string() + "; error_log " +
                                            (folder / "nginx.log").string() + ";"});
  CAPTURE(checked.err);
  CHECK(checked.status == 0);
}

TEST_CASE("without a terminal and without options init says which are missing") {
  const TempFolder folder;
  const Finished finished =
      run_program({COUNTERSIGN_PATH, "init", "--folder", folder.path() / "etc"});
  CHECK(finished.status == 2);
  CHECK(finished.err.find("--public-url, --log-origin") != std::string::npos);
  CHECK_FALSE(fs::exists(folder.path() / "etc"));
}

TEST_CASE("a value that would get out of its place in a file is refused, and nothing is made") {
  for (const Arguments& more : {Arguments{"--data-folder", "/data\nUser=root"},
                                Arguments{"--certificate", "/a; }"},
                                Arguments{"--public-url", "https://a;b"}}) {
    const Scene scene;
    Arguments command = scene.command();
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
      if (command[i] == more[0]) command[i + 1] = more[1];
    }
    const Finished finished = run_program(command);
    CHECK(finished.status == 2);
    CHECK(finished.err.find(more[0]) != std::string::npos);
    CHECK_FALSE(fs::exists(scene.folder.path() / "etc"));
  }
}

}  // namespace countersign::tests::init_test
