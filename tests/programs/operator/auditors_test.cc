#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"

// Exported logs, checked with the command as an auditor has it: without a server and a data folder.
namespace countersign::tests::auditors_test {

namespace fs = std::filesystem;

// The auditor's files: an export, and the files kept from before.
class AuditorsDesk {
 public:
  AuditorsDesk() {
    const auto made = write_export(path() / "exported", log_.source(700));
    REQUIRE(made.has_value());
    write_file(path() / "log.vkey", ExportableLog::keys().front().to_text() + "\n");
    write_file(path() / "checkpoint.last-year", log_.note(300));
    write_file(path() / "download.tlog-proof", log_.receipt(123, 500));
    fs::create_directories(path() / "bin");
    fs::create_symlink(COUNTERSIGN_PATH, path() / "bin" / "countersign");
    fs::create_symlink(COUNTERSIGN_VERIFY_PATH, path() / "bin" / "countersign-verify");
  }

  const fs::path& path() const { return folder_.path(); }

  Finished shell(const std::string& script) const {
    return run_program({"bash",
                        "-euo",
                        "pipefail",
                        "-c",
                        "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n"
                        "PATH=\"$1/bin:$PATH\"\ncd \"$1\"\n" +
                            script,
                        "auditor",
                        path()});
  }

 private:
  TempFolder folder_;
  ExportableLog log_{700, 1};
};

std::string shell_of_page() {
  std::ifstream page(fs::path(COUNTERSIGN_SOURCE_DIR) / "docs/auditors.md");
  std::string script;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```sh";
    } else if (inside) {
      script += line + "\n";
    }
  }
  return script;
}

TEST_CASE("the commands of the auditors' page run as they stand") {
  const AuditorsDesk desk;
  const std::string script = shell_of_page();
  REQUIRE(script.find("log verify") != std::string::npos);
  const Finished ran = desk.shell(script);
  INFO(ran.out);
  INFO(ran.err);
  CHECK(ran.status == 0);
  std::ifstream lines(desk.path() / "exported/events.jsonl");
  std::string second;
  std::getline(lines, second);
  std::getline(lines, second);
  CHECK(ran.out.find(to_hex(tlog::leaf_hash(second))) != std::string::npos);
  CHECK(ran.out.find("=witness.example/w1+") != std::string::npos);
  std::ifstream checkpoint(desk.path() / "exported/checkpoint");
  const std::string cosigned{std::istreambuf_iterator<char>(checkpoint), {}};
  CHECK(cosigned.find("\xE2\x80\x94 witness.example/w1 ") != std::string::npos);
}

TEST_CASE("the verdict is JSON, and an export that is wrong ends in 1") {
  const AuditorsDesk desk;
  const Finished good = desk.shell("countersign log verify exported --json");
  CHECK(good.status == 0);
  const Json verdict(good.out);
  CHECK(verdict.is_true("/ok"));
  CHECK(verdict.number("/events") == 700);
  CHECK(verdict.number("/size") == 700);
  CHECK(verdict.text("/keysFrom") == "EXPORT");
  CHECK(verdict.text("/origin") == "log.example/events");
  CHECK(verdict.is_null("/firstError"));

  REQUIRE(desk.shell("sed -i 42d exported/events.jsonl").status == 0);
  const Finished wrong = desk.shell("countersign log verify exported --json");
  CHECK(wrong.status == 1);
  const Json refused(wrong.out);
  CHECK(!refused.is_true("/ok"));
  CHECK(refused.number("/firstError/sequence") == 42);
  CHECK(refused.text("/firstError/file") == "events.jsonl");
}

TEST_CASE("the verifier for strangers says what the operators' command says") {
  const AuditorsDesk desk;
  const auto compare = [&](const std::string& arguments) {
    INFO(arguments);
    const Finished ours = desk.shell("countersign log verify " + arguments);
    const Finished theirs = desk.shell("countersign-verify " + arguments);
    CHECK(theirs.status == ours.status);
    CHECK(theirs.out == ours.out);
    return theirs.status;
  };
  CHECK(compare("exported") == 0);
  CHECK(compare("exported --json") == 0);
  CHECK(compare("exported --since checkpoint.last-year --receipt download.tlog-proof "
                "--vkey \"$(cat log.vkey)\" --json") == 0);
  CHECK(compare("absent") == 2);
  CHECK(compare("exported --vkey nonsense") == 2);
  REQUIRE(desk.shell("sed -i 42d exported/events.jsonl").status == 0);
  CHECK(compare("exported") == 1);
  CHECK(compare("exported --json") == 1);
  CHECK(desk.shell("countersign-verify").status == 2);
}

TEST_CASE("a verification goes on from the last one, in both programs, and says behind what") {
  const AuditorsDesk desk;
  REQUIRE(desk.shell("countersign key make state.key").status == 0);
  const std::string arguments = " verify exported --state verified --state-key state.key --json";
  const Finished first = desk.shell("countersign log" + arguments);
  CHECK(first.status == 0);
  const Json whole(first.out);
  CHECK(whole.number("/state/goesOnBehind") == 0);
  CHECK(whole.is_true("/state/kept"));
  const Finished second =
      desk.shell("countersign-verify exported --state verified --state-key state.key --json");
  CHECK(second.status == 0);
  const Json again(second.out);
  CHECK(again.number("/events") == 700);
  CHECK(again.number("/state/goesOnBehind") == 700);
  CHECK(again.is_null("/state/begunAnew"));
  CHECK(again.text("/state/note").find("make a whole verification from time to time") !=
        std::string::npos);

  CHECK(desk.shell("countersign-verify exported --state verified").status == 2);
  CHECK(desk.shell("countersign-verify exported --state-key state.key").status == 2);
  REQUIRE(desk.shell("countersign key make other.key").status == 0);
  const Finished other =
      desk.shell("countersign-verify exported --state verified --state-key other.key --json");
  CHECK(other.status == 1);
  CHECK(Json(other.out).text("/firstError/file") == "audit state");
}

TEST_CASE("contradictory arguments end with status 2, with or without a data folder") {
  const AuditorsDesk desk;
  CHECK(desk.shell("countersign log verify --since checkpoint.last-year exported").status == 0);
  CHECK(desk.shell("countersign log verify absent").status == 2);
  CHECK(desk.shell("countersign log verify exported --since absent").status == 2);
  CHECK(desk.shell("countersign log verify exported --vkey nonsense").status == 2);
  CHECK(desk.shell("countersign log verify --since checkpoint.last-year").status == 2);
  const Finished without = desk.shell("unset COUNTERSIGN_DATA; countersign log verify");
  CHECK(without.status == 2);
  CHECK(without.err.find("--data DIR (or COUNTERSIGN_DATA) is required") != std::string::npos);
}

}  // namespace countersign::tests::auditors_test
