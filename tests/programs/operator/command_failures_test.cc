#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wait_until.h"

// Commands that fail: their messages, their one form of JSON, and their exit statuses.
namespace countersign::tests::command_failures_test {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Finished countersign(Arguments arguments) {
  arguments.insert(arguments.begin(), COUNTERSIGN_PATH);
  return run_program(arguments);
}

TEST_CASE("an unknown command is named, and the known commands are listed") {
  const Finished top = countersign({"frobnicate"});
  CHECK(top.status == 2);
  CHECK(top.err.starts_with("countersign: 'frobnicate' is not a command of countersign: it has "));
  CHECK(contains(top.err, "backup, client, review, reviewer"));
  const Finished group = countersign({"client", "frobnicate"});
  CHECK(group.status == 2);
  CHECK(
      contains(group.err, "'frobnicate' is not a command of countersign client: it has add, list"));
  CHECK(contains(group.err, "Run `countersign client --help`"));
  CHECK(contains(countersign({"client"}).err, "countersign client needs a command: add, list"));
}

TEST_CASE("with --json every failure is a document with ok and detail") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  REQUIRE(operate_on(data, {"client", "add", "shop"}).status == 0);
  struct Failure {
    Arguments arguments;
    int status;
    std::string code;
  };
  for (const Failure& failure :
       {Failure{{"client", "show", "svck_nobody"}, 1, "SVC_NOT_FOUND"},
        Failure{{"log", "tail", "--follow"}, 1, "FAILED"},
        Failure{{"log", "export", folder.path() / "none" / "x.jsonl"}, 1, "FAILED"},
        Failure{{"backup", "list", folder.path()}, 1, "FAILED"},
        Failure{{"backup", "list", folder.path() / "none"}, 2, "USAGE"},
        Failure{{"log", "verify", folder.path() / "none"}, 2, "USAGE"},
        Failure{{"inspect", folder.path() / "none"}, 2, "USAGE"},
        Failure{{"client", "add", "x", "--quota", "-1"}, 2, "USAGE"},
        Failure{{"man", "nothing"}, 2, "USAGE"},
        Failure{{"frobnicate"}, 2, "USAGE"}}) {
    Arguments arguments = failure.arguments;
    arguments.push_back("--json");
    CAPTURE(arguments.front());
    const Finished ran = operate_on(data, arguments);
    CHECK(ran.status == failure.status);
    const Json json(ran.out);
    REQUIRE(json.valid());
    CHECK(json.dump("/ok") == "false");
    CHECK(json.text("/code") == failure.code);
    CHECK(contains(ran.err, "countersign: " + json.text("/detail")));
  }
  const Finished verifier =
      run_program({COUNTERSIGN_VERIFY_PATH, folder.path() / "none", "--json"});
  CHECK(verifier.status == 2);
  CHECK(Json(verifier.out).text("/code") == "USAGE");
}

TEST_CASE("a folder that is not an installation is refused, and nothing is made in it") {
  const TempFolder folder;
  const fs::path absent = folder.path() / "absent";
  const fs::path empty = folder.path() / "empty";
  fs::create_directory(empty);
  const fs::path other = folder.path() / "other";
  fs::create_directory(other);
  std::ofstream(other / "letter") << "of somebody";
  for (const Arguments& arguments : {Arguments{"client", "list"},
                                     Arguments{"client", "disable", "svck_nobody"},
                                     Arguments{"retention", "sweep"},
                                     Arguments{"projections", "rebuild"},
                                     Arguments{"log", "checkpoint"},
                                     Arguments{"log", "tail", "--follow"},
                                     Arguments{"backup", "create", folder.path() / "backups"}}) {
    CAPTURE(arguments.front());
    const Finished no_folder = operate_on(absent, arguments);
    CHECK(no_folder.status == 2);
    CHECK(contains(no_folder.err, "there is no data folder at " + absent.string()));
    const Finished in_empty = operate_on(empty, arguments);
    CHECK(in_empty.status == 2);
    CHECK(contains(in_empty.err, "there is no installation in " + empty.string() + " yet"));
    const Finished in_other = operate_on(other, arguments);
    CHECK(in_other.status == 2);
    CHECK(contains(in_other.err, other.string() + " is not a data folder: it holds other files"));
  }
  const Finished added = operate_on(other, {"client", "add", "shop"});
  CHECK(added.status == 2);
  CHECK(contains(added.err, other.string() + " is not a data folder: it holds other files"));
  const Finished served = run_program(server_command(other));
  CHECK(served.status == 1);
  CHECK(contains(served.err, other.string() + " is not a data folder: it holds other files"));
  CHECK_FALSE(fs::exists(absent));
  CHECK_FALSE(fs::exists(folder.path() / "backups"));
  CHECK_FALSE(fs::exists(folder.path() / "other.master.key"));
  CHECK(fs::is_empty(empty));
}

TEST_CASE("what is wrong about a capture page is told by its name, and changes nothing") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  const Finished added = operate_on(data, {"client", "add", "shop", "--json"});
  REQUIRE(added.status == 0);
  const std::string key = Json(added.out).text("/clientKey");
  REQUIRE(operate_on(data, {"client", "page", key, "--name", "Shop"}).status == 0);
  const Finished empty = operate_on(data, {"client", "page", key, "--name", ""});
  CHECK(empty.status == 1);
  CHECK(contains(empty.err, "countersign: name: The member must be a text of 1 to"));
  const Finished address =
      operate_on(data, {"client", "page", key, "--return-url", "https://256.256.256.256/"});
  CHECK(address.status == 1);
  CHECK(contains(address.err, "countersign: returnUrl: The address must be an https URL"));
  const Finished both =
      operate_on(data, {"client", "page", key, "--clear", "name", "--name", "Other"});
  CHECK(both.status == 2);
  CHECK(contains(both.err, "--clear"));
  const Finished shown = operate_on(data, {"client", "page", key, "--json"});
  CHECK(Json(shown.out).text("/name") == "Shop");
}

TEST_CASE("a disabled client is said to be disabled") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  const Finished added = operate_on(data, {"client", "add", "shop", "--json"});
  REQUIRE(added.status == 0);
  const std::string key = Json(added.out).text("/clientKey");
  const Finished unknown = operate_on(data, {"client", "revoke", key, "7"});
  CHECK(unknown.err == "countersign: The client has no active secret of that number.\n");
  REQUIRE(operate_on(data, {"client", "disable", key}).status == 0);
  for (const Arguments& arguments : {Arguments{"client", "change", key, "--quota", "1"},
                                     Arguments{"client", "rotate", key},
                                     Arguments{"client", "revoke", key, "1"}}) {
    const Finished ran = operate_on(data, arguments);
    CHECK(ran.status == 1);
    CHECK(contains(ran.err, "The client is disabled"));
  }
}

TEST_CASE("a wrong value is refused with what may stand there") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  const std::string quota = operate_on(data, {"client", "add", "x", "--quota", "-1"}).err;
  CHECK(contains(quota, "--quota: '-1' is not a whole number of at least 0\n"));
  const std::string engine =
      run_program(server_command(data, {"--engine-url", "ftp://engine"})).err;
  CHECK(contains(engine, "does not begin with https://, http:// or unix:/"));
  const std::string origin = run_program(server_command(data, {"--log-origin", ""})).err;
  CHECK(contains(origin, "--log-origin: a name must not be empty"));
}

TEST_CASE("a command says that the server does not answer, and goes on when it does") {
  RunningServer server;
  server.add_client("shop");
  server.program().signal(SIGSTOP);
  const fs::path said = server.folder() / "said";
  Program command({COUNTERSIGN_PATH, "--data", server.data().string(), "client", "list"}, {}, said);
  const auto words = [&] {
    std::ifstream file(said);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  wait_until([&] { return words().ends_with("\n"); });
  CHECK(contains(
      words(),
      "countersign: the server of " + server.data().string() + " does not answer: waited for "));
  CHECK(contains(words(), " s so far"));
  CHECK(command.running());
  server.program().signal(SIGCONT);
  CHECK(contains(command.read_rest(), "shop"));
  CHECK(command.wait(kLongEnough) == 0);
  const Finished answered = server.operate({"client", "list"});
  CHECK(answered.status == 0);
  CHECK(answered.err.empty());
}

}  // namespace countersign::tests::command_failures_test
