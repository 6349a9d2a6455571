#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"

// Where the master key comes from, and its rotation.
namespace countersign::tests::master_key_test {

namespace fs = std::filesystem;

const std::string kDigits(64, 'b');

fs::path key_file(const RunningServer& server) {
  const fs::path path = server.folder() / "new.key";
  std::ofstream(path) << kDigits << '\n';
  REQUIRE(::chmod(path.c_str(), 0600) == 0);
  return path;
}

// A server with one finished session.
struct Office {
  RunningServer server;
  Credentials client = server.add_client("shop");
  OpenSession session;

  Office() {
    session = backend().open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    device.pass_document();
    device.finalize();
  }
  Backend backend() const { return {server.port(), client}; }
  int bundle() const { return backend().bundle(session.id).status; }
};

// Rotates to the key in `file`, then serves with the flag that names it.
void check_rotation(Office& office, const fs::path& file, const std::string& flag) {
  const bool served = office.server.program().running();
  const Finished rotated =
      office.server.operate({"key", "rotate", "--new-master-key-file", file, "--json"});
  CHECK(rotated.status == 0);
  CHECK(Json(rotated.out).number("/slots") >= 2);
  if (served) {
    CHECK(office.bundle() == 200);
    REQUIRE(office.server.stop() == 0);
  }
  const Finished refused = office.server.operate({"client", "list"});
  CHECK(refused.status == 1);
  CHECK(refused.err.find("another master key") != std::string::npos);

  office.server.start({.flags = {flag}});
  CHECK(office.bundle() == 200);
  const Finished tail = office.server.operate({"log", "tail", "--json"});
  CHECK(tail.out.find("MasterKeyRotated") != std::string::npos);
  CHECK(office.server.operate({"log", "verify"}).status == 0);
  for (const std::string& text : {tail.out, rotated.out, office.server.operator_log()}) {
    CHECK(text.find(kDigits) == std::string::npos);
  }
}

TEST_CASE("the master key is changed while the server serves, and from then on needed") {
  Office office;
  const fs::path file = key_file(office.server);
  check_rotation(office, file, "--master-key-file=" + file.string());
}

TEST_CASE("the master key is changed on a folder that no server holds, and read from a command") {
  Office office;
  const fs::path file = key_file(office.server);
  REQUIRE(office.server.stop() == 0);
  check_rotation(office, file, "--master-key-command=cat '" + file.string() + "'");
}

TEST_CASE("a master key is not taken from two places, or from inside the data folder") {
  Office office;
  const fs::path inside = office.server.data() / "new.key";
  std::ofstream(inside) << kDigits;
  REQUIRE(::chmod(inside.c_str(), 0600) == 0);
  CHECK(office.server.operate({"key", "rotate", "--new-master-key-file", inside}).status == 1);
  CHECK(office.server.operate({"key", "rotate"}).status == 2);
  CHECK(
      office.server
          .operate({"key", "rotate", "--new-master-key-file", "a", "--new-master-key-command", "b"})
          .status == 2);
  const Finished failed =
      office.server.operate({"key", "rotate", "--new-master-key-command", "echo " + kDigits + "x"});
  CHECK(failed.status == 1);
  CHECK(failed.err.find(kDigits) == std::string::npos);
  const Finished both = run_program({COUNTERSIGND_PATH,
                                     "--data",
                                     office.server.folder() / "other",
                                     "--master-key-file=a",
                                     "--master-key-command=b"});
  CHECK(both.status == 2);
  CHECK(office.bundle() == 200);
}

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_CASE("a master key that a command makes is private, is not shown, and opens a data folder") {
  const TempFolder folder;
  const fs::path file = folder.path() / "made.key";
  const Finished made = run_program({COUNTERSIGN_PATH, "key", "make", file});
  CHECK(made.status == 0);
  CHECK(made.err.empty());
  CHECK(made.out == "The new master key is in " + file.string() +
                        "; keep a copy of the file in a safe place, apart from the data.\n");
  struct ::stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
  const std::string key = content_of(file);
  REQUIRE(key.size() == 65);
  CHECK(key.find_first_not_of("0123456789abcdef") == 64);
  CHECK(key.back() == '\n');
  CHECK(made.out.find(key.substr(0, 64)) == std::string::npos);
  // The file is the only entry: no draft of the key is left.
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);

  const Arguments add{"--master-key-file", file, "client", "add", "shop"};
  CHECK(operate_on(folder.path() / "data", add).status == 0);
  CHECK(operate_on(folder.path() / "data", {"client", "list"}).status == 1);
}

TEST_CASE("making a master key replaces no file, and a failure is told") {
  const TempFolder folder;
  const fs::path file = folder.path() / "made.key";
  const Finished made = run_program({COUNTERSIGN_PATH, "key", "make", file, "--json"});
  CHECK(made.status == 0);
  CHECK(Json(made.out).text("/masterKeyFile") == file.string());
  const std::string key = content_of(file);
  const Finished again = run_program({COUNTERSIGN_PATH, "key", "make", file});
  CHECK(again.status == 1);
  CHECK(again.out.empty());
  CHECK(again.err ==
        "countersign: cannot create the master key file " + file.string() + ": File exists\n");
  CHECK(content_of(file) == key);

  const fs::path link = folder.path() / "link.key";
  fs::create_symlink(folder.path() / "elsewhere.key", link);
  CHECK(run_program({COUNTERSIGN_PATH, "key", "make", link}).status == 1);
  CHECK_FALSE(fs::exists(folder.path() / "elsewhere.key"));

  const fs::path nowhere = folder.path() / "absent" / "made.key";
  const Finished failed = run_program({COUNTERSIGN_PATH, "key", "make", nowhere, "--json"});
  CHECK(failed.status == 1);
  CHECK(Json(failed.out).text("/detail") ==
        "cannot create the master key file " + nowhere.string() + ": No such file or directory");
  CHECK(run_program({COUNTERSIGN_PATH, "key", "make"}).status == 2);
}

TEST_CASE("a rotation that would leave lost key slots behind ends with 1 and names them") {
  Office office;
  const fs::path file = key_file(office.server);
  REQUIRE(office.server.stop() == 0);
  std::string names;
  for (const auto& entry : fs::directory_iterator(office.server.data() / "keys")) {
    const std::string name = entry.path().filename();
    if (name.starts_with("00000000.")) continue;
    std::ofstream(entry.path()) << "";
    names += (names.empty() ? "" : " ") + name;
  }
  const auto rotate = [&](const Arguments& more) {
    Arguments arguments{"key", "rotate", "--new-master-key-file", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return office.server.operate(arguments);
  };
  const Finished refused = rotate({});
  CHECK(refused.status == 1);
  CHECK(refused.err.find(" missing or damaged: ") != std::string::npos);
  CHECK(refused.err.find(names.substr(0, names.find(' '))) != std::string::npos);
  CHECK(office.server.operate({"client", "list"}).status == 0);  // the old key is still in use
  CHECK(rotate({"--give-up-lost-slots"}).status == 0);
  CHECK(office.server.operate({"client", "list"}).status == 1);
}

}  // namespace countersign::tests::master_key_test
