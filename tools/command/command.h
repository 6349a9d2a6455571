#pragma once
#include <CLI/CLI.hpp>

#include "tools/operator/operator_wish.h"

namespace countersign {

// The subcommands of `countersign`, each with the file that defines it. A subcommand that was
// called fills in `wish`, which must outlive the parsing.
void add_backup_commands(CLI::App& app, OperatorWish& wish);     // command_backup.cc
void add_client_commands(CLI::App& app, OperatorWish& wish);     // command_client.cc
void add_inspect_command(CLI::App& app, OperatorWish& wish);     // command_inspect.cc
void add_key_commands(CLI::App& app, OperatorWish& wish);        // command_key.cc
void add_log_commands(CLI::App& app, OperatorWish& wish);        // command_log.cc
void add_report_command(CLI::App& app, OperatorWish& wish);      // command_report.cc
void add_session_commands(CLI::App& app, OperatorWish& wish);    // command_session.cc
void add_thresholds_command(CLI::App& app, OperatorWish& wish);  // command_thresholds.cc
void add_upkeep_commands(CLI::App& app, OperatorWish& wish);     // command_upkeep.cc
void add_witness_command(CLI::App& app, OperatorWish& wish);     // command_witness.cc

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

}  // namespace countersign
