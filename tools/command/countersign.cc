#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <string>

#include "tools/command/command.h"
#include "tools/command/operator.h"
#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"

// countersign: the operators' and auditors' command.

namespace {

using namespace countersign;

void add_general_options(CLI::App& app, GeneralOptions& options) {
  app.add_option("--data", options.data, "the data folder (COUNTERSIGN_DATA)")
      ->envname("COUNTERSIGN_DATA")
      ->type_name("DIR");
  CLI::Option* const file =
      app.add_option(
             "--master-key-file",
             options.master_key_file,
             "as the server has it; used while no server runs (COUNTERSIGN_MASTER_KEY_FILE)")
          ->envname("COUNTERSIGN_MASTER_KEY_FILE")
          ->type_name("FILE");
  app.add_option("--master-key-command",
                 options.master_key_command,
                 "the same, for a key that a command prints (COUNTERSIGN_MASTER_KEY_COMMAND)")
      ->envname("COUNTERSIGN_MASTER_KEY_COMMAND")
      ->type_name("COMMAND")
      ->excludes(file);
  app.add_option("--signing-key-file",
                 options.signing_key_file,
                 "as the server has it; used while no server runs (COUNTERSIGN_SIGNING_KEY_FILE)")
      ->envname("COUNTERSIGN_SIGNING_KEY_FILE")
      ->type_name("FILE");
  app.add_flag("--json", options.json, "one JSON document on stdout; tail and export: JSON lines");
  app.set_version_flag("--version", std::string("countersign ") + COUNTERSIGN_VERSION);
}

int run(int argc, char** argv) {
  GeneralOptions options;
  CommandRun typed;
  CLI::App app(
      "Operates a capture server: over the admin socket of the server that holds the\n"
      "data folder, or on the folder itself while no server does.",
      "countersign");
  app.require_subcommand(1);
  add_general_options(app, options);
  for (const AddCommands add : kCommands) add(app, typed);
  try {
    app.parse(argc, argv);
    ::umask(077);  // files that a command creates in the folder are private to their owner
    Operator op(options);
    return typed(op);
  } catch (const CLI::ParseError& error) {
    return print_parse_error(app, error);
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_descriptors();
  return finish_output("countersign", run(argc, argv));
}
