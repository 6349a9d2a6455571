#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "events/audit/export/export_folder.h"
#include "events/audit/export/verify_export.h"
#include "events/audit/export/write_export.h"
#include "events/audit/range/write_range.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/line_reader.h"
#include "http/operator/log_input.h"
#include "http/operator/operation_input.h"
#include "tools/command/command.h"
#include "tools/machine/export_file.h"
#include "tools/machine/terminal.h"
#include "tools/machine/work_progress.h"
#include "tools/operator/log_snapshot.h"
#include "tools/terminal/event_lines.h"
#include "tools/verify/verification_options.h"

namespace countersign {

namespace {

using http::given;
using http::only_if;
using rapidjson::Value;

constexpr std::uint64_t kPageEvents = 500;
constexpr std::uint64_t kWaitSeconds = 25;

struct Tail {
  std::optional<std::uint64_t> after{};  // all events behind this sequence; none: the last ones
  std::uint64_t last = 20;
  bool follow = false;  // goes on with events as they come
};

void print_json_lines(const Value& events) {
  for (const Value& event : events.GetArray()) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    event.Accept(writer);
    print_json(std::string(buffer.GetString(), buffer.GetSize()) + "\n");
  }
}

void print_sentences(const Value& events) {
  StyledText lines;
  append_events(lines, events, "", screen_of_stdout(), StreamColumn::Shown);
  print_out(lines);
}

std::string tail_input(const Tail& tail, bool wait) {
  return http::input_of<http::TailQuery>(
      given<"after">(tail.after),
      given<"limit">(only_if(tail.after.has_value(), kPageEvents)),
      given<"last">(only_if(!tail.after, tail.last)),
      given<"wait">(only_if(wait, kWaitSeconds)));
}

// Prints events, as JSON lines or as sentences, one a line. With `follow`, goes on for as long as
// the server runs.
int print_tail(Operator& op, Tail tail) {
  if (tail.follow && !op.client().server_runs()) {
    if (auto fault = op.client().lacks_data()) return op.fail(*fault);
    return op.fail({"nothing can be followed: no server runs on this data folder"});
  }
  const OperatorFault not_understood{"the answer is not understood"};
  bool caught_up = false;
  while (true) {
    const auto answer = op.client().run("log tail", tail_input(tail, tail.follow && caught_up));
    if (!answer) return op.fail(answer.error());
    rapidjson::Document page;
    if (!parse_json(page, *answer, kOwnJson) || !page.IsObject() || !page.HasMember("events") ||
        !page.HasMember("next") || !page["next"].IsUint64()) {
      return op.fail(not_understood);
    }
    const Value& events = page["events"];
    if (!events.IsArray() || (!events.Empty() && !is_event_list(events))) {
      return op.fail(not_understood);
    }
    if (op.json()) {
      print_json_lines(events);
    } else if (!events.Empty()) {
      print_sentences(events);
    }
    if (lost_output()) return kFailed;  // which main() reports
    caught_up = events.Size() < kPageEvents;
    if (caught_up && !tail.follow) return kOk;
    tail.after = page["next"].GetUint64();
  }
}

void add_tail(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "tail", "print the latest events, oldest first");
  const auto tail = std::make_shared<Tail>();
  CLI::Option* const after = command.add_option(
      "--after", tail->after, "print all events after this sequence; not with --last");
  command.add_option("--last", tail->last, "number of events")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str()
      ->excludes(after);
  command.add_flag("--follow",
                   tail->follow,
                   "go on with new events as they are recorded; needs a running server");
  on_typed(command, typed, [tail](Operator& op) { return print_tail(op, *tail); });
}

struct ExportedLines {
  std::uint64_t first = 1;
  std::uint64_t last = 0;  // 0: the end of the log
};

// Shows lines on the terminal, in which JSON escapes stand for what a terminal would obey.
int show_lines(Operator& op, const ExportedLines& lines) {
  std::string cut;  // the beginning of a line whose end has not arrived yet
  const auto fault = op.client().export_log(
      Sequence(lines.first), Sequence(lines.last), [&](std::string_view more) {
        const std::size_t end = more.rfind('\n') + 1;
        cut += more.substr(0, end);
        if (end > 0) print_json(std::exchange(cut, ""));
        cut += more.substr(end);
        return true;
      });
  if (!fault) return kOk;
  print_failure("countersign", fault->detail);
  return kFailed;
}

// Writes lines as stored to a file, or to stdout if stdout is not a terminal.
int export_lines(Operator& op, const std::string& to, const ExportedLines& lines) {
  OperatorClient& client = op.client();
  if (to == "-" && screen_of_stdout().columns) return show_lines(op, lines);
  ExportFile file(to);
  const auto fault = [&] {
    WorkProgress progress("log export", "byte");
    std::uint64_t bytes = 0;
    return client.export_log(
        Sequence(lines.first), Sequence(lines.last), [&](std::string_view more) {
          bytes += more.size();
          progress.report(bytes, 0);
          return file.write(more);
        });
  }();
  const auto unwritten = file.finish();
  if (!fault && !unwritten) return kOk;
  const OperatorFault why = fault ? *fault : OperatorFault{*unwritten};
  if (to != "-") return op.fail(why);
  print_failure("countersign", why.detail);  // stdout has the lines
  return kFailed;
}

// Signs the log as it is now, and extends the export in the folder to that checkpoint.
int export_whole(Operator& op, const std::string& folder) {
  const auto log = LogSnapshot::open(op.client());
  if (!log) return op.fail(log.error());
  ExportSource source = (*log)->source();
  const auto report = [&] {
    WorkProgress progress("log export", "event");
    source.progress = progress.reporter();
    return write_export(folder, source);
  }();
  if ((*log)->lost()) return op.fail(*(*log)->lost());
  if (!report) return op.fail({report.error()});
  return op.print(JsonWriter()
                      .begin_object()
                      .member("events", report->size)
                      .member("kept", report->kept)
                      .end_object()
                      .take());
}

// The ends of a range, as they were typed.
struct TypedRange {
  std::string from{};  // a size, or a file with a checkpoint
  std::string since{};
  std::optional<std::uint64_t> to{};
};

// The input of "log range"; a sentence if `from` is neither a size nor a file that can be read.
Result<std::string, tlog::ReadError> input_of_range(const TypedRange& typed) {
  const auto size = tlog::parse_decimal(typed.from);
  std::optional<std::string> checkpoint;
  if (!typed.from.empty() && !size) {
    auto note = export_folder::read_file(std::filesystem::path(typed.from), tlog::kNoteBytesMax);
    if (!note) {
      return tlog::ReadError{
          "--from " + typed.from +
          " is neither a number of events nor a file with a checkpoint: " + note.error().why};
    }
    checkpoint = *std::move(note);
  }
  return http::input_of<http::AskedRange>(given<"from">(size),
                                          given<"checkpoint">(checkpoint),
                                          given<"since">(http::unless_empty(typed.since)),
                                          given<"to">(typed.to));
}

// Writes the events between two checkpoints, and what proves them, into a folder of their own.
int export_range(Operator& op, const std::string& folder, const TypedRange& typed) {
  const auto input = input_of_range(typed);
  if (!input) return op.fail({.detail = input.error().why, .is_usage = true});
  const auto log = LogSnapshot::open_range(op.client(), *input);
  if (!log) return op.fail(log.error());
  RangeSource source = (*log)->range_source();
  const auto failed = [&] {
    WorkProgress progress("log export", "event");
    source.progress = progress.reporter();
    return write_range(folder, source);
  }();
  if ((*log)->lost()) return op.fail(*(*log)->lost());
  if (failed) return op.fail({*failed});
  return op.print(JsonWriter()
                      .begin_object()
                      .member("from", source.range.from())
                      .member("to", source.range.to)
                      .member("events", source.range.events())
                      .end_object()
                      .take());
}

void add_export(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group,
                                  "export",
                                  "export the log: to a folder for auditors (C2SP tlog-tiles), "
                                  "with all events, the Merkle tree and a signed checkpoint, which "
                                  "a later export extends; with --from or --since only the range "
                                  "between two checkpoints; or only the events, as JSON lines");
  const auto target = std::make_shared<std::string>("-");
  const auto range = std::make_shared<ExportedLines>();
  command
      .add_option("DIR",
                  *target,
                  "the folder; for JSON lines a file whose name ends in .jsonl, or `-` for stdout")
      ->capture_default_str();
  CLI::Option* const first =
      command.add_option("--first", range->first, "JSON lines: sequence of the first event")
          ->default_val(1);
  CLI::Option* const last = command.add_option(
      "--last", range->last, "JSON lines: sequence of the last event [the end of the log]");
  const auto ends = std::make_shared<TypedRange>();
  CLI::Option* const from =
      command
          .add_option(
              "--from",
              ends->from,
              "a folder with a range: the events behind this checkpoint, by its size or its "
              "file")
          ->type_name("SIZE|FILE");
  CLI::Option* const since =
      command
          .add_option("--since",
                      ends->since,
                      "a folder with a range: the events behind the last checkpoint that is kept "
                      "from before this time or day")
          ->type_name("DATE")
          ->excludes(from);
  CLI::Option* const to =
      command
          .add_option(
              "--to", ends->to, "a range: up to the checkpoint of this size [the log as it is now]")
          ->type_name("SIZE");
  on_typed(command, typed, [target, range, ends, first, last, from, since, to](Operator& op) {
    const bool lines = *target == "-" || target->ends_with(".jsonl");
    const bool begins = from->count() + since->count() > 0;
    if (lines && (begins || to->count() > 0)) {
      throw CLI::ValidationError("--from, --since and --to are for a range, which is a folder");
    }
    if (to->count() > 0 && !begins) {
      throw CLI::ValidationError("--to needs --from or --since, where the range begins");
    }
    if (lines) return export_lines(op, *target, *range);
    if (first->count() + last->count() > 0) {
      throw CLI::ValidationError(
          "--first and --last are for lines; a folder has all events, or those from --from to "
          "--to");
    }
    if (begins) return export_range(op, *target, *ends);
    return export_whole(op, *target);
  });
}

void add_checkpoint(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group,
                  "checkpoint",
                  "sign the log as it is now, and print the checkpoint with its cosignatures");
  on_typed(command, typed, [](Operator& op) { return op.run("log checkpoint"); });
}

void add_log_verify(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group,
      "verify",
      "verify the place, hash and stream of every event; of an exported log also signatures, "
      "tiles, older checkpoints and receipts, without a server or a data folder");
  const auto verification = std::make_shared<Verification>();
  CLI::Option* const folder =
      command
          .add_option("DIR", verification->folder, "an exported log [the log of the data folder]")
          ->check(CLI::ExistingDirectory);
  add_verification_options(command, *verification, folder);
  add_state_options(command, *verification, folder);
  on_typed(command, typed, [verification](Operator& op) {
    if (verification->folder.empty()) return op.run("log verify");
    const VerdictText verdict = [&] {
      WorkProgress progress("log verify", "event", "decision");
      VerifyExportOptions options = options_of(*verification);
      options.progress = progress.reporter();
      options.judged = progress.second_reporter();
      return verdict_of(*verification, options);
    }();
    return op.print(verdict.json);
  });
}

}  // namespace

void add_log_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "log", "read, export and verify the event log");
  add_tail(group, typed);
  add_export(group, typed);
  add_checkpoint(group, typed);
  add_log_verify(group, typed);
}

}  // namespace countersign
