#include <doctest/doctest.h>

#include <string>

#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"

// Programs whose stdout cannot be written.
namespace countersign::tests::lost_output_test {

// Runs a program with a redirection such as `>/dev/full`.
Finished run_with(const std::string& redirection, Arguments program) {
  Arguments command{"bash", "-c", "exec \"$@\" " + redirection, "test"};
  command.insert(command.end(), program.begin(), program.end());
  return run_program(command);
}

Arguments countersign_on(const std::filesystem::path& data, Arguments arguments) {
  arguments.insert(arguments.begin(), {COUNTERSIGN_PATH, "--data", data});
  return arguments;
}

void check_reported(const Finished& ran) {
  CAPTURE(ran.err);
  CHECK(ran.status == 1);
  CHECK(ran.err.find("stdout could not be written: ") != std::string::npos);
}

TEST_CASE("a program whose stdout could not be written says so and fails") {
  const TempFolder folder;
  const auto data = folder.path() / "data";
  const Finished added = operate_on(data, {"client", "add", "shop", "--json"});
  REQUIRE(added.status == 0);
  const std::string key = Json(added.out).text("/clientKey");
  const ExportableLog log(20, 1);
  const std::string exported = folder.path() / "exported";
  REQUIRE(write_export(exported, log.source(20)));
  for (const Arguments& arguments : {Arguments{"client", "list"},
                                     Arguments{"client", "show", key, "--json"},
                                     Arguments{"log", "tail"},
                                     Arguments{"log", "tail", "--json"},
                                     Arguments{"thresholds"},
                                     Arguments{"thresholds", "--markdown"},
                                     Arguments{"completion", "bash"},
                                     Arguments{"man"},
                                     Arguments{"--help"},
                                     Arguments{"--version"},
                                     Arguments{"client", "add", "--help"}}) {
    CAPTURE(arguments.front());
    check_reported(run_with(">/dev/full", countersign_on(data, arguments)));
    check_reported(run_with(">&-", countersign_on(data, arguments)));
  }
  check_reported(run_with(">/dev/full", {COUNTERSIGN_VERIFY_PATH, exported}));
  check_reported(run_with(">/dev/full", {COUNTERSIGN_VERIFY_PATH, exported, "--json"}));
  check_reported(run_with(">/dev/full", {COUNTERSIGND_PATH, "--help"}));
}

TEST_CASE("a secret that could not be shown is said to be lost, with the remedy") {
  const TempFolder folder;
  const auto data = folder.path() / "data";
  for (const char* redirection : {">/dev/full", ">&-"}) {
    const Finished added = run_with(redirection, countersign_on(data, {"client", "add", "shop"}));
    check_reported(added);
    CHECK(added.err.find("the new secret of client svck_") != std::string::npos);
    CHECK(added.err.find("`client rotate`") != std::string::npos);
  }
  // A file of the data folder that is opened while stdout is closed does not become stdout.
  const Finished verified = operate_on(data, {"log", "verify", "--json"});
  CHECK(Json(verified.out).is_true("/ok"));
  CHECK(Json(operate_on(data, {"client", "list", "--json"}).out).size("/clients") == 2);
}

TEST_CASE("a reader of stdout that ends early ends the command in silence") {
  const Finished ran = run_program({"bash",
                                    "-c",
                                    "\"$1\" completion bash | head -c 1; exit ${PIPESTATUS[0]}",
                                    "-",
                                    COUNTERSIGN_PATH});
  CHECK(ran.err == "");
  CHECK((ran.status == 0 || ran.status == 128 + 13));
}

}  // namespace countersign::tests::lost_output_test
