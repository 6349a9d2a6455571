#include "tools/doctor/doctor.h"

#include <memory>
#include <string>

#include "tools/command/command.h"
#include "tools/machine/terminal.h"
#include "tools/options/settings_option.h"

namespace countersign {

namespace {

int print_findings(const Operator& op, const Diagnosis& findings) {
  if (op.json()) {
    print_json(findings_json(findings) + "\n");
  } else {
    print_out(findings_text(findings));
  }
  return exit_status_of(findings);
}

}  // namespace

void add_doctor_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command = add_command(
      app,
      "doctor",
      "look whether an installation is set up well, with or without a running server, and say for "
      "each finding what to do; changes nothing. Exit status: 0 good, 1 warnings, 2 errors");
  const auto options = std::make_shared<DoctorOptions>();
  command
      .add_option("--config",
                  options->config,
                  "the server's file of settings [what its process was started with]")
      ->type_name("FILE");
  command
      .add_option("--key-copy",
                  options->key_copies,
                  "a copy of the master key, which is compared; repeatable [not checked]")
      ->type_name("FILE");
  command.add_option("--slots", options->slots, "the folder of `backup keys` [not checked]")
      ->type_name("DIR");
  command.add_option("--backups", options->backups, "the folder of backups [not checked]")
      ->type_name("DIR");
  add_duration(
      command, "--backup-age", options->backup_age_most, "how old the newest backup may be");
  const auto ready = std::make_shared<bool>(false);
  command.add_flag("--ready", *ready, "ask a running server alone whether it takes work");
  on_typed(command, typed, [options, ready](Operator& op) {
    if (*ready) return print_findings(op, {check_ready(op.data())});
    DoctorOptions asked = *options;
    if (asked.config.empty()) (void)op.data();  // one of the two is required
    asked.places = op.places();
    return print_findings(op, examine(asked));
  });
}

}  // namespace countersign
