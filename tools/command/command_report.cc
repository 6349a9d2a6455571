#include "tools/command/command.h"
#include "tools/verify/verification_options.h"

namespace countersign {

void add_report_command(CLI::App& app, OperatorWish& wish) {
  CLI::App& command = add_command(
      app,
      "report",
      "one page for an auditor to look at: the verdict of a verification, volume and outcomes\n"
      "over time, downloads by client, purges, checkpoints; of an exported log, without a server "
      "or\n"
      "a data folder, or of the log of the data folder as it is now");
  command.add_option("FILE", wish.file, "the page, e.g. report.html; `-` for stdout")->required();
  CLI::Option* const from =
      command.add_option("--from", wish.verification.folder, "an exported log")
          ->type_name("DIR")
          ->check(CLI::ExistingDirectory);
  add_verification_options(command, wish.verification, from);
  command.callback([&wish] { wish.kind = OperatorWish::Kind::Report; });
}

}  // namespace countersign
