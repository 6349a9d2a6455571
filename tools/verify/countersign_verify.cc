#include <CLI/CLI.hpp>
#include <string>

#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/verify/export_findings.h"
#include "tools/verify/verification_options.h"

// countersign-verify: verifies an exported log, for an auditor who has nothing else of Countersign.

namespace {

using namespace countersign;

// The exit statuses, as those of `countersign`.
constexpr int kOk = 0;
constexpr int kFoundWrong = 1;

}  // namespace

int main(int argc, char** argv) {
  Verification verification;
  bool json = false;
  CLI::App app(
      "Verifies an exported log by its files alone: signatures, tiles, every event and its place,\n"
      "the rules of each stream, older checkpoints and receipts. Exits with 0 if all of it is "
      "right.",
      "countersign-verify");
  CLI::Option* const folder = app.add_option("DIR", verification.folder, "the exported log")
                                  ->required()
                                  ->check(CLI::ExistingDirectory);
  add_verification_options(app, verification, folder);
  app.add_flag("--json", json, "one JSON document on stdout");
  app.set_version_flag("--version", std::string("countersign-verify ") + COUNTERSIGN_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return print_parse_error(app, error);
  }
  const ExportFindings verdict = verify_export(verification.folder, options_of(verification));
  const std::string answer = verdict_json(verdict);
  if (json) {
    print_json(answer + "\n");
  } else {
    print_out(text_view(answer));
  }
  return verdict.ok() ? kOk : kFoundWrong;
}
