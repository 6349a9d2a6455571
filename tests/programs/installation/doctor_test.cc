#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "core/inspection/confined/confinement.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"

// `countersign doctor` beside a real server, and on a stopped folder.
namespace countersign::tests::doctor_test {

namespace fs = std::filesystem;

// The worst verdict of each check.
std::map<std::string, std::string> verdicts_of(const Finished& finished) {
  const Json read(finished.out);
  REQUIRE(read.valid());
  std::map<std::string, std::string> verdicts;
  for (std::size_t i = 0; i < read.size("/findings"); ++i) {
    const std::string at = "/findings/" + std::to_string(i);
    const std::string verdict = read.text(at + "/verdict");
    std::string& worst = verdicts[read.text(at + "/check")];
    if (worst.empty() || worst == "GOOD" || verdict == "ERROR") worst = verdict;
    CHECK_FALSE(read.text(at + "/found").empty());
    if (verdict == "ERROR" || verdict == "WARNING") CHECK_FALSE(read.text(at + "/remedy").empty());
  }
  return verdicts;
}

TEST_CASE("a doctor finds a running server well, by its own settings and processes") {
  RunningServer server({.flags = {"--public-url=http://localhost:1"}});
  const Finished finished = server.operate({"doctor", "--json"});
  CHECK(finished.status == 2);  // nobody answers at the public URL
  auto verdicts = verdicts_of(finished);
  for (const char* check :
       {"settings", "folder", "modes", "master-key", "log", "inspector", "missing-files"}) {
    CAPTURE(check);
    CHECK(verdicts[check] == "GOOD");
  }
  const std::string expected = confined::kConfines ? "GOOD" : "ERROR";
  for (const char* check : {"confinement", "confinement-here", "inspector-confined"}) {
    CAPTURE(check);
    CHECK(verdicts[check] == expected);
  }
  CHECK(verdicts["public-url"] == "ERROR");
  for (const char* check : {"backup", "key-slots-copy", "master-key-copy"}) {
    CAPTURE(check);
    CHECK(verdicts[check] == "NOT_CHECKED");
  }
  CHECK(server.operate({"doctor", "--ready"}).status == 0);
  CHECK(server.stop() == 0);
  CHECK(server.operate({"doctor", "--ready"}).status == 2);
}

TEST_CASE("a doctor says of a stopped folder what could not be checked, and finds a lost mode") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  auto stopped = verdicts_of(server.operate({"doctor", "--json"}));
  CHECK(stopped["folder"] == "GOOD");
  CHECK(stopped["master-key"] == "GOOD");
  for (const char* check :
       {"log", "inspector", "survey", "confinement", "public-url", "settings"}) {
    CAPTURE(check);
    CHECK(stopped[check] == "NOT_CHECKED");
  }
  fs::permissions(
      server.folder() / "data.master.key", fs::perms::group_read, fs::perm_options::add);
  const Finished open = server.operate({"doctor", "--json"});
  CHECK(open.status == 2);
  CHECK(verdicts_of(open)["master-key-file"] == "ERROR");
}

TEST_CASE("a doctor compares copies of the keys, and the age of backups") {
  RunningServer server;
  const fs::path copy = server.folder() / "copy.key";
  fs::copy_file(server.folder() / "data.master.key", copy);
  REQUIRE(server.operate({"backup", "create", server.folder() / "backups"}).status == 0);
  REQUIRE(server.operate({"backup", "keys", server.folder() / "slots"}).status == 0);
  const Arguments asked{"doctor",
                        "--json",
                        "--key-copy",
                        copy,
                        "--slots",
                        server.folder() / "slots",
                        "--backups",
                        server.folder() / "backups"};
  auto verdicts = verdicts_of(server.operate(asked));
  for (const char* check : {"backup", "key-slots-copy", "master-key-copy"}) {
    CAPTURE(check);
    CHECK(verdicts[check] == "GOOD");
  }
  std::ofstream(copy) << std::string(64, 'a');
  CHECK(verdicts_of(server.operate(asked))["master-key-copy"] == "ERROR");
}

TEST_CASE("a doctor takes the places of a stopped folder from the file of settings") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  fs::rename(server.folder() / "data.master.key", server.folder() / "elsewhere.key");
  const fs::path file = server.folder() / "countersign.toml";
  std::ofstream(file) << "data = \"" << server.data().string() << "\"\nmaster-key-file = \""
                      << (server.folder() / "elsewhere.key").string() << "\"\n";
  auto verdicts =
      verdicts_of(run_program({COUNTERSIGN_PATH, "doctor", "--json", "--config", file}));
  for (const char* check : {"settings", "folder", "master-key", "master-key-file"}) {
    CAPTURE(check);
    CHECK(verdicts[check] == "GOOD");
  }
  std::ofstream(file) << "data = 3\nno-such-setting = 4\n";
  const Finished wrong = run_program({COUNTERSIGN_PATH, "doctor", "--json", "--config", file});
  CHECK(wrong.status == 2);
  CHECK(verdicts_of(wrong)["settings"] == "ERROR");
}

TEST_CASE("a doctor without a folder and settings is a wrong command line") {
  const Finished finished = run_program({COUNTERSIGN_PATH, "doctor"});
  CHECK(finished.status == 2);
  CHECK(finished.err.find("--data") != std::string::npos);
}

TEST_CASE("a doctor gives up on a server that does not answer, and says how it goes on") {
  RunningServer server;
  server.program().signal(SIGSTOP);
  const Finished finished = server.operate({"doctor", "--json"});
  const Finished ready = server.operate({"doctor", "--ready", "--json"});
  server.program().signal(SIGCONT);
  CHECK(finished.status == 2);
  auto verdicts = verdicts_of(finished);
  CHECK(verdicts["server"] == "ERROR");
  CHECK(finished.out.find("kill -CONT " + std::to_string(server.program().id())) !=
        std::string::npos);
  CHECK(verdicts["master-key"] == "GOOD");
  for (const char* check : {"folder", "metrics", "ready", "webhook"}) {
    CAPTURE(check);
    CHECK(verdicts[check] == "NOT_CHECKED");
  }
  CHECK(ready.status == 2);
  CHECK(verdicts_of(ready)["ready"] == "ERROR");
  CHECK(server.operate({"doctor", "--ready"}).status == 0);
  CHECK(verdicts_of(server.operate({"doctor", "--json"})).count("server") == 0);
}

TEST_CASE("a doctor says of an installation without a start that it is not started, and no more") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  const fs::path file = folder.path() / "countersign.toml";
  const fs::path key = folder.path() / "master.key";
  std::ofstream(file) << "data = \"" << data.string() << "\"\nmaster-key-file = \"" << key.string()
                      << "\"\npublic-url = \"http://localhost:1\"\n";
  const Arguments asked{COUNTERSIGN_PATH, "doctor", "--json", "--config", file};
  const auto check_new = [&] {
    const Finished finished = run_program(asked);
    auto verdicts = verdicts_of(finished);
    CHECK(verdicts["folder"] == "WARNING");
    CHECK(finished.out.find("not started yet") != std::string::npos);
    for (const char* check : {"key-slots-copy", "backup", "webhook", "public-url", "log"}) {
      CAPTURE(check);
      CHECK(verdicts[check] == "NOT_CHECKED");
    }
    for (const auto& [check, verdict] : verdicts) {
      CAPTURE(check);
      if (check != "confinement-here") CHECK(verdict != "ERROR");
    }
    return verdicts;
  };
  auto verdicts = check_new();
  CHECK(verdicts["modes"] == "NOT_CHECKED");
  CHECK(verdicts["master-key"] == "WARNING");
  REQUIRE(run_program({COUNTERSIGN_PATH, "key", "make", key}).status == 0);
  REQUIRE(fs::create_directory(data));
  fs::permissions(data, fs::perms::owner_all);
  verdicts = check_new();
  CHECK(verdicts["modes"] == "GOOD");
  CHECK(verdicts["master-key"] == "GOOD");
  CHECK(verdicts["master-key-file"] == "GOOD");
  CHECK(verdicts["signing-key-file"] == "NOT_CHECKED");
  CHECK_FALSE(fs::exists(data / "log"));
  const Finished nowhere =
      run_program({COUNTERSIGN_PATH, "doctor", "--config", data / "none.toml"});
  CHECK(nowhere.status == 2);
  CHECK(nowhere.out.find("countersign init") != std::string::npos);
}

}  // namespace countersign::tests::doctor_test
