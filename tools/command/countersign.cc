#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/check.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "events/audit/export/verify_export.h"
#include "tools/command/command.h"
#include "tools/machine/command_line.h"
#include "tools/machine/export_file.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/operator/backup_run.h"
#include "tools/operator/event_tail.h"
#include "tools/operator/inspect_run.h"
#include "tools/operator/log_export.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"
#include "tools/operator/report_run.h"
#include "tools/operator/sweep_run.h"
#include "tools/operator/threshold_list.h"
#include "tools/operator/witness_run.h"
#include "tools/options/settings.h"
#include "tools/verify/export_findings.h"

// countersign: the operators' and auditors' command.

namespace {

using namespace countersign;

// The exit statuses; scripts rely on them.
constexpr int kOk = 0;
constexpr int kFailed = 1;  // refused, impossible, or something wrong was found

struct CommandLine {
  std::string data;
  std::string master_key_file;
  std::string signing_key_file;
  std::string master_key_command;
  bool json = false;
  OperatorWish wish;
};

int fail(const OperatorFault& fault, bool json) {
  if (json && !fault.body.empty()) print_json(fault.body + "\n");
  print_failure("countersign", fault.detail);
  return kFailed;
}

// Returns whether a verification reported a fault (`ok` is false) or the answer is not JSON.
bool found_wrong(const std::string& answer) {
  rapidjson::Document document;
  if (!parse_json(document, answer)) return true;
  return document.IsObject() && document.HasMember("ok") && document["ok"].IsFalse();
}

// Prints the answer as JSON or as text for people.
void show(const std::string& json, const CommandLine& line) {
  if (line.json) return print_json(json + "\n");
  print_out(text_view(json));
}

int print_answer(const Result<std::string, OperatorFault>& answer, const CommandLine& line) {
  if (!answer) return fail(answer.error(), line.json);
  show(*answer, line);
  return found_wrong(*answer) ? kFailed : kOk;
}

int run_operation(OperatorDesk& desk, const CommandLine& line) {
  return print_answer(desk.run(line.wish.operation, line.wish.input), line);
}

int run_export(OperatorDesk& desk, const CommandLine& line) {
  ExportFile file(line.wish.file);
  const auto fault = desk.export_log(Sequence(line.wish.first),
                                     Sequence(line.wish.last),
                                     [&](std::string_view lines) { return file.write(lines); });
  if (fault) return fail(*fault, line.json);
  if (const auto why = file.finish()) return fail({*why}, line.json);
  return kOk;
}

int run_export_folder(OperatorDesk& desk, const CommandLine& line) {
  const auto report = export_to_folder(desk, line.wish.folder);
  if (!report) return fail(report.error(), line.json);
  const std::string answer = JsonWriter()
                                 .begin_object()
                                 .member("events", report->size)
                                 .member("kept", report->kept)
                                 .end_object()
                                 .take();
  show(answer, line);
  return kOk;
}

int print_verdict(const ExportFindings& verdict, const CommandLine& line) {
  show(verdict_json(verdict), line);
  return verdict.ok() ? kOk : kFailed;
}

int run_verify_export(const CommandLine& line) {
  return print_verdict(
      verify_export(line.wish.verification.folder, options_of(line.wish.verification)), line);
}

int run_report(OperatorDesk& desk, const CommandLine& line) {
  const auto verdict = write_report(desk, line.wish);
  if (!verdict) return fail(verdict.error(), line.json);
  if (line.wish.file == "-") return verdict->ok() ? kOk : kFailed;
  return print_verdict(*verdict, line);
}

int print_thresholds(const CommandLine& line) {
  Thresholds set;
  const auto unfit = change(set, line.wish.thresholds);
  check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  const std::string answer = thresholds_json(set);
  if (line.wish.markdown) {
    print_out(thresholds_markdown(set));
  } else {
    show(answer, line);
  }
  return kOk;
}

bool is_about_backups(const OperatorWish& wish) {
  using Kind = OperatorWish::Kind;
  return wish.kind == Kind::BackupList || wish.kind == Kind::BackupVerify ||
         wish.kind == Kind::BackupRestore;
}

// Returns whether the command needs a data folder. The other commands need only the files that they
// name.
bool needs_data(const OperatorWish& wish) {
  using Kind = OperatorWish::Kind;
  if (wish.kind == Kind::Report) return wish.verification.folder.empty();
  return wish.kind != Kind::Thresholds && wish.kind != Kind::Inspect &&
         wish.kind != Kind::VerifyExport && wish.kind != Kind::Witness &&
         wish.kind != Kind::BackupList && wish.kind != Kind::BackupVerify;
}

int run(const CommandLine& line) {
  if (line.wish.kind == OperatorWish::Kind::VerifyExport) return run_verify_export(line);
  if (line.wish.kind == OperatorWish::Kind::Thresholds) return print_thresholds(line);
  if (line.wish.kind == OperatorWish::Kind::Inspect)
    return run_inspect(line.wish.inspect, line.json);
  if (line.wish.kind == OperatorWish::Kind::Witness) {
    return run_witness(line.wish.witness, line.json);
  }
  if (is_about_backups(line.wish)) return print_answer(run_on_backups(line.wish, line.data), line);
  DataPlaces places{.data = line.data};
  if (!line.master_key_file.empty()) places.master_key.file = line.master_key_file;
  if (!line.master_key_command.empty()) places.master_key.command = line.master_key_command;
  if (!line.signing_key_file.empty()) places.signing_key_file = line.signing_key_file;
  OperatorDesk desk(std::move(places));
  switch (line.wish.kind) {
    case OperatorWish::Kind::Operation:
      return run_operation(desk, line);
    case OperatorWish::Kind::Tail: {
      const auto fault = print_tail(desk, line.wish, line.json);
      return fault ? fail(*fault, line.json) : kOk;
    }
    case OperatorWish::Kind::Export:
      return run_export(desk, line);
    case OperatorWish::Kind::ExportFolder:
      return run_export_folder(desk, line);
    case OperatorWish::Kind::VerifyExport:
    case OperatorWish::Kind::Witness:
    case OperatorWish::Kind::Thresholds:
    case OperatorWish::Kind::Inspect:
    case OperatorWish::Kind::BackupList:
    case OperatorWish::Kind::BackupVerify:
    case OperatorWish::Kind::BackupRestore:
      break;
    case OperatorWish::Kind::Report:
      return run_report(desk, line);
    case OperatorWish::Kind::Sweep: {
      const bool at_terminal = !line.json && ::isatty(STDERR_FILENO) == 1;
      return print_answer(run_sweep(desk, line.wish, at_terminal), line);
    }
  }
  return kFailed;
}

void add_general_options(CLI::App& app, CommandLine& line) {
  app.add_option("--data", line.data, "the data folder (COUNTERSIGN_DATA)")
      ->envname("COUNTERSIGN_DATA")
      ->type_name("DIR");
  CLI::Option* const file =
      app.add_option(
             "--master-key-file",
             line.master_key_file,
             "as the server has it; used while no server runs (COUNTERSIGN_MASTER_KEY_FILE)")
          ->envname("COUNTERSIGN_MASTER_KEY_FILE")
          ->type_name("FILE");
  app.add_option("--master-key-command",
                 line.master_key_command,
                 "the same, for a key that a command prints (COUNTERSIGN_MASTER_KEY_COMMAND)")
      ->envname("COUNTERSIGN_MASTER_KEY_COMMAND")
      ->type_name("COMMAND")
      ->excludes(file);
  app.add_option("--signing-key-file",
                 line.signing_key_file,
                 "as the server has it; used while no server runs (COUNTERSIGN_SIGNING_KEY_FILE)")
      ->envname("COUNTERSIGN_SIGNING_KEY_FILE")
      ->type_name("FILE");
  app.add_flag("--json", line.json, "one JSON document on stdout; tail and export: JSON lines");
  app.set_version_flag("--version", std::string("countersign ") + COUNTERSIGN_VERSION);
}

}  // namespace

int main(int argc, char** argv) {
  CommandLine line;
  CLI::App app(
      "Operates a capture server: over the admin socket of the server that holds the\n"
      "data folder, or on the folder itself while no server does.",
      "countersign");
  app.require_subcommand(1);
  add_general_options(app, line);
  add_backup_commands(app, line.wish);
  add_client_commands(app, line.wish);
  add_session_commands(app, line.wish);
  add_inspect_command(app, line.wish);
  add_key_commands(app, line.wish);
  add_thresholds_command(app, line.wish);
  add_upkeep_commands(app, line.wish);
  add_log_commands(app, line.wish);
  add_witness_command(app, line.wish);
  add_report_command(app, line.wish);
  try {
    app.parse(argc, argv);
    if (line.data.empty() && needs_data(line.wish)) {
      throw CLI::RequiredError("--data");
    }
  } catch (const CLI::ParseError& error) {
    return print_parse_error(app, error);
  }
  ::umask(077);  // files that a command creates in the folder are private to their owner
  return run(line);
}
