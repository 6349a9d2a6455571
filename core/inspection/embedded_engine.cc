#include "core/inspection/embedded_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <utility>

#include "core/check.h"
#include "core/inspection/decode.h"
#include "core/inspection/document_review.h"
#include "core/inspection/judgement.h"
#include "core/inspection/perceptual.h"
#include "core/inspection/picture_quality.h"

namespace countersign {
namespace {

constexpr std::string_view kName = "countersign-embedded";
constexpr std::string_view kVersion = "2.1.0";  // changes with every threshold

void append_big_endian(std::array<std::uint8_t, 8 + 32>& bytes, std::size_t at, std::uint32_t n) {
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[at + i] = static_cast<std::uint8_t>(n >> (24 - 8 * i));
  }
}

// SHA-256 over width and height (32 bits each, big-endian) and the SHA-256 of
// the rows of RGB: no second copy of the pixels is made.
ImageFacts facts_of(const DecodedImage& image, EmbeddedEngine::Hash hash) {
  const Digest rows = hash(image.pixels.bytes);
  std::array<std::uint8_t, 8 + 32> bytes{};
  append_big_endian(bytes, 0, image.pixels.width);
  append_big_endian(bytes, 4, image.pixels.height);
  std::copy(rows.begin(), rows.end(), bytes.begin() + 8);
  return {image.format, image.pixels.width, image.pixels.height, Sha256(hash(bytes))};
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
  check(false, "a machine's failure has no hint");
  return {};
}

Judgement decoded(std::string_view check_name) {
  Judgement judgement;
  judgement.check = check_name;
  return judgement;
}

Judgement not_decoded(std::string_view check_name,
                      std::string_view code,
                      DecodeError error,
                      const InspectionLimits& limits) {
  Judgement judgement;
  judgement.check = check_name;
  judgement.code = code;
  judgement.status = CheckStatus::Failed;
  judgement.hint = decode_hint(error, limits);
  return judgement;
}

// What a zone says that was read and contradicts itself nowhere.
std::optional<MrzValues> values_of(const MrzReading& zone,
                                   const DocumentClaim& claim,
                                   const MrzThresholds& thresholds) {
  if (!legible(zone, thresholds)) return std::nullopt;
  const auto mrz = parse_mrz(zone.lines);
  if (!mrz || !mrz->wrong.empty()) return std::nullopt;
  return mrz_values(zone.lines, *mrz, claim.now);
}

// Runs what allocates, and turns the one exception that it can meet into an
// error of the machine.
template <class Work>
auto guarded(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return InspectionFailure::OutOfMemory;
  }
}

// Everything that is known about the frames of a submission so far.
class FrameReview {
 public:
  FrameReview(std::size_t frame_count, const FrameThresholds& thresholds)
      : single_(frame_count == 1), thresholds_(thresholds) {}

  void add_unreadable(std::size_t index, DecodeError error, const InspectionLimits& limits) {
    frames_.emplace_back(std::nullopt);
    keep_worst(
        index, {not_decoded("LIVENESS_DECODING", "LIVENESS_UNREADABLE", error, limits)}, decoding_);
  }

  void add(std::size_t index, const ImageFacts& facts, const RgbImage& picture) {
    for (std::size_t earlier = 0; earlier < frames_.size(); ++earlier) {
      if (!frames_[earlier] || frames_[earlier]->pixels != facts.pixels) continue;
      ++repeated_;
      if (repeat_hint_.empty()) {
        repeat_hint_ =
            fmt::format("Frames {} and {} are the same picture. Record them one after the other.",
                        earlier + 1,
                        index + 1);
      }
      break;
    }
    frames_.emplace_back(facts);
    keep_worst(index, {decoded("LIVENESS_DECODING")}, decoding_);
    keep_worst(index, judge_frame_picture(picture, thresholds_), quality_);
  }

  LivenessEvaluation finish() && {
    std::vector<Judgement> judgements = {judge_count()};
    std::move(decoding_.begin(), decoding_.end(), std::back_inserter(judgements));
    judgements.push_back(judge_repeats());
    std::move(quality_.begin(), quality_.end(), std::back_inserter(judgements));
    LivenessEvaluation evaluation;
    record(judgements, evaluation);
    evaluation.frames = std::move(frames_);
    return evaluation;
  }

 private:
  // Of each check the worst frame is reported.
  void keep_worst(std::size_t index,
                  std::vector<Judgement> found,
                  std::vector<Judgement>& kept) const {
    for (Judgement& judgement : found) {
      if (!single_) judgement.hint = fmt::format("Frame {}: {}", index + 1, judgement.hint);
    }
    if (kept.empty()) {
      kept = std::move(found);
      return;
    }
    check(kept.size() == found.size(), "frames are not judged by the same checks");
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (worse(found[i], kept[i])) kept[i] = std::move(found[i]);
    }
  }

  Judgement judge_count() const {
    Judgement wording;
    wording.check = "LIVENESS_FRAME_COUNT";
    wording.code = "LIVENESS_TOO_FEW_FRAMES";
    wording.hint = "Send more frames.";
    return refuse_below(std::move(wording), static_cast<double>(frames_.size()), thresholds_.count);
  }

  Judgement judge_repeats() const {
    Judgement judgement;
    judgement.check = "LIVENESS_DISTINCT_FRAMES";
    judgement.code = "LIVENESS_FRAMES_IDENTICAL";
    judgement.status = repeated_ > 0 ? CheckStatus::Failed : CheckStatus::Passed;
    judgement.value = static_cast<double>(repeated_);
    judgement.threshold = 0;
    judgement.hint = repeat_hint_;
    return judgement;
  }

  bool single_;
  const FrameThresholds& thresholds_;
  std::vector<std::optional<ImageFacts>> frames_;
  std::vector<Judgement> decoding_;
  std::vector<Judgement> quality_;
  std::size_t repeated_ = 0;  // frames that show what an earlier one showed
  std::string repeat_hint_;
};

}  // namespace

EmbeddedEngine::EmbeddedEngine(Hash hash, InspectionLimits limits) : hash_(hash), limits_(limits) {
  check(hash_ != nullptr, "a quality engine without a hash");
}

Capabilities EmbeddedEngine::capabilities() const {
  Capabilities capabilities;
  capabilities.engine.name = kName;
  capabilities.engine.version = kVersion;
  return capabilities;
}

Result<DocumentEvaluation, InspectionFailure> EmbeddedEngine::evaluate_document(
    const DocumentRequest& request) const {
  return guarded([&]() -> Result<DocumentEvaluation, InspectionFailure> {
    const auto image = decode_image(request.image, limits_);
    if (!image && image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;

    const DocumentClaim claim = {request.side, request.type, request.now};
    DocumentEvaluation evaluation;
    if (!image) {
      record({not_decoded("DOCUMENT_DECODING", "DOCUMENT_UNREADABLE", image.error(), limits_)},
             evaluation);
      record(contents_not_read(claim), evaluation);
    } else {
      evaluation.image = facts_of(*image, hash_);
      evaluation.image->perceptual = perceptual_hash(image->pixels);
      MrzReading zone;
      std::vector<Judgement> judgements =
          review_document(image->pixels,
                          claim,
                          request.thresholds,
                          request.trace ? &evaluation.trace : nullptr,
                          &zone);
      judgements.insert(judgements.begin(), decoded("DOCUMENT_DECODING"));
      record(judgements, evaluation);
      if (request.mrz_values && evaluation.accepted()) {
        evaluation.mrz = values_of(zone, claim, request.thresholds.mrz);
      }
    }
    if (request.side == Side::Front) record_not_performed("DOCUMENT_PORTRAIT", evaluation);
    record_not_performed("DOCUMENT_AUTHENTICITY", evaluation);
    evaluation.engine = capabilities().engine;
    return evaluation;
  });
}

Result<LivenessEvaluation, InspectionFailure> EmbeddedEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  return guarded([&]() -> Result<LivenessEvaluation, InspectionFailure> {
    FrameReview review(request.frame_count, request.thresholds.frame);
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      const std::optional<std::string> bytes = request.load(i);
      if (!bytes) return InspectionFailure::ImageNotLoaded;
      const auto image = decode_image(*bytes, limits_);
      if (image) {
        review.add(i, facts_of(*image, hash_), image->pixels);
        continue;
      }
      if (image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;
      review.add_unreadable(i, image.error(), limits_);
    }
    LivenessEvaluation evaluation = std::move(review).finish();
    record_not_performed("LIVENESS_FACE", evaluation);
    record_not_performed("LIVENESS_ACTIONS", evaluation);
    record_not_performed("LIVENESS_PRESENTATION_ATTACK", evaluation);
    evaluation.engine = capabilities().engine;
    return evaluation;
  });
}

Result<MatchEvaluation, InspectionFailure> EmbeddedEngine::match_faces(const MatchRequest&) const {
  MatchEvaluation evaluation;
  record_not_performed("FACE_MATCH", evaluation);
  evaluation.engine = capabilities().engine;
  return evaluation;
}

}  // namespace countersign
