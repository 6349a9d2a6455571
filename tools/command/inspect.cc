#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/machine/files/held_folder.h"
#include "core/text/json_writer.h"
#include "events/crypto/sha256.h"
#include "tools/command/command.h"
#include "tools/command/picture_files.h"
#include "tools/machine/export_file.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/options/settings_option.h"
#include "tools/report/inspected.h"

namespace countersign {
namespace {

struct InspectOptions {
  std::vector<std::string> files{};
  std::optional<DocumentType> type{};
  Side side = Side::Front;
  std::vector<Action> actions{};  // not empty: the files are frames
  std::vector<ThresholdOverride> thresholds{};
  std::string html{};       // empty: no page
  std::string inspector{};  // empty: the inspector next to this program
};

class Inspection {
 public:
  Inspection(const InspectOptions& options, const Engine& engine)
      : options_(options), engine_(engine) {
    const auto unfit = change(set_, options.thresholds);
    check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  }

  // Returns why the inspection could not be completed, or nullopt.
  std::optional<std::string> run(std::vector<Inspected::Picture> pictures) {
    if (!options_.actions.empty()) return look_at_frames(std::move(pictures));
    for (Inspected::Picture& picture : pictures) {
      if (auto failed = look_at_document(std::move(picture))) return failed;
    }
    return std::nullopt;
  }

  bool all_accepted() const {
    return std::ranges::all_of(all_, [](const Inspected& each) { return each.found.accepted(); });
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
    return json.end_array().end_object().take() + "\n";
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
  std::optional<std::string> look_at_document(Inspected::Picture picture) {
    auto found = engine_.evaluate_document({.image = picture.bytes,
                                            .side = options_.side,
                                            .type = options_.type,
                                            .now = SystemClock().now(),
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

confined::InspectorSettings settings_for(const InspectOptions& options,
                                         const std::vector<Inspected::Picture>& pictures) {
  confined::InspectorSettings settings;
  settings.inspector = program_beside_us("countersign-inspector");
  if (!options.inspector.empty()) settings.inspector = options.inspector;
  settings.max_pixels = InspectionLimits{}.max_pixels;
  settings.image_max_bytes = 1;
  for (const Inspected::Picture& picture : pictures) {
    settings.image_max_bytes =
        std::max<std::uint64_t>(settings.image_max_bytes, picture.bytes.size());
  }
  settings.timeout = kPicturePatience;
  return settings;
}

// Inspects local images as the server would, with a confined worker of countersign-inspector, and
// prints the measurements. Keeps nothing of the images and touches no log.
int inspect(Operator& op, const InspectOptions& options) {
  std::error_code ignored;
  for (const std::string& file : options.files) {
    if (options.html.empty() || !std::filesystem::equivalent(file, options.html, ignored)) continue;
    return op.fail(
        {.detail = fmt::format("--html would overwrite {}, which is to be inspected", file),
         .is_usage = true});
  }
  auto pictures = read_pictures(options);
  if (!pictures) return op.fail({pictures.error()});
  const auto engine = confined::ConfinedEngine::start(
      settings_for(options, *pictures),
      [](const confined::InspectorNotice& notice) { print_failure("countersign", notice.why); });
  if (!engine) return op.fail({engine.error().why});
  for (const Action action : options.actions) {
    const std::vector<Action> judged = (*engine)->capabilities().actions;
    if (std::ranges::count(judged, action) != 0) continue;
    return op.fail(
        {.detail = fmt::format("--liveness: the engine cannot judge {}", name_of(action)),
         .is_usage = true});
  }
  Inspection inspection(options, **engine);
  if (const auto failed = inspection.run(*std::move(pictures))) return op.fail({*failed});
  if (op.json()) {
    print_json(inspection.json());
  } else {
    print_out(inspection.text(screen_of_stdout()));
  }
  if (!options.html.empty()) {
    ExportFile page(options.html);
    page.write(inspection.page());
    if (const auto failed = page.finish()) return op.fail({*failed});
  }
  return inspection.all_accepted() ? kOk : kFailed;
}

template <class E>
CLI::Option* add_name(CLI::App& command,
                      const std::string& flag,
                      const std::function<void(E)>& take,
                      const std::string& meaning) {
  const std::string known = alternatives<E>();
  const auto read = [flag, take, known](const CLI::results_t& given) {
    const auto value = parse_name_ignoring_case<E>(given.back());
    if (!value) {
      throw CLI::ValidationError(flag, "'" + given.back() + "' is not one of " + known);
    }
    take(*value);
    return true;
  };
  return command.add_option(flag, read, meaning)->type_name(known);
}

// Adds --liveness, which goes with neither `type` nor `side`.
void add_actions(CLI::App& command,
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
  command
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

}  // namespace

void add_inspect_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command =
      add_command(app,
                  "inspect",
                  "inspect image files as the server would, and print every measured value with "
                  "its thresholds and verdict; exits with 1 if an image is refused");
  const auto options = std::make_shared<InspectOptions>();
  command
      .add_option("FILE", options->files, "document images, or with --liveness the frames in order")
      ->required()
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
  add_actions(command, options->actions, type, side);
  add_thresholds(command,
                 "--threshold",
                 options->thresholds,
                 "threshold that differs from the default, as countersignd takes it; repeatable");
  command
      .add_option(
          "--html",
          options->html,
          "also write a page that shows each image with the findings drawn on it; `-` is stdout")
      ->type_name("FILE");
  command
      .add_option("--inspector",
                  options->inspector,
                  "program that inspects images [countersign-inspector, next to this program]")
      ->type_name("FILE");
  on_typed(command, typed, [options](Operator& op) { return inspect(op, *options); });
}

}  // namespace countersign
