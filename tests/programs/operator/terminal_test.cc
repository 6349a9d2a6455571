#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"
#include "tools/terminal/columns.h"

// The command in a pseudo-terminal, its completion in a real bash, its manual pages in groff.
namespace countersign::tests::terminal_test {

// The lines that bash would offer for `line`, at whose end the cursor stands.
std::string offered(const std::string& line) {
  const Finished ran =
      run_program({"bash",
                   "-euo",
                   "pipefail",
                   "-c",
                   "source <(\"$1\" completion bash); read -ra COMP_WORDS <<<\"$2\"\n"
                   "[[ $2 != *' ' ]] || COMP_WORDS+=('')\n"
                   "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                   "function=$(complete -p \"${COMP_WORDS[0]}\"); function=${function#*-F }\n"
                   "${function% *}; printf '%s\\n' \"${COMPREPLY[@]}\"",
                   "test",
                   COUNTERSIGN_PATH,
                   line});
  CHECK(ran.err == "");
  return ran.out;
}

TEST_CASE("bash completes commands, options, their values and paths") {
  CHECK(offered("countersign ba") == "backup\n");
  CHECK(offered("countersign backup ") == "create\nkeys\nlist\nverify\nrestore\n");
  CHECK(offered("countersign --data backup backup v") == "verify\n");
  CHECK(offered("countersign backup create --k") == "--keep\n");
  CHECK(offered("countersign session show --j") == "--json\n");
  CHECK(offered("countersign inspect --type P") == "PASSPORT\n");
  CHECK(offered("countersign inspect --type = I") == "ID_CARD\n");
  CHECK(offered("countersign faces ") == "calibrate\n");
  CHECK(offered("countersign faces calibrate --false") == "--false-match-rate\n");
  CHECK(offered("countersign client add name --purposes LIVENESS,F") ==
        "LIVENESS,FULL_CAPTURE\nLIVENESS,FACE_MATCH\n");
  CHECK(offered("countersign completion ") == "bash\nzsh\n");
  CHECK(offered("countersign man th") == "thresholds\n");
  CHECK(offered("countersign man countersign-v") == "countersign-verify\n");
  CHECK(offered("countersign thresholds ").starts_with("-h\n--help\n--threshold\n"));
  CHECK(offered("countersignd --log-level d") == "debug\n");
  CHECK(offered("countersign-verify --rec") == "--receipt\n");
  const TempFolder folder;
  write_file(folder.path() / "a file", "");
  const std::string path = folder.path().string() + "/a";
  CHECK(offered("countersign report " + path) == path + " file\n");
  CHECK(offered("countersign --data " + path) == "\n");  // a file is not a folder
}

TEST_CASE("zsh reads its script, and a shell that is unknown has none") {
  const Finished zsh = run_program(
      {"bash", "-euo", "pipefail", "-c", "\"$1\" completion zsh | zsh -n", "-", COUNTERSIGN_PATH});
  CHECK(zsh.status == 0);
  CHECK(zsh.err == "");
  CHECK(run_program({COUNTERSIGN_PATH, "completion", "fish"}).status == 2);
}

TEST_CASE("every manual page is one that groff has nothing to say against") {
  for (const char* command : {"",
                              "countersignd",
                              "countersign-verify",
                              "backup",
                              "client add",
                              "log verify",
                              "inspect",
                              "faces calibrate"}) {
    CAPTURE(command);
    const Finished ran = run_program({"bash",
                                      "-euo",
                                      "pipefail",
                                      "-c",
                                      "\"$1\" man $2 | groff -man -Tutf8 -rLL=80n -ww -P-cbou",
                                      "test",
                                      COUNTERSIGN_PATH,
                                      command});
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    CHECK(ran.out.find("SYNOPSIS") != std::string::npos);
  }
  CHECK(run_program({COUNTERSIGN_PATH, "man", "nothing"}).status == 2);
}

// The program in a terminal of 60 columns, without the carriage returns before its line feeds.
std::string on_terminal(const std::string& command, const Variables& variables) {
  std::string out =
      run_program({"script", "-qec", "stty cols 60; exec " + command, "/dev/null"}, variables).out;
  std::erase(out, '\r');
  return out;
}

TEST_CASE("in a terminal a table fits and has colours, in a pipe it is whole and has none") {
  const std::string thresholds = std::string(COUNTERSIGN_PATH) + " thresholds";
  const std::string plain = on_terminal(thresholds, {{"TERM", "xterm"}, {"NO_COLOR", "1"}});
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(plain.find("- name: ") != std::string::npos);  // too narrow for a table
  std::istringstream lines(plain.substr(plain.find("thresholds:")));
  for (std::string line; std::getline(lines, line);) CHECK(columns_of(line) <= 60);
  CHECK(on_terminal(thresholds, {{"TERM", "xterm"}, {"NO_COLOR", ""}}).find("\x1b[1m") !=
        std::string::npos);

  const Finished piped = run_program({COUNTERSIGN_PATH, "thresholds"}, {{"COLUMNS", "60"}});
  CHECK(piped.out.find("…") == std::string::npos);
  CHECK(piped.out.find('\x1b') == std::string::npos);
  CHECK(piped.out.find("the short side of a picture in which no document is found") !=
        std::string::npos);
}

TEST_CASE("a name that a terminal would obey is escaped on one, and exported as it is stored") {
  const TempFolder folder;
  const std::string name =
      "shop \xC2\x9B"
      "2J \xE2\x80\xAE"
      "pohs";
  const std::string data = folder.path() / "data";
  const Finished added = operate_on(data, {"client", "add", name});
  REQUIRE_MESSAGE(added.status == 0, added.err);
  const std::string command = std::string(COUNTERSIGN_PATH) + " --data " + data;
  for (const char* words : {" client list", " log tail", " log export -", " log tail --json"}) {
    CAPTURE(words);
    const std::string shown = on_terminal(command + words, {{"TERM", "xterm"}});
    CHECK(shown.find("\xC2\x9B") == std::string::npos);
    CHECK(shown.find("\xE2\x80\xAE") == std::string::npos);
    CHECK(shown.find("\\u009b2J \\u202epohs") != std::string::npos);
  }
  const Finished exported = operate_on(data, {"log", "export", "-"});
  CHECK(exported.out.find(name) != std::string::npos);
  const Finished verified = operate_on(data, {"log", "export", folder.path() / "lines.jsonl"});
  CHECK(verified.status == 0);
}

TEST_CASE("work that is done at once shows no progress") {
  const ExportableLog log(20, 1);
  const TempFolder folder;
  REQUIRE(write_export(folder.path() / "exported", log.source(20)));
  const std::string out = on_terminal(
      std::string(COUNTERSIGN_VERIFY_PATH) + " " + (folder.path() / "exported").string(),
      {{"TERM", "xterm"}});
  CHECK(out.starts_with("ok: \x1b[32mtrue\x1b[0m\n"));
}

}  // namespace countersign::tests::terminal_test
