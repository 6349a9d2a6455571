#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <utility>

#include "tools/command/operator.h"

// The commands of `countersign`. Each first word of a command has a file, which declares the
// options of its commands and runs them.
namespace countersign {

// A command that was typed, with its options. Returns the exit status. Throws a CLI::ParseError
// only before it has done anything.
using CommandRun = std::function<int(Operator&)>;

// Adds commands to `app`. The command that is typed becomes `typed`, which must outlive the
// parsing.
using AddCommands = void (*)(CLI::App& app, CommandRun& typed);
void add_audit_commands(CLI::App& app, CommandRun& typed);        // log/audit.cc
void add_backup_commands(CLI::App& app, CommandRun& typed);       // log/backup.cc
void add_client_commands(CLI::App& app, CommandRun& typed);       // clients/client.cc
void add_doctor_command(CLI::App& app, CommandRun& typed);        // installation/doctor.cc
void add_faces_commands(CLI::App& app, CommandRun& typed);        // judging/faces.cc
void add_hold_commands(CLI::App& app, CommandRun& typed);         // clients/hold.cc
void add_init_command(CLI::App& app, CommandRun& typed);          // installation/init.cc
void add_inspect_command(CLI::App& app, CommandRun& typed);       // judging/inspect.cc
void add_inspector_commands(CLI::App& app, CommandRun& typed);    // judging/inspector.cc
void add_key_commands(CLI::App& app, CommandRun& typed);          // log/key.cc
void add_log_commands(CLI::App& app, CommandRun& typed);          // log/log.cc
void add_manual_commands(CLI::App& app, CommandRun& typed);       // manual.cc
void add_person_commands(CLI::App& app, CommandRun& typed);       // clients/person.cc
void add_projections_commands(CLI::App& app, CommandRun& typed);  // log/projections.cc
void add_report_command(CLI::App& app, CommandRun& typed);        // log/report.cc
void add_retention_commands(CLI::App& app, CommandRun& typed);    // log/retention.cc
void add_review_commands(CLI::App& app, CommandRun& typed);       // clients/review.cc
void add_reviewer_commands(CLI::App& app, CommandRun& typed);     // clients/reviewer.cc
void add_session_commands(CLI::App& app, CommandRun& typed);      // clients/session.cc
void add_thresholds_command(CLI::App& app, CommandRun& typed);    // judging/thresholds.cc
void add_upgrade_command(CLI::App& app, CommandRun& typed);       // installation/upgrade.cc
void add_webhook_commands(CLI::App& app, CommandRun& typed);      // clients/webhook.cc
void add_witness_command(CLI::App& app, CommandRun& typed);       // log/witness.cc

// One of the commands on clients.
void add_client_page(CLI::App& group, CommandRun& typed);  // clients/client_page.cc
// One of the commands on sessions.
void add_session_list(CLI::App& group, CommandRun& typed);  // clients/session_list.cc

// In the order of the help.
inline constexpr AddCommands kCommands[] = {
    &add_backup_commands,      &add_client_commands,    &add_review_commands,
    &add_reviewer_commands,    &add_webhook_commands,   &add_session_commands,
    &add_person_commands,      &add_hold_commands,      &add_inspect_command,
    &add_inspector_commands,   &add_faces_commands,     &add_init_command,
    &add_doctor_command,       &add_upgrade_command,    &add_key_commands,
    &add_thresholds_command,   &add_retention_commands, &add_audit_commands,
    &add_projections_commands, &add_log_commands,       &add_witness_command,
    &add_report_command,       &add_manual_commands};

// Adds a group such as `client`, which requires one of its subcommands.
inline CLI::App& add_group(CLI::App& app, const std::string& name, const std::string& meaning) {
  CLI::App& group = *app.add_subcommand(name, meaning);
  group.require_subcommand(1);
  group.fallthrough();
  return group;
}

// Adds a subcommand. --json and --data may also follow it.
inline CLI::App& add_command(CLI::App& group, const std::string& name, const std::string& meaning) {
  CLI::App& command = *group.add_subcommand(name, meaning);
  command.fallthrough();
  return command;
}

// Makes `run` what is done when `command` is typed.
inline void on_typed(CLI::App& command, CommandRun& typed, CommandRun run) {
  command.callback([&typed, run = std::move(run)] { typed = run; });
}

}  // namespace countersign
