#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/engines/composite_engine.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/machine/files/held_folder.h"
#include "core/text/json_writer.h"
#include "events/crypto/sha256.h"
#include "tools/command/command.h"
#include "tools/command/judging/own_engines.h"
#include "tools/command/judging/picture_files.h"
#include "tools/machine/export_file.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/machine/work_progress.h"
#include "tools/measure/labels/labelled_folder.h"
#include "tools/measure/labels/labels_report.h"
#include "tools/options/name_option.h"
#include "tools/options/program_options.h"
#include "tools/options/settings_option.h"
#include "tools/report/inspected.h"

namespace countersign {
namespace {

struct InspectOptions {
  std::vector<std::string> files{};
  std::string labels{};  // not empty: a file that names the pictures and says what is right
  std::optional<DocumentType> type{};
  Side side = Side::Front;
  std::vector<Action> actions{};  // not empty: the files are frames
  std::optional<UtcTime> now{};   // nullopt: the machine's clock says
  std::vector<ThresholdOverride> thresholds{};
  std::string html{};       // empty: no page
  std::string inspector{};  // empty: the inspector next to this program
  ReaderSettings reader{};
};

// The time for which expiry is judged.
UtcTime now_of(const InspectOptions& options) {
  return options.now ? *options.now : SystemClock().now();
}

class Inspection {
 public:
  Inspection(const InspectOptions& options, const Engine& engine)
      : options_(options), engine_(engine) {
    const auto unfit = change(set_, options.thresholds);
    check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  }

  // A picture that could not be looked at, such as one that took too long, keeps nothing from the
  // others. Returns why the inspection could not be completed, if no picture was looked at.
  std::optional<std::string> run(std::vector<Inspected::Picture> pictures) {
    if (!options_.actions.empty()) return look_at_frames(std::move(pictures));
    for (Inspected::Picture& picture : pictures) {
      std::string name = picture.file;
      if (auto failed = look_at_document(std::move(picture))) {
        unseen_.push_back({std::move(name), *std::move(failed)});
      }
    }
    if (all_.empty() && !unseen_.empty()) return unseen_.front().why;
    return std::nullopt;
  }

  // Says on stderr what could not be looked at.
  void print_unseen() const {
    for (const Unseen& each : unseen_) {
      print_failure("countersign", fmt::format("{}: {}", each.name, each.why));
    }
  }
  // Whether every picture was looked at and accepted.
  bool all_accepted() const {
    return unseen_.empty() &&
           std::ranges::all_of(all_, [](const Inspected& each) { return each.found.accepted(); });
  }
  std::string json() const {
    JsonWriter json;
    json.begin_object()
        .key("thresholds")
        .begin_object()
        .member("version", kThresholdsVersion)
        .member("sha256", to_hex(sha256(canonical_text(set_))))
        .end_object()
        .key("inspected")
        .begin_array();
    for (const Inspected& each : all_) json.raw(inspected_json(each, set_));
    json.end_array();
    if (!unseen_.empty()) {
      json.key("notInspected").begin_array();
      for (const Unseen& each : unseen_) {
        json.begin_object().member("file", each.name).member("why", each.why).end_object();
      }
      json.end_array();
    }
    return json.end_object().take() + "\n";
  }
  StyledText text(const Screen& screen) const {
    StyledText text;
    for (const Inspected& each : all_) {
      if (!text.empty()) text.append("\n");
      text.append(text_view(inspected_json(each, set_), screen));
    }
    return text;
  }
  std::string page() const { return inspected_page(all_, set_); }

 private:
  struct Unseen {
    std::string name;
    std::string why;
  };

  std::optional<std::string> look_at_document(Inspected::Picture picture) {
    auto found = engine_.evaluate_document({.image = picture.bytes,
                                            .side = options_.side,
                                            .type = options_.type,
                                            .now = now_of(options_),
                                            .thresholds = set_,
                                            .trace = true});
    if (!found) return why_of(found.error());
    picture.facts = found->image;
    Inspected inspected;
    inspected.pictures.push_back(std::move(picture));
    inspected.found = std::move(*found);
    all_.push_back(std::move(inspected));
    return std::nullopt;
  }

  std::optional<std::string> look_at_frames(std::vector<Inspected::Picture> pictures) {
    const auto load = [&](std::size_t index) -> std::optional<std::string> {
      return pictures[index].bytes;
    };
    auto found = engine_.evaluate_liveness({.frame_count = pictures.size(),
                                            .load = load,
                                            .actions = options_.actions,
                                            .thresholds = set_,
                                            .trace = true});
    if (!found) return why_of(found.error());
    for (std::size_t i = 0; i < pictures.size(); ++i) pictures[i].facts = found->frames[i];
    Inspected inspected{std::move(pictures), std::move(*found)};
    all_.push_back(std::move(inspected));
    return std::nullopt;
  }

  const InspectOptions& options_;
  const Engine& engine_;
  Thresholds set_;
  std::vector<Inspected> all_;
  std::vector<Unseen> unseen_;
};

Result<std::vector<Inspected::Picture>, std::string> read_pictures(const InspectOptions& options) {
  std::vector<Inspected::Picture> pictures;
  for (const std::string& file : options.files) {
    auto bytes = read_named_file(file, kPictureFileMaxBytes);
    if (!bytes) return bytes.error().why;
    pictures.push_back({file, *std::move(bytes), std::nullopt});
  }
  return pictures;
}

std::uint64_t largest_bytes(const std::vector<Inspected::Picture>& pictures) {
  std::uint64_t most = 1;
  for (const Inspected::Picture& each : pictures) {
    most = std::max<std::uint64_t>(most, each.bytes.size());
  }
  return most;
}

// Writes the page that --html names, if it names one. Returns why it could not.
std::optional<std::string> write_page(const InspectOptions& options, const std::string& page) {
  if (options.html.empty()) return std::nullopt;
  ExportFile file(options.html);
  file.write(page);
  return file.finish();
}

// Frames have no print to read.
ReaderSettings reader_of(const InspectOptions& options) {
  ReaderSettings reader = options.reader;
  if (!options.actions.empty()) reader.wanted = false;
  return reader;
}

OperatorFault would_overwrite(const std::string& file) {
  return {.detail = fmt::format("--html would overwrite {}, which is to be inspected", file),
          .is_usage = true};
}

// Inspects the pictures that the labels name, and prints how often the engine was wrong.
int inspect_labelled(Operator& op, const InspectOptions& options) {
  const auto folder = LabelledFolder::open(options.labels);
  if (!folder) return op.fail({folder.error()});
  if (folder->holds(options.html)) return op.fail(would_overwrite(options.html));
  const auto engines =
      start_engines(options.inspector,
                    reader_of(options),
                    std::min<std::uint64_t>(folder->largest_bytes(), kPictureFileMaxBytes));
  if (!engines) return op.fail({engines.error()});
  const CompositeEngine engine = engines->as_one();
  Thresholds set;
  check(!change(set, options.thresholds),
        "the thresholds that were parsed are valid for a threshold set");
  const LabelsReport report = [&] {
    WorkProgress progress("inspect", "picture");
    return folder->judge({.engine = engine,
                          .thresholds = set,
                          .file_max_bytes = kPictureFileMaxBytes,
                          .now = [&] { return now_of(options); },
                          .why = why_of,
                          .progress = progress.reporter()});
  }();
  if (op.json()) {
    print_json(labels_json(report, set));
  } else {
    print_out(labels_text(report, screen_of_stdout()));
  }
  if (const auto failed = write_page(options, labels_page(report, set))) return op.fail({*failed});
  return report.ok() ? kOk : kFailed;
}

// Inspects local images as the server would, with a confined worker of countersign-inspector, and
// prints the measurements. Keeps nothing of the images and touches no log.
int inspect(Operator& op, const InspectOptions& options) {
  if (!options.labels.empty()) return inspect_labelled(op, options);
  if (options.files.empty()) throw CLI::RequiredError("FILE (or --labels FILE)");
  std::error_code ignored;
  for (const std::string& file : options.files) {
    if (options.html.empty() || !std::filesystem::equivalent(file, options.html, ignored)) continue;
    return op.fail(would_overwrite(file));
  }
  auto pictures = read_pictures(options);
  if (!pictures) return op.fail({pictures.error()});
  const auto engines =
      start_engines(options.inspector, reader_of(options), largest_bytes(*pictures));
  if (!engines) return op.fail({engines.error()});
  const CompositeEngine engine = engines->as_one();
  for (const Action action : options.actions) {
    const std::vector<Action> judged = engine.capabilities().actions;
    if (std::ranges::count(judged, action) != 0) continue;
    return op.fail(
        {.detail = fmt::format("--liveness: the engine cannot judge {}", name_of(action)),
         .is_usage = true});
  }
  Inspection inspection(options, engine);
  if (const auto failed = inspection.run(*std::move(pictures))) return op.fail({*failed});
  if (op.json()) {
    print_json(inspection.json());
  } else {
    print_out(inspection.text(screen_of_stdout()));
  }
  inspection.print_unseen();
  if (const auto failed = write_page(options, inspection.page())) return op.fail({*failed});
  return inspection.all_accepted() ? kOk : kFailed;
}

// Adds --liveness, which goes with neither `type` nor `side`.
CLI::Option* add_actions(CLI::App& command,
                         std::vector<Action>& actions,
                         CLI::Option* type,
                         CLI::Option* side) {
  const auto read_actions = [&actions](const CLI::results_t& given) {
    for (const std::string& name : given) {
      const auto action = parse_name_ignoring_case<Action>(name);
      if (!action) throw CLI::ValidationError("--liveness", "'" + name + "' is not an action");
      actions.push_back(*action);
    }
    return true;
  };
  return command
      .add_option("--liveness",
                  CLI::callback_t(read_actions),
                  "take the files as frames of a face that was asked for these actions")
      ->type_name(alternatives<Action>() + ",...")
      ->delimiter(',')
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->excludes(type)
      ->excludes(side);
}

// Adds --date, which sets `now` to the beginning of a day.
void add_date(CLI::App& command, std::optional<UtcTime>& now) {
  const auto read_day = [&now](const CLI::results_t& given) {
    now = parse_utc_time(given.back() + "T00:00:00Z");
    if (!now) throw CLI::ValidationError("--date", "'" + given.back() + "' is not a day");
    return true;
  };
  command
      .add_option("--date",
                  CLI::callback_t(read_day),
                  "judge as on this day, for documents that have expired since [today]")
      ->type_name("YYYY-MM-DD");
}

}  // namespace

void add_inspect_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command =
      add_command(app,
                  "inspect",
                  "inspect image files as the server would, and print every measured value with "
                  "its thresholds and status; exits with 1 if an image is refused");
  const auto options = std::make_shared<InspectOptions>();
  CLI::Option* const files =
      command
          .add_option(
              "FILE", options->files, "document images, or with --liveness the frames in order")
          ->check(CLI::ExistingFile);
  CLI::Option* const type = add_name<DocumentType>(
      command,
      "--type",
      [options](DocumentType value) { options->type = value; },
      "declared document type; not with --liveness");
  CLI::Option* const side = add_name<Side>(
      command,
      "--side",
      [options](Side value) { options->side = value; },
      "declared side [FRONT]; not with --liveness");
  CLI::Option* const actions = add_actions(command, options->actions, type, side);
  command
      .add_option(
          "--labels",
          options->labels,
          "instead of FILE, a CSV file that names document images and says what is right for "
          "each (columns path, type, side, expected, condition, zone): print how often the "
          "engine is wrong; exits with 1 only if an image could not be read")
      ->type_name("FILE")
      ->check(CLI::ExistingFile)
      ->excludes(files)
      ->excludes(type)
      ->excludes(side)
      ->excludes(actions);
  add_date(command, options->now);
  add_thresholds(command,
                 "--threshold",
                 options->thresholds,
                 "threshold that differs from the default, as countersignd takes it; repeatable");
  command
      .add_option(
          "--html",
          options->html,
          "also write a page that shows each image with the findings drawn on it, or with --labels "
          "the rates; `-` is stdout")
      ->type_name("FILE");
  command
      .add_option("--inspector",
                  options->inspector,
                  "program that inspects images [countersign-inspector, next to this program]")
      ->type_name("FILE");
  add_reader_options(command, options->reader);
  on_typed(command, typed, [options](Operator& op) { return inspect(op, *options); });
}

}  // namespace countersign
