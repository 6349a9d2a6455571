#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "tools/manual/command_description.h"
#include "tools/manual/completion.h"
#include "tools/manual/exit_statuses.h"
#include "tools/manual/help_text.h"
#include "tools/manual/man_page.h"

namespace countersign::command_pages_test {

// A program with each kind of option.
CommandDescription sample() {
  CLI::App app("Does things.", "program");
  use_help_text(app);
  std::string text;
  bool flag = false;
  app.add_option("--data", text, "the data")->type_name("DIR")->envname("PROGRAM_DATA");
  app.add_flag("--json", flag, "as JSON");
  app.set_version_flag("--version", "program 1.2");
  CLI::App& group = *app.add_subcommand("group", "a group");
  CLI::App& command = *group.add_subcommand("act", "acts.\n.TH is no macro, it's `text`");
  command.add_option("TARGET", text, "where")->required();
  command.add_option("--colour", text, "the colour")->type_name("RED|GREEN");
  command.add_option("--parts", text, "the parts")->type_name("HEAD|TAIL,...");
  command.add_option("--listen", text, "the address")->type_name("HOST:PORT")->default_str("any");
  CLI::Option_group& source = *command.add_option_group("source", "of it");
  source.add_option("--key-file", text, "the key");
  command.add_flag("--secret", flag, "not in the help")->group("");
  return describe(app);
}

TEST_CASE("a command is described as its help is") {
  const CommandDescription program = sample();
  CHECK(program.version == "program 1.2");
  const CommandDescription& act = program.commands.at(0).commands.at(0);
  REQUIRE(act.positionals.size() == 1);
  CHECK(act.positionals[0].is_required);
  REQUIRE(act.options.size() == 5);  // with --help, without the hidden one
  CHECK(act.options[1].choices == std::vector<std::string>{"RED", "GREEN"});
  CHECK(act.options[2].choices == std::vector<std::string>{"HEAD", "TAIL"});
  CHECK(act.options[2].is_list);
  CHECK(act.options[3].value == "HOST:PORT");
  CHECK(act.options[4].path == PathKind::File);
  CHECK(program.options[1].path == PathKind::Folder);
  CHECK(program.options[1].variable == "PROGRAM_DATA");
  CHECK(program.options[2].value == "");
}

TEST_CASE("the value of an option that takes a number is called NUMBER") {
  CLI::App app("Does things.", "program");
  std::uint64_t count = 0;
  app.add_option("--last", count, "how many")->check(CLI::Range(1, 10));
  CHECK(describe(app).options.at(1).value == "NUMBER");
}

TEST_CASE("a help text fits its columns and names every option") {
  const CommandDescription act = sample().commands.at(0).commands.at(0);
  const std::string text = help_text(act, "program group act", 80);
  CHECK(text ==
        "Usage: program group act [OPTIONS] TARGET\n\n"
        "Acts. .TH is no macro, it's `text`.\n\n"
        "Arguments:\n"
        "  TARGET                    where\n\n"
        "Options:\n"
        "  -h, --help                print this help and exit\n"
        "  --colour RED|GREEN        the colour\n"
        "  --parts HEAD|TAIL,...     the parts\n"
        "  --listen HOST:PORT        the address [any]\n"
        "  --key-file TEXT           the key\n\n"
        "Options of all commands, such as --data and --json: program --help\n");
  for (const std::size_t columns : {20, 40, 60, 100}) {
    std::istringstream lines(help_text(act, "program group act", columns));
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(line.size() <= columns);
    }
  }
  const CommandDescription program = sample();
  CHECK(help_text(program, "program", 80)
            .find("\nCommands:\n  group                     a group\n") != std::string::npos);
  CHECK(help_text(program, "program", 80).find("the data (PROGRAM_DATA)\n") != std::string::npos);
}

TEST_CASE("a manual page names every option, and nothing in it is a macro by mistake") {
  const std::string page = man_page(sample(), "program", "1", "program 1.2");
  CHECK(page.starts_with(".TH \"PROGRAM\" 1 \"\" \"program 1.2\" \"Countersign\"\n.nh\n"));
  CHECK(page.find("\n\\&.TH is no macro, it's \\(gatext\\(ga\n") != std::string::npos);
  CHECK(page.find("\\fB\\-\\-colour\\fR \\fIRED|\\:GREEN\\fR\nthe colour\n") != std::string::npos);
  CHECK(page.find("(PROGRAM_DATA)") != std::string::npos);
  CHECK(page.find("\\-\\-key\\-file") != std::string::npos);
  CHECK(page.find("secret") == std::string::npos);
}

TEST_CASE("a manual page has a short name line, and a longer meaning whole below it") {
  CommandDescription program = sample();
  CHECK(man_page(program, "program", "1", "").find(".SH DESCRIPTION") == std::string::npos);
  program.meaning = "serve: on one address. A flag wins";
  const std::string page = man_page(program, "program", "1", "");
  CHECK(page.find(".SH NAME\nprogram \\- serve\n.SH SYNOPSIS\n") != std::string::npos);
  CHECK(page.find(".SH DESCRIPTION\nServe: on one address. A flag wins.\n") != std::string::npos);
}

TEST_CASE("the exit statuses of the operators' page are those of the manual pages") {
  std::ostringstream page;
  page << std::ifstream(COUNTERSIGN_SOURCE_DIR "/docs/operators/everyday.md").rdbuf();
  for (const char* program : {"countersign", "countersign-verify", "countersignd"}) {
    std::string rows = "| status | meaning |\n|---|---|\n";
    CHECK_FALSE(exit_statuses_of(program).empty());
    for (const ExitStatus& each : exit_statuses_of(program)) {
      rows += "| " + std::to_string(each.status) + " | " + std::string(each.meaning) + " |\n";
    }
    CAPTURE(rows);
    CHECK(page.str().find(rows + "\n") != std::string::npos);
  }
  CommandDescription sub_command = sample();
  CHECK(man_page(sub_command, "countersign client add", "1", "").find(".SH EXIT STATUS\n.TP\n") !=
        std::string::npos);
}

TEST_CASE("the scripts know where an option's values come from") {
  const std::string bash = bash_completion({sample()});
  CHECK(bash.find("'group act':--colour) _countersign_words 'RED GREEN'; return ;;") !=
        std::string::npos);
  CHECK(bash.find("*:--data) _countersign_paths -d; return ;;") != std::string::npos);
  const std::string zsh = zsh_completion({sample()});
  CHECK(zsh.starts_with("#compdef program\n"));
  CHECK(zsh.find("'group act':--parts) compset -P '*,'; compadd -- 'HEAD' 'TAIL'; return ;;") !=
        std::string::npos);
}

}  // namespace countersign::command_pages_test
