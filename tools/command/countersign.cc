#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <string>

#include "core/version.h"
#include "tools/command/command.h"
#include "tools/command/operator.h"
#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"
#include "tools/manual/help_text.h"

// countersign: the operators' and auditors' command.

namespace {

using namespace countersign;

void add_general_options(CLI::App& app, GeneralOptions& options) {
  app.add_option("--data", options.data, "the data folder")
      ->envname("COUNTERSIGN_DATA")
      ->type_name("DIR");
  CLI::Option* const file =
      app.add_option("--master-key-file",
                     options.master_key_file,
                     "file of the master key [DIR.master.key]; read only while no server runs")
          ->envname("COUNTERSIGN_MASTER_KEY_FILE")
          ->type_name("FILE");
  app.add_option("--master-key-command",
                 options.master_key_command,
                 "command that prints the master key; run only while no server runs")
      ->envname("COUNTERSIGN_MASTER_KEY_COMMAND")
      ->type_name("COMMAND")
      ->excludes(file);
  app.add_option(
         "--signing-key-file",
         options.signing_key_file,
         "file of the key that signs checkpoints [DIR.signing.key]; read only while no server runs")
      ->envname("COUNTERSIGN_SIGNING_KEY_FILE")
      ->type_name("FILE");
  app.add_flag("--json",
               options.json,
               "print one JSON document on stdout, also for an error; `log tail` and `log export` "
               "print JSON lines");
  app.set_version_flag(
      "--version", fmt::format("countersign {}", kVersion), "print the version and exit");
}

int run(int argc, char** argv) {
  GeneralOptions options;
  CommandRun typed;
  CLI::App app(
      "operate a Countersign installation: over the admin socket of the server that holds the data "
      "folder, or, while no server runs, on the folder itself",
      "countersign");
  use_help_text(app, screen_of_stdout().columns);
  app.require_subcommand(1);
  add_general_options(app, options);
  for (const AddCommands add : kCommands) add(app, typed);
  try {
    app.parse(argc, argv);
    ::umask(077);  // files that a command creates in the folder are private to their owner
    Operator op(options);
    return typed(op);
  } catch (const CLI::ParseError& error) {
    return print_parse_error(app, error, {argv, static_cast<std::size_t>(argc)});
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_descriptors();
  return finish_output("countersign", run(argc, argv));
}
