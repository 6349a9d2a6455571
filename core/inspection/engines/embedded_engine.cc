#include "core/inspection/engines/embedded_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/face/action_review.h"
#include "core/inspection/image/perceptual.h"
#include "core/inspection/judgement.h"
#include "core/inspection/render/picture_rendering.h"
#include "core/inspection/review/card_values.h"
#include "core/inspection/review/document_contents.h"
#include "core/inspection/review/document_review.h"
#include "core/inspection/review/liveness_review.h"
#include "core/inspection/review/located_document.h"
#include "core/inspection/review/portrait_review.h"

namespace countersign {
namespace {

constexpr std::string_view kName = "countersign-embedded";
constexpr std::string_view kVersion = "5.0.0";  // changes whenever a measurement changes

void append_big_endian(std::array<std::uint8_t, 8 + 32>& bytes, std::size_t at, std::uint32_t n) {
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[at + i] = static_cast<std::uint8_t>(n >> (24 - 8 * i));
  }
}

// The hash in the facts is SHA-256 over width and height (32 bits each, big-endian) and the SHA-256
// of the decoded RGB rows: no second copy of the pixels is made.
ImageFacts facts_of(const DecodedImage& image, EmbeddedEngine::Hash hash) {
  const Digest rows = hash(image.pixels.bytes);
  std::array<std::uint8_t, 8 + 32> bytes{};
  append_big_endian(bytes, 0, image.width);
  append_big_endian(bytes, 4, image.height);
  std::copy(rows.begin(), rows.end(), bytes.begin() + 8);
  return {image.format, image.width, image.height, Sha256(hash(bytes))};
}

std::string decode_hint(DecodeError error, const InspectionLimits& limits) {
  switch (error) {
    case DecodeError::UnknownFormat:
      return "The file is not a JPEG, PNG or WebP picture.";
    case DecodeError::Truncated:
      return "The file ends too early. Send it again.";
    case DecodeError::Corrupt:
      return "The file is damaged. Take the picture again.";
    case DecodeError::TooLarge:
      return fmt::format("Send a picture of at most {} pixels, and {} a side.",
                         limits.max_pixels,
                         limits.max_side);
    case DecodeError::TooComplex:
      return "Save the picture as a baseline JPEG.";
    case DecodeError::Animated:
      return "The file is an animation. Send a single picture.";
    case DecodeError::OutOfMemory:
      break;
  }
  check(false, "a hint is requested for a decode error other than OutOfMemory");
  return {};
}

Judgement not_decoded(Check decoding, DecodeError error, const InspectionLimits& limits) {
  Judgement judgement = wording(decoding);
  judgement.status = CheckStatus::Failed;
  judgement.hint = decode_hint(error, limits);
  return judgement;
}

// Returns the MRZ's values if the reading is proven.
std::optional<MrzValues> values_of(const MrzReading& zone,
                                   const DocumentClaim& claim,
                                   const MrzThresholds& thresholds) {
  if (!proven(zone, thresholds)) return std::nullopt;
  const auto mrz = parse_mrz(zone.lines);
  return mrz_values(zone.lines, *mrz, claim.now);
}

std::optional<FieldValues> values_in_barcode(const DocumentContents& contents) {
  if (!contents.card) return std::nullopt;
  FieldValues values = values_of(*contents.card);
  if (!values.has_any()) return std::nullopt;
  return values;
}

// Runs work that allocates, and turns the one exception that it can throw into a failure of the
// machine.
template <class Work>
auto guarded(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return InspectionFailure::OutOfMemory;
  }
}

}  // namespace

EmbeddedEngine::EmbeddedEngine(Hash hash, InspectionLimits limits) : hash_(hash), limits_(limits) {
  check(hash_ != nullptr, "the hash function of an embedded engine is not null");
}

Capabilities EmbeddedEngine::capabilities() const {
  Capabilities capabilities;
  capabilities.engine.name = kName;
  capabilities.engine.version = kVersion;
  const std::span<const Action> actions = judged_actions();
  capabilities.actions.assign(actions.begin(), actions.end());
  return capabilities;
}

Result<DocumentEvaluation, InspectionFailure> EmbeddedEngine::evaluate_document(
    const DocumentRequest& request) const {
  return guarded([&]() -> Result<DocumentEvaluation, InspectionFailure> {
    const auto image = decode_image(request.image, limits_, {.enough_pixels = kPhotographPixels});
    if (!image && image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;

    const DocumentClaim claim = {request.side, request.type, request.now};
    DocumentEvaluation evaluation;
    if (!image) {
      record({not_decoded(Check::DocumentDecoding, image.error(), limits_)}, evaluation);
      record(contents_not_read(claim), evaluation);
      record(portrait_not_sought(claim), evaluation);
    } else {
      evaluation.image = facts_of(*image, hash_);
      evaluation.image->perceptual = perceptual_hash(image->pixels);
      DocumentContents contents;
      std::vector<Judgement> judgements =
          review_document(image->picture(),
                          claim,
                          request.thresholds,
                          request.trace ? &evaluation.trace : nullptr,
                          &contents);
      judgements.insert(judgements.begin(), wording(Check::DocumentDecoding));
      record(judgements, evaluation);
      if (request.mrz_values && evaluation.accepted()) {
        evaluation.mrz = values_of(contents.reading(), claim, request.thresholds.mrz);
        evaluation.barcode = values_in_barcode(contents);
      }
    }
    if (shows_data(claim)) {
      const bool required = request.thresholds.document.data_required;
      record_not_performed(Check::DocumentData,
                           evaluation,
                           required ? Code::CheckNotAvailable : Code::CheckNotRequired);
    }
    if (request.thresholds.document.authenticity_required) {
      record_not_performed(Check::DocumentAuthenticity, evaluation);
    }
    evaluation.engine = capabilities().engine;
    return evaluation;
  });
}

Result<LivenessEvaluation, InspectionFailure> EmbeddedEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  return guarded([&]() -> Result<LivenessEvaluation, InspectionFailure> {
    Trace trace;
    LivenessReview review(
        request.frame_count, request.actions, request.thresholds, request.trace ? &trace : nullptr);
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      const std::optional<std::string> bytes = request.load(i);
      if (!bytes) return InspectionFailure::ImageNotLoaded;
      const auto image = decode_image(*bytes, limits_);
      if (image) {
        review.add(facts_of(*image, hash_), image->pixels);
        continue;
      }
      if (image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;
      review.add_unreadable(not_decoded(Check::LivenessDecoding, image.error(), limits_));
    }
    LivenessEvaluation evaluation = std::move(review).finish();
    evaluation.trace = std::move(trace);
    evaluation.engine = capabilities().engine;
    return evaluation;
  });
}

Result<MatchEvaluation, InspectionFailure> EmbeddedEngine::match_faces(const MatchRequest&) const {
  MatchEvaluation evaluation;
  record_not_performed(Check::FaceMatch, evaluation);
  evaluation.engine = capabilities().engine;
  return evaluation;
}

Result<std::optional<Rendering>, InspectionFailure> EmbeddedEngine::render(
    const RenderingRequest& request) const {
  return guarded([&] { return rendered(request, limits_); });
}

}  // namespace countersign
