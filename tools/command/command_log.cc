#include <memory>
#include <string>

#include "tools/command/command.h"
#include "tools/verify/verification_options.h"

namespace countersign {

namespace {

void add_tail(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_command(group, "tail", "the latest events, oldest first");
  const auto last = std::make_shared<std::uint64_t>(20);
  CLI::Option* const after =
      command.add_option("--after", wish.after, "all events behind this sequence");
  command.add_option("--last", *last, "so many events")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str()
      ->excludes(after);
  command.add_flag("--follow", wish.follow, "go on with events as they come");
  command.callback([&wish, after, last] {
    wish.last = after->count() > 0 ? 0 : *last;
    wish.kind = OperatorWish::Kind::Tail;
    wish.operation = "log tail";
  });
}

void add_export(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_command(
      group,
      "export",
      "the log for an auditor: a folder (C2SP tlog-tiles) with every event, the tree over them\n"
      "and its signature, which a later export continues; or only the events, a line each");
  const auto target = std::make_shared<std::string>("-");
  command
      .add_option(
          "DIR", *target, "the folder; a name that ends in .jsonl, or `-` for stdout: lines")
      ->capture_default_str();
  CLI::Option* const first =
      command.add_option("--first", wish.first, "lines: sequence of the first event")
          ->default_val(1);
  CLI::Option* const last =
      command.add_option("--last", wish.last, "lines: sequence of the last event; else the end");
  command.callback([&wish, target, first, last] {
    const bool lines = *target == "-" || target->ends_with(".jsonl");
    if (!lines && first->count() + last->count() > 0) {
      throw CLI::ValidationError("--first and --last are for lines; a folder has all events");
    }
    wish.kind = lines ? OperatorWish::Kind::Export : OperatorWish::Kind::ExportFolder;
    wish.operation = "log export";
    (lines ? wish.file : wish.folder) = *target;
  });
}

void add_checkpoint(CLI::App& group, OperatorWish& wish) {
  add_command(group,
              "checkpoint",
              "sign the log as it is now, and show the checkpoint, with its cosignatures")
      .callback([&wish] { wish.operation = "log checkpoint"; });
}

void add_verify(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_command(
      group,
      "verify",
      "read every event and check its place, its hash and its stream; of an exported log\n"
      "also signatures, tiles, older checkpoints and receipts, without a server or a data folder");
  CLI::Option* const folder =
      command
          .add_option("DIR",
                      wish.verification.folder,
                      "an exported log; without it, that of the data folder")
          ->check(CLI::ExistingDirectory);
  add_verification_options(command, wish.verification, folder);
  command.callback([&wish] {
    wish.operation = "log verify";
    if (!wish.verification.folder.empty()) wish.kind = OperatorWish::Kind::VerifyExport;
  });
}

}  // namespace

void add_log_commands(CLI::App& app, OperatorWish& wish) {
  CLI::App& group = add_group(app, "log", "the event log");
  add_tail(group, wish);
  add_export(group, wish);
  add_checkpoint(group, wish);
  add_verify(group, wish);
}

}  // namespace countersign
