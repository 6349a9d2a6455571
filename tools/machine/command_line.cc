#include "tools/machine/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/text/json_writer.h"
#include "core/text/printable.h"
#include "tools/machine/terminal.h"

namespace countersign {
namespace {

// The command that was typed, as far as it is known: `countersign client`.
struct Typed {
  const CLI::App* command;
  std::string name;
};

Typed typed_command(const CLI::App& app) {
  Typed typed{&app, app.get_name()};
  for (;;) {
    const std::vector<CLI::App*> next = typed.command->get_subcommands();
    const auto named =
        std::ranges::find_if(next, [](const CLI::App* each) { return !each->get_name().empty(); });
    if (named == next.end()) return typed;
    typed = {*named, typed.name + " " + (*named)->get_name()};
  }
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!each->get_name().empty() && !each->get_group().empty()) names.push_back(each->get_name());
  }
  return names;
}

// CLI11 says "A subcommand is required" also if a word is not a command.
std::string why_no_command(const CLI::App& app, const Typed& typed) {
  std::string known;
  for (const std::string& name : commands_of(*typed.command)) {
    known += (known.empty() ? "" : ", ") + name;
  }
  for (const std::string& word : app.remaining(true)) {
    if (word.starts_with('-')) continue;
    return "'" + word + "' is not a command of " + typed.name + ": it has " + known;
  }
  return typed.name + " needs a command: " + known;
}

}  // namespace

std::string failure_json(int status, const std::string& why) {
  return JsonWriter()
             .begin_object()
             .member("ok", false)
             .member("code", status == kUsageStatus ? "USAGE" : "FAILED")
             .member("detail", printable(why))
             .end_object()
             .take() +
         "\n";
}

int print_parse_error(CLI::App& app,
                      const CLI::ParseError& error,
                      std::span<char* const> arguments) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    std::ostringstream out;
    app.exit(error, out, out);
    print_out(out.str());
    return 0;
  }
  const Typed typed = typed_command(app);
  const bool no_command =
      error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) &&
      !commands_of(*typed.command).empty();
  const std::string why = no_command ? why_no_command(app, typed) : error.what();
  const auto is_json = [](const char* word) { return std::string_view(word) == "--json"; };
  if (std::ranges::any_of(arguments, is_json)) print_json(failure_json(kUsageStatus, why));
  print_failure(app.get_name(), why);
  print_error("Run `" + typed.name + " --help` for its arguments and options.\n");
  return kUsageStatus;
}

}  // namespace countersign
