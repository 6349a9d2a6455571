#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tools/command/command.h"
#include "tools/machine/terminal.h"
#include "tools/manual/completion.h"
#include "tools/manual/man_page.h"
#include "tools/options/settings.h"
#include "tools/verify/verification_options.h"

namespace countersign {

namespace {

CommandDescription description_of_server() {
  CommandDescription server;
  visit_settings([&](const CLI::App& app) { server = describe(app); });
  return server;
}

CommandDescription description_of_verifier() {
  CLI::App app;
  Verification verification;
  bool json = false;
  describe_verifier(app, verification, json);
  return describe(app);
}

void add_completion(CLI::App& app, CommandRun& typed) {
  CLI::App& command = add_command(
      app, "completion", "print a script that completes the command lines of all programs");
  const auto shell = std::make_shared<std::string>();
  command
      .add_option("SHELL", *shell, "source the script in ~/.bashrc, or in ~/.zshrc after compinit")
      ->required()
      ->type_name("bash|zsh")
      ->check([](const std::string& text) {
        return text == "bash" || text == "zsh" ? "" : "'" + text + "' is not one of bash, zsh";
      });
  on_typed(command, typed, [&app, shell](Operator&) {
    const std::vector<CommandDescription> programs{
        describe(app), description_of_server(), description_of_verifier()};
    print_out(*shell == "bash" ? bash_completion(programs) : zsh_completion(programs));
    return kOk;
  });
}

// The page of the command that the words name, within `program`.
std::string page_of(const CommandDescription& program, const std::vector<std::string>& words) {
  const CommandDescription* command = &program;
  std::string name = program.name;
  for (const std::string& word : words) {
    const auto found = std::ranges::find(command->commands, word, &CommandDescription::name);
    if (found == command->commands.end()) {
      throw CLI::ValidationError("COMMAND", "'" + word + "' is not a command of " + name);
    }
    command = &*found;
    name += " " + word;
  }
  return man_page(*command, name, "1", program.version);
}

std::string page_that_is_asked_for(const CLI::App& app, const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"countersignd"}) {
    const CommandDescription server = description_of_server();
    return man_page(server, server.name, "8", server.version);
  }
  if (words == std::vector<std::string>{"countersign-verify"}) {
    return page_of(description_of_verifier(), {});
  }
  return page_of(describe(app), words);
}

void add_man(CLI::App& app, CommandRun& typed) {
  CLI::App& command =
      add_command(app, "man", "print a manual page; try `countersign man | man -l -`");
  const auto words = std::make_shared<std::vector<std::string>>();
  std::string known;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    known += each->get_name() + "|";
  }
  command
      .add_option(
          "COMMAND",
          *words,
          "a command such as `backup create`, or countersignd, or countersign-verify [countersign]")
      ->type_name(known + "countersignd|countersign-verify");
  on_typed(command, typed, [&app, words](Operator&) {
    print_out(page_that_is_asked_for(app, *words));
    return kOk;
  });
}

}  // namespace

void add_manual_commands(CLI::App& app, CommandRun& typed) {
  add_completion(app, typed);
  add_man(app, typed);
}

}  // namespace countersign
