// `countersign faces calibrate --presentation-model --attacks`: measures a model of presentation
// attacks.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/decode/image_format.h"
#include "events/crypto/sha256.h"
#include "tools/command/judging/calibrate_options.h"
#include "tools/command/judging/picture_files.h"
#include "tools/machine/work_progress.h"
#include "tools/measure/calibration/presentation_rates.h"

namespace countersign {
namespace {

// Pictures that the model is asked about, in the folders of people or of kinds of attacks.
struct Asked {
  HeldFolder folder;
  PeopleFolder pictures;
};

Result<Asked, OperatorFault> asked_of(const std::string& path, std::string_view whose) {
  auto folder = HeldFolder::open(path);
  if (!folder) return OperatorFault{.detail = folder.error().why};
  auto pictures = list_people(*folder, whose);
  if (!pictures) return OperatorFault{.detail = pictures.error()};
  if (pictures->pictures.empty()) {
    return OperatorFault{.detail = fmt::format("{} has no picture in {} folder", path, whose)};
  }
  return Asked{std::move(*folder), std::move(*pictures)};
}

// The answers of the model for the pictures of one folder. One thread.
class Answers {
 public:
  Answers(const Asked& asked,
          const confined::ConfinedMatcher& matcher,
          const Thresholds& thresholds,
          PresentationRates& rates)
      : asked_(asked), matcher_(matcher), thresholds_(thresholds), rates_(rates) {}

  // Asks about a picture. Returns why the machine failed, or nullopt.
  std::optional<std::string> add(const PeopleFolder::Picture& picture, ScoredGroup& group) {
    const auto bytes = asked_.folder.read(picture.file, kPictureFileMaxBytes);
    if (!bytes) return leave_out(picture, "it cannot be read: " + bytes.error().why);
    if (!sniff_format(std::string_view(*bytes))) {
      return leave_out(picture, "it is not a JPEG, PNG or WebP file");
    }
    const auto [same, is_new] = seen_.try_emplace(Sha256(sha256(*bytes)), picture.file);
    if (!is_new) return leave_out(picture, "it is the same file as another: " + same->second);
    const auto found = matcher_.describe_face({.image = *bytes, .thresholds = thresholds_});
    if (!found) return why_of(found.error());
    if (!found->decoded) return leave_out(picture, "its picture cannot be decoded");
    if (!found->live_milli) {
      ++group.without_answer;
      return leave_out(picture,
                       found->faces == 0   ? "no face was found"
                       : found->faces == 1 ? "the model gives no probability for its face"
                                           : "several faces were found");
    }
    group.scores_milli.push_back(static_cast<std::int32_t>(*found->live_milli));
    return std::nullopt;
  }

 private:
  std::optional<std::string> leave_out(const PeopleFolder::Picture& picture, std::string reason) {
    rates_.left_out.push_back({picture.file, std::move(reason)});
    return std::nullopt;
  }

  const Asked& asked_;
  const confined::ConfinedMatcher& matcher_;
  const Thresholds& thresholds_;
  PresentationRates& rates_;
  std::map<Sha256, std::string> seen_;
};

// Returns why the machine failed, or nullopt.
std::optional<std::string> ask_about(Asked& asked,
                                     std::string_view what,
                                     const confined::ConfinedMatcher& matcher,
                                     const Thresholds& thresholds,
                                     std::vector<ScoredGroup>& groups,
                                     PresentationRates& rates) {
  auto& left_out = asked.pictures.left_out;
  rates.left_out.insert(rates.left_out.end(), left_out.begin(), left_out.end());
  for (const std::string& name : asked.pictures.people) groups.push_back({.name = name});
  Answers answers(asked, matcher, thresholds, rates);
  WorkProgress progress("faces calibrate", std::string(what));
  const auto& pictures = asked.pictures.pictures;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    if (auto failed = answers.add(pictures[i], groups[pictures[i].person])) return failed;
    progress.report(i + 1, pictures.size());
  }
  return std::nullopt;
}

}  // namespace

int measure_presentation(Operator& op, const CalibrateOptions& options) {
  auto originals = asked_of(options.folder, "a person's");
  if (!originals) return op.fail(originals.error());
  auto attacks = asked_of(options.attacks, "an attack's");
  if (!attacks) return op.fail(attacks.error());
  for (const Asked* asked : {&*originals, &*attacks}) {
    if (const auto wrong = overwritten_by_page(options, asked->folder, asked->pictures)) {
      return op.fail(*wrong);
    }
  }
  const auto matcher =
      start_matcher_of(options,
                       largest_of(attacks->folder,
                                  attacks->pictures,
                                  largest_of(originals->folder, originals->pictures, 1)));
  if (!matcher) return op.fail(matcher.error());

  Thresholds thresholds;
  const auto unfit = change(thresholds, options.thresholds);
  check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  PresentationRates rates;
  rates.engine = (*matcher)->version();
  rates.levels = thresholds.presentation.live;
  if (const auto failed =
          ask_about(*originals, "original", **matcher, thresholds, rates.people, rates)) {
    return op.fail({*failed});
  }
  if (const auto failed =
          ask_about(*attacks, "attack", **matcher, thresholds, rates.attacks, rates)) {
    return op.fail({*failed});
  }
  return write_page(op, options, presentation_page(rates), op.print(presentation_json(rates)));
}

}  // namespace countersign
