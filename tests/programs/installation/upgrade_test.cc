#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <tuple>

#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"

// `countersign upgrade --check` reads a folder, and changes nothing of it.
namespace countersign::tests::upgrade_test {

namespace fs = std::filesystem;

// The properties of a file or folder that a write, a rename or a new mode would change.
using Look = std::tuple<::ino_t, ::mode_t, std::int64_t, std::int64_t, std::int64_t, std::string>;
std::map<std::string, Look> looks_of(const fs::path& folder) {
  std::map<std::string, Look> looks;
  const auto add = [&](const fs::path& path) {
    struct ::stat status {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    std::string content;
    if (S_ISREG(status.st_mode)) {
      std::ifstream stream(path, std::ios::binary);
      content.assign(std::istreambuf_iterator<char>(stream), {});
    }
    looks[path] = {status.st_ino,
                   status.st_mode,
                   status.st_mtim.tv_sec,
                   status.st_mtim.tv_nsec,
                   status.st_ctim.tv_nsec,
                   content};
  };
  add(folder);
  for (const auto& entry : fs::recursive_directory_iterator(folder)) add(entry.path());
  return looks;
}

std::string verdict_of(const Finished& finished, const std::string& check) {
  const Json read(finished.out);
  for (std::size_t i = 0; i < read.size("/findings"); ++i) {
    const std::string at = "/findings/" + std::to_string(i);
    if (read.text(at + "/check") == check) return read.text(at + "/verdict");
  }
  return "";
}

TEST_CASE("a check before an upgrade changes no byte and no time of the folder") {
  RunningServer server;
  (void)server.add_client("shop");
  REQUIRE(server.stop() == 0);
  const auto before = looks_of(server.folder());
  const Finished finished =
      run_program({COUNTERSIGN_PATH, "--json", "upgrade", "--check", server.data()});
  CHECK(finished.status == 0);
  for (const char* check : {"folder", "log", "events", "views", "key-slots"}) {
    CAPTURE(check);
    CHECK(verdict_of(finished, check) == "GOOD");
  }
  CHECK(verdict_of(finished, "way-back") == "NOT_CHECKED");
  CHECK(looks_of(server.folder()) == before);
  server.start();
  CHECK(server.stop() == 0);
}

TEST_CASE("a folder is checked beside its server, and with the backup that leads back") {
  RunningServer server;
  (void)server.add_client("shop");
  REQUIRE(server.operate({"backup", "create", server.folder() / "backups"}).status == 0);
  const Finished finished = run_program({COUNTERSIGN_PATH,
                                         "--json",
                                         "upgrade",
                                         "--check",
                                         server.data(),
                                         "--backups",
                                         server.folder() / "backups"});
  CHECK(verdict_of(finished, "log") == "GOOD");
  CHECK(verdict_of(finished, "way-back") == "GOOD");
  CHECK(server.ask({"GET", "/readyz"}).status == 200);
  CHECK(server.stop() == 0);
}

TEST_CASE("a damaged folder is refused before it is used, and left as it is") {
  RunningServer server;
  (void)server.add_client("shop");
  REQUIRE(server.stop() == 0);
  fs::remove(server.data() / "MASTER-KEY-ID");
  const auto before = looks_of(server.folder());
  const Finished finished =
      run_program({COUNTERSIGN_PATH, "--json", "upgrade", "--check", server.data()});
  CHECK(finished.status == 2);
  CHECK(verdict_of(finished, "folder") == "ERROR");
  CHECK(looks_of(server.folder()) == before);
}

TEST_CASE("a folder that the start would refuse for its master key is refused here") {
  RunningServer server;
  (void)server.add_client("shop");
  REQUIRE(server.stop() == 0);
  std::ofstream(server.data() / "MASTER-KEY-ID") << "not an identifier\n";
  const auto before = looks_of(server.folder());
  const Finished finished =
      run_program({COUNTERSIGN_PATH, "--json", "upgrade", "--check", server.data()});
  CHECK(finished.status == 2);
  CHECK(verdict_of(finished, "key-slots") == "ERROR");
  CHECK(finished.out.find("MASTER-KEY-ID") != std::string::npos);
  CHECK(looks_of(server.folder()) == before);
}

}  // namespace countersign::tests::upgrade_test
