#include <CLI/CLI.hpp>
#include <string>

#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/machine/work_progress.h"
#include "tools/manual/help_text.h"
#include "tools/verify/verification_options.h"

// countersign-verify: verifies an exported log, for an auditor who has nothing else of Countersign.

namespace {

using namespace countersign;

// The exit statuses, as those of `countersign`.
constexpr int kOk = 0;
constexpr int kFoundWrong = 1;

int run(int argc, char** argv) {
  Verification verification;
  bool json = false;
  CLI::App app;
  use_help_text(app, screen_of_stdout().columns);
  describe_verifier(app, verification, json);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return print_parse_error(app, error, {argv, static_cast<std::size_t>(argc)});
  }
  const VerdictText verdict = [&] {
    WorkProgress progress("verify", "event", "decision");
    VerifyExportOptions options = options_of(verification);
    options.progress = progress.reporter();
    options.judged = progress.second_reporter();
    return verdict_of(verification, options);
  }();
  if (json) {
    print_json(verdict.json + "\n");
  } else {
    print_out(text_view(verdict.json, screen_of_stdout()));
  }
  return verdict.ok ? kOk : kFoundWrong;
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_descriptors();
  return finish_output("countersign-verify", run(argc, argv));
}
