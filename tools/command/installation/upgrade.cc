#include <memory>
#include <string>

#include "tools/command/command.h"
#include "tools/doctor/upgrade_check.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/terminal.h"

namespace countersign {

namespace {

int check_before_use(const Operator& op, const std::string& folder, const std::string& backups) {
  UpgradeCheckOptions options{.data = folder, .master_key = op.places().master_key};
  if (!backups.empty()) options.backups = backups;
  const Diagnosis findings = check_upgrade(options, SystemClock().now());
  if (op.json()) {
    print_json(findings_json(findings) + "\n");
  } else {
    print_out(findings_text(findings));
  }
  return exit_status_of(findings);
}

}  // namespace

void add_upgrade_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command = add_command(
      app,
      "upgrade",
      "read a data folder with this program before it is used: formats, what the first start would "
      "do, the way back; opens nothing for writing. Exit status: 0 good, 1 warnings, 2 errors");
  const auto folder = std::make_shared<std::string>();
  command.add_option("--check", *folder, "the data folder, which a server may be using")
      ->type_name("DIR")
      ->required()
      ->check(CLI::ExistingDirectory);
  const auto backups = std::make_shared<std::string>();
  command.add_option("--backups", *backups, "the folder of backups [not checked]")
      ->type_name("DIR");
  on_typed(command, typed, [folder, backups](Operator& op) {
    return check_before_use(op, *folder, *backups);
  });
}

}  // namespace countersign
