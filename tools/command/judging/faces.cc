#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/confined/confined_matcher.h"
#include "core/inspection/decode/image_format.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/machine/files/held_folder.h"
#include "core/text/milli.h"
#include "events/crypto/sha256.h"
#include "tools/command/command.h"
#include "tools/command/judging/calibrate_options.h"
#include "tools/command/judging/picture_files.h"
#include "tools/machine/work_progress.h"
#include "tools/measure/calibration/calibration.h"
#include "tools/measure/calibration/people_folder.h"
#include "tools/options/settings_option.h"

namespace countersign {
namespace {

// The faces of a folder's pictures. One thread.
class Faces {
 public:
  Faces(const HeldFolder& folder,
        const confined::ConfinedMatcher& matcher,
        const Thresholds& thresholds,
        std::vector<LeftOut>& left_out)
      : folder_(folder), matcher_(matcher), thresholds_(thresholds), left_out_(left_out) {}

  // Describes the face of a picture, or leaves the picture out. Returns why the machine failed, or
  // nullopt.
  std::optional<std::string> add(const PeopleFolder::Picture& picture) {
    const auto bytes = folder_.read(picture.file, kPictureFileMaxBytes);
    if (!bytes) return leave_out(picture, "it cannot be read: " + bytes.error().why);
    if (!sniff_format(std::string_view(*bytes))) {
      return leave_out(picture, "it is not a JPEG, PNG or WebP file");
    }
    const auto [same, is_new] = seen_.try_emplace(Sha256(sha256(*bytes)), picture.file);
    if (!is_new) return leave_out(picture, "it is the same file as another: " + same->second);
    auto found = matcher_.describe_face({.image = *bytes, .thresholds = thresholds_});
    if (!found) return why_of(found.error());
    if (!found->decoded) return leave_out(picture, "its picture cannot be decoded");
    if (found->faces == 0) return leave_out(picture, "no face was found");
    if (found->faces > 1) return leave_out(picture, "several faces were found");
    DescribedFace face{picture.person, picture.file, direction_of(found->feature)};
    const bool comparable = !face.direction.empty() &&
                            (all_.empty() || all_[0].direction.size() == face.direction.size());
    if (!comparable) return leave_out(picture, "the recognizer does not describe its face");
    all_.push_back(std::move(face));
    return std::nullopt;
  }
  const std::vector<DescribedFace>& all() const { return all_; }

 private:
  std::optional<std::string> leave_out(const PeopleFolder::Picture& picture, std::string reason) {
    left_out_.push_back({picture.file, std::move(reason)});
    return std::nullopt;
  }

  const HeldFolder& folder_;
  const confined::ConfinedMatcher& matcher_;
  const Thresholds& thresholds_;
  std::vector<LeftOut>& left_out_;
  std::map<Sha256, std::string> seen_;
  std::vector<DescribedFace> all_;
};

// Returns why the folder cannot be calibrated with, or nullopt.
std::optional<OperatorFault> wrong_with(const CalibrateOptions& options,
                                        const HeldFolder& folder,
                                        const PeopleFolder& people) {
  if (people.people.size() < 2) {
    return OperatorFault{
        .detail = fmt::format(
            "{} has {}: it needs a folder for each of two or more people, with "
            "two or more pictures of the person",
            options.folder,
            people.people.empty() ? "no folder of a person" : "the folder of one person only")};
  }
  if (people.pictures.empty()) {
    return OperatorFault{.detail = options.folder + " has no picture in the folders of its people"};
  }
  return overwritten_by_page(options, folder, people);
}

int print_calibration(Operator& op,
                      const CalibrateOptions& options,
                      const Calibration& calibration) {
  const int status = op.print(calibration_json(calibration, options.rate()));
  return write_page(op, options, calibration_page(calibration, options.rate()), status);
}

// Compares the faces of all pictures, each with every other. Keeps nothing of them, and touches no
// log.
int calibrate(Operator& op, const CalibrateOptions& options) {
  const auto folder = HeldFolder::open(options.folder);
  if (!folder) return op.fail({folder.error().why});
  auto people = list_people(*folder);
  if (!people) return op.fail({people.error()});
  if (const auto wrong = wrong_with(options, *folder, *people)) return op.fail(*wrong);
  const auto matcher = start_matcher_of(options, largest_of(*folder, *people, 1));
  if (!matcher) return op.fail(matcher.error());

  Thresholds thresholds;
  const auto unfit = change(thresholds, options.thresholds);
  check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  Calibration calibration;
  calibration.engine = (*matcher)->version();
  calibration.recognizer = (*matcher)->recognizer().value_or(RecognizerFacts{});
  calibration.left_out = std::move(people->left_out);
  Faces faces(*folder, **matcher, thresholds, calibration.left_out);
  {
    WorkProgress progress("faces calibrate", "picture");
    for (std::size_t i = 0; i < people->pictures.size(); ++i) {
      if (const auto failed = faces.add(people->pictures[i])) return op.fail({*failed});
      progress.report(i + 1, people->pictures.size());
    }
  }
  compare_all(faces.all(), calibration);
  return print_calibration(op, options, calibration);
}

void add_model(CLI::App& command, const std::string& flag, std::string& target, const char* what) {
  command.add_option(flag, target, what)->type_name("FILE")->required()->check(CLI::ExistingFile);
}

void add_rate(CLI::App& command, double& percent) {
  constexpr std::int64_t kLeastMilli = 1;
  constexpr std::int64_t kMostMilli = 50'000;
  const auto read = [&percent](const CLI::results_t& given) {
    const auto milli = milli_of_decimal(given.back());
    if (!milli || *milli < kLeastMilli || *milli > kMostMilli) {
      throw CLI::ValidationError(
          "--false-match-rate",
          "must be from 0.001 to 50 percent, with at most three digits behind the point");
    }
    percent = static_cast<double>(*milli) / 1000;
    return true;
  };
  command
      .add_option("--false-match-rate",
                  CLI::callback_t(read),
                  "name the lowest level at which at most this share of different people would "
                  "pass [0.1]")
      ->type_name("PERCENT");
}

}  // namespace

void add_faces_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "faces", "measure how well a model tells people apart");
  CLI::App& command = add_command(
      group,
      "calibrate",
      "compare pictures of people you know, and print how often the models are wrong at each "
      "level of face-match-likeness; keeps and sends nothing of them; exits with 1 if the "
      "pictures cannot show the rate that is asked for");
  const auto options = std::make_shared<CalibrateOptions>();
  command
      .add_option("FOLDER",
                  options->folder,
                  "folder with a folder for each person, which has two or more pictures of the "
                  "person, each with one face, in JPEG, PNG or WebP")
      ->required()
      ->check(CLI::ExistingDirectory);
  add_model(command,
            "--face-detector-model",
            options->detector,
            "model that finds faces, as countersignd takes it");
  add_model(command,
            "--face-recognizer-model",
            options->recognizer,
            "model that compares faces, as countersignd takes it");
  command
      .add_option("--presentation-model",
                  options->presentation,
                  "with --attacks: measure this model of presentation attacks, as countersignd "
                  "takes it, in place of the comparison")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command
      .add_option("--attacks",
                  options->attacks,
                  "folder with a folder for each kind of attack, which has pictures of attacks of "
                  "this kind; the pictures of people are the originals")
      ->type_name("FOLDER")
      ->check(CLI::ExistingDirectory);
  command.get_option("--presentation-model")->needs("--attacks");
  command.get_option("--attacks")->needs("--presentation-model");
  add_rate(command, options->false_match_percent);
  add_thresholds(command,
                 "--threshold",
                 options->thresholds,
                 "threshold that differs from the default, as countersignd takes it; repeatable");
  command
      .add_option("--html",
                  options->html,
                  "also write a page with the rates and their plot, without names; `-` is stdout")
      ->type_name("FILE");
  command
      .add_option("--matcher",
                  options->matcher,
                  "program that compares faces [countersign-matcher, next to this program]")
      ->type_name("FILE");
  on_typed(command, typed, [options](Operator& op) {
    return options->attacks.empty() ? calibrate(op, *options) : measure_presentation(op, *options);
  });
}

}  // namespace countersign
