#include "tools/server/start/matcher_start.h"

#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/check.h"
#include "core/inspection/match_levels.h"
#include "core/text/milli.h"
#include "tools/server/notices/program_log.h"

namespace countersign {
namespace {

constexpr ProgramMessages kMatcherMessages{
    .gone = "matcher: unavailable: no faces are compared",
    .may_retry = "matcher: faces not compared: the device may try again",
    .harmed = "matcher: worker failed on a comparison: the faces were not compared"};

// Says why the server's own levels compare no faces. A client may have levels of its own.
void write_missing_levels(OperatorLog& operator_log,
                          const RecognizerFacts& recognizer,
                          const MatchLevels& levels) {
  switch (levels.status) {
    case MatchLevels::Status::InForce:
      return;
    case MatchLevels::Status::NotSet:
      operator_log.warn(
          "matcher: recognizer is not known and face-match-likeness is not set: faces are not "
          "compared",
          {{"remedy", "measure levels with countersign faces calibrate"}});
      return;
    case MatchLevels::Status::BelowUnlike:
      operator_log.warn(
          "matcher: two unlike drawn faces would pass face-match-likeness: faces are not compared",
          {{"level", milli_to_decimal(std::llround(levels.likeness.warning * kThousandths))},
           {"drawn_faces", milli_to_decimal(recognizer.unlike_milli)},
           {"remedy", "measure levels with countersign faces calibrate"}});
      return;
  }
}

// The same of the model of presentation attacks, whose levels no model brings along.
void write_missing_presentation_levels(OperatorLog& operator_log,
                                       const PresentationThresholds& thresholds) {
  if (thresholds.live) return;
  operator_log.warn(
      "matcher: presentation-live is not set: presentation attacks are not judged, and each "
      "capture with a recording needs a review",
      {{"remedy", "measure levels with countersign faces calibrate --presentation-model"}});
}

}  // namespace

Result<MatcherPtr, CannotServe> start_matcher(const confined::InspectorSettings& how,
                                              const ServerSettings& settings,
                                              OperatorLog& operator_log) {
  if (!settings.face_detector_model || !settings.face_recognizer_model) return MatcherPtr();
  std::error_code ignored;
  if (!std::filesystem::exists(how.inspector, ignored)) {
    return CannotServe{"--face-detector-model needs the program " + how.inspector.string() +
                           ", which does not exist: it is built where OpenCV is installed",
                       true};
  }
  confined::ModelPaths models{std::filesystem::absolute(*settings.face_detector_model),
                              std::filesystem::absolute(*settings.face_recognizer_model)};
  if (settings.presentation_model) {
    models.presentation = std::filesystem::absolute(*settings.presentation_model);
  }
  auto matcher =
      confined::ConfinedMatcher::start(how, models, notice_writer(operator_log, kMatcherMessages));
  if (!matcher) return CannotServe{matcher.error().why, matcher.error().refused};
  const auto recognizer = (*matcher)->recognizer();
  check(recognizer.has_value(), "a matcher that has started describes its recognizer");
  const MatchLevels levels = match_levels(*recognizer, settings.service.thresholds.face_match);
  write_models(operator_log,
               levels.in_force()
                   ? "matcher: ready: faces are compared with the operator's model"
                   : "matcher: ready: faces are compared only where levels are set for the model",
               (*matcher)->version());
  write_missing_levels(operator_log, *recognizer, levels);
  if (models.presentation) {
    write_missing_presentation_levels(operator_log, settings.service.thresholds.presentation);
  }
  return std::move(*matcher);
}

}  // namespace countersign
