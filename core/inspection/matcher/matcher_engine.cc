#include "core/inspection/matcher/matcher_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/image/rectify.h"
#include "core/inspection/match_levels.h"
#include "core/inspection/matcher/known_recognizers.h"
#include "core/inspection/matcher/match_judgement.h"
#include "core/inspection/matcher/presentation_judgement.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/review/located_document.h"

namespace countersign::matcher {
namespace {

constexpr std::string_view kName = "countersign-matcher";
constexpr std::string_view kVersion = "1.4.0";  // changes with everything but the models

EngineVersion version_of(const FaceModels& models, const FaceModels::Paths& paths) {
  EngineVersion version;
  version.name = kName;
  version.version = fmt::format("{}+opencv{}", kVersion, FaceModels::opencv_version());
  version.models = {{paths.detector.filename().string(), models.detector_hash()},
                    {paths.recognizer.filename().string(), models.recognizer_hash()}};
  if (paths.presentation && models.presentation_hash()) {
    version.models.push_back(
        {paths.presentation->filename().string(), *models.presentation_hash()});
  }
  return version;
}

RecognizerFacts facts_of(const FaceModels& models) {
  const auto milli = [](double level) { return std::llround(level * kThousandths); };
  RecognizerFacts facts{.published_error_milli = std::nullopt,
                        .published_warning_milli = std::nullopt,
                        .unlike_milli = milli(models.unlike_likeness())};
  if (const auto published = published_likeness(models.recognizer_hash())) {
    facts.published_error_milli = milli(published->error);
    facts.published_warning_milli = milli(published->warning);
  }
  return facts;
}

// The document in a photograph, flattened, with its longer sides at the top and the bottom.
struct FlatDocument {
  Quadrilateral corners;
  std::uint32_t width;
  std::uint32_t height;

  // Rotated by quarter turns.
  RgbImage of(const RgbImage& photograph, unsigned quarters) const {
    const bool standing = quarters % 2 == 1;
    return rectified(photograph,
                     turned(corners, quarters),
                     standing ? height : width,
                     standing ? width : height);
  }
};

// Takes any type: the portrait may be on either page of a booklet, and on either side of a card.
std::optional<FlatDocument> flat_document_in(const RgbImage& picture,
                                             const Thresholds& thresholds) {
  const LumaImage photograph = shrunk_luma(picture, kPhotographPixels);
  const auto located = locate_document(picture, photograph, DocumentClaim{}, thresholds);
  if (!located.found) return std::nullopt;
  const Millimetres mm = millimetres_of(located.found->size);
  return FlatDocument{located.found->lying(),
                      static_cast<std::uint32_t>(std::lround(mm.width * kFlatPxPerMm)),
                      static_cast<std::uint32_t>(std::lround(mm.height * kFlatPxPerMm))};
}

// The observations in one picture: its faces, and the feature of the face that is compared.
struct Seen {
  std::vector<SeenFace> faces;
  std::optional<Feature> feature;
};

Seen look_at_document(FaceModels& models,
                      const RgbImage& photograph,
                      const Thresholds& all_thresholds) {
  const FaceMatchThresholds& thresholds = all_thresholds.face_match;
  Seen best;
  const auto document = flat_document_in(photograph, all_thresholds);
  if (!document) return best;
  double best_score = 0;
  for (unsigned quarters = 0; quarters < 4; ++quarters) {
    const RgbImage flat = document->of(photograph, quarters);
    std::vector<SeenFace> faces = models.faces_of(flat, thresholds.portrait_score);
    const auto portrait = portrait_of(faces, thresholds);
    if (!portrait || portrait->score() <= best_score) continue;
    best_score = portrait->score();
    best = {std::move(faces), models.feature_of(flat, *portrait)};
  }
  return best;
}

Seen look_at_frame(FaceModels& models, const RgbImage& frame, const Thresholds& all_thresholds) {
  const FaceMatchThresholds& thresholds = all_thresholds.face_match;
  Seen seen;
  seen.faces = models.faces_of(frame, thresholds.score);
  if (const auto person = person_of(seen.faces, thresholds)) {
    seen.feature = models.feature_of(frame, *person);
  }
  return seen;
}

// Nullopt if the frame shows no single face, or the model says nothing of it.
std::optional<double> liveness_of_person(FaceModels& models,
                                         const RgbImage& frame,
                                         const FaceMatchThresholds& thresholds) {
  const auto person = person_of(models.faces_of(frame, thresholds.score), thresholds);
  if (!person) return std::nullopt;
  return models.liveness_of(frame, *person);
}

}  // namespace

MatcherEngine::MatcherEngine(std::unique_ptr<FaceModels> models,
                             const FaceModels::Paths& paths,
                             InspectionLimits limits)
    : models_(std::move(models)),
      version_(version_of(*models_, paths)),
      recognizer_(facts_of(*models_)),
      limits_(limits) {}

Capabilities MatcherEngine::capabilities() const {
  Capabilities capabilities;
  capabilities.engine = version_;
  capabilities.face_match = true;
  capabilities.recognizer = recognizer_;
  capabilities.judges_presentation = models_->presentation_hash().has_value();
  return capabilities;
}

Result<DocumentEvaluation, InspectionFailure> MatcherEngine::evaluate_document(
    const DocumentRequest&) const {
  check(false, "a matcher is asked to compare faces, not to judge a document");
  return DocumentEvaluation{};
}

Result<LivenessEvaluation, InspectionFailure> MatcherEngine::evaluate_liveness(
    const LivenessRequest&) const {
  check(false, "a matcher is asked to compare faces, not to judge liveness");
  return LivenessEvaluation{};
}

Result<MatchEvaluation, InspectionFailure> MatcherEngine::match_faces(
    const MatchRequest& request) const {
  check(request.frame_count > 0, "a face match has at least one frame");
  const FaceMatchThresholds& thresholds = request.thresholds.face_match;
  const MatchLevels levels = match_levels(recognizer_, thresholds);
  if (!levels.in_force()) {
    MatchEvaluation evaluation = not_compared({Check::FaceMatch, Check::FaceMatchThroughout});
    evaluation.engine = version_;
    return evaluation;
  }
  // Only one decoded picture is in memory at a time.
  const auto look = [&](const ImageLoader& load,
                        const auto& look_at) -> Result<Seen, InspectionFailure> {
    const std::optional<std::string> bytes = load();
    if (!bytes) return InspectionFailure::ImageNotLoaded;
    const auto image = decode_image(*bytes, limits_);
    if (image) return look_at(*models_, image->pixels, request.thresholds);
    if (image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;
    return Seen{};  // no face is seen in it
  };
  const auto look_at_frame_number = [&](std::size_t index) {
    return look([&] { return request.load_frame(index); }, look_at_frame);
  };
  const auto likeness = [&](const std::optional<Feature>& a,
                            const std::optional<Feature>& b) -> std::optional<double> {
    if (!a || !b) return std::nullopt;
    return models_->likeness(*a, *b);
  };
  try {
    auto document = look(request.load_reference, look_at_document);
    if (!document) return document.error();
    auto first = look_at_frame_number(0);
    if (!first) return first.error();
    Comparison comparison{.on_document = std::move(document->faces),
                          .in_frame = std::move(first->faces),
                          .likeness = likeness(document->feature, first->feature),
                          .throughout = {}};
    for (std::size_t i = 1; i < request.frame_count; ++i) {
      const auto frame = look_at_frame_number(i);
      if (!frame) return frame.error();
      comparison.throughout.push_back(likeness(first->feature, frame->feature));
    }
    MatchEvaluation evaluation = judge_match(comparison, thresholds, levels.likeness);
    evaluation.engine = version_;
    return evaluation;
  } catch (const std::bad_alloc&) {
    return InspectionFailure::OutOfMemory;
  }
}

Result<PresentationEvaluation, InspectionFailure> MatcherEngine::judge_presentation(
    const PresentationRequest& request) const {
  check(request.frame_count > 0, "a recording that is judged has at least one frame");
  const std::optional<Bounds>& levels = request.thresholds.presentation.live;
  std::vector<std::optional<double>> frames(request.frame_count);
  try {
    // Only one decoded picture is in memory at a time.
    for (std::size_t i = 0; levels && i < frames.size(); ++i) {
      const std::optional<std::string> bytes = request.load(i);
      if (!bytes) return InspectionFailure::ImageNotLoaded;
      const auto image = decode_image(*bytes, limits_);
      if (image) {
        frames[i] = liveness_of_person(*models_, image->pixels, request.thresholds.face_match);
      } else if (image.error() == DecodeError::OutOfMemory) {
        return InspectionFailure::OutOfMemory;
      }
    }
    PresentationEvaluation evaluation = matcher::judge_presentation(frames, levels);
    evaluation.engine = version_;
    return evaluation;
  } catch (const std::bad_alloc&) {
    return InspectionFailure::OutOfMemory;
  }
}

Result<FaceDescription, InspectionFailure> MatcherEngine::describe_face(
    const FaceRequest& request) const {
  const auto image = decode_image(request.image, limits_);
  if (!image && image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;
  FaceDescription description;
  if (!image) return description;
  try {
    description.decoded = true;
    const Seen seen = look_at_frame(*models_, image->pixels, request.thresholds);
    const auto usable = usable_faces(seen.faces, request.thresholds.face_match);
    description.faces = static_cast<std::uint32_t>(usable.size());
    if (seen.feature) description.feature = packed_direction(*seen.feature);
    if (usable.size() == 1) {
      if (const auto live = models_->liveness_of(image->pixels, usable.front())) {
        description.live_milli = std::llround(*live * kThousandths);
      }
    }
    return description;
  } catch (const std::bad_alloc&) {
    return InspectionFailure::OutOfMemory;
  }
}

}  // namespace countersign::matcher
