#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/checks/checks.h"
#include "core/inspection/confined/message.h"
#include "core/inspection/confined/sound_answer.h"
#include "core/inspection/decode/image_format.h"
#include "core/inspection/decode/pixel_limit.h"
#include "core/inspection/engine.h"
#include "core/inspection/judgement.h"
#include "core/inspection/match_levels.h"
#include "core/inspection/render/rendered_jpeg.h"
#include "core/inspection/thresholds/threshold_table.h"

// The functions of an engine as an exchange of messages: which task is sent for a request, which
// pictures may be asked for, and what is believed of the answer. The other end has looked at
// foreign pictures. It may be a worker of this machine (confined_engine.h) or an inspector on
// another (http/inspectors).
//
// A `Conversation` is the exchange about one submission:
//
//   bool put(std::string_view image)     shows a picture; false if it is larger than any may be
//   const ShownImages& shown() const
//   Result<std::optional<Found>, InspectionFailure>
//   ask<Found>(ToWorker task, std::uint32_t images, load, is_sound)
//                                        none if the other end was lost to the pictures
//   Result<std::optional<std::string>, InspectionFailure> receive_bytes(std::size_t count)
//   Result<std::optional<Found>, InspectionFailure> garbled<Found>(std::string_view what)
namespace countersign::confined {

inline constexpr std::string_view kUnreadableHint = "The picture cannot be read. Take it again.";

// The pictures of one submission that were put before an engine, and what it may say of them.
class ShownImages {
 public:
  explicit ShownImages(std::uint64_t max_pixels) : max_pixels_(max_pixels) {}

  void add(std::string_view image) { formats_.push_back(sniff_format(image)); }
  std::size_t count() const { return formats_.size(); }
  // Checks what is reported of a picture against its first bytes and the limits.
  bool fits(const std::optional<ImageFacts>& facts, std::size_t index) const {
    if (!facts) return true;
    return index < formats_.size() && facts->format == formats_[index] && facts->width > 0 &&
           facts->height > 0 &&
           std::uint64_t{facts->width} * facts->height <= most_pixels(max_pixels_);
  }

 private:
  const std::uint64_t max_pixels_;
  std::vector<std::optional<ImageFormat>> formats_;
};

template <class Conversation>
Result<DocumentEvaluation, InspectionFailure> evaluate_document_by(Conversation& conversation,
                                                                   const DocumentRequest& request) {
  // Names every member, so that a new member does not compile until the task carries it too.
  const auto& [image, side, type, now, thresholds, trace, mrz_values, load_front, client] = request;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  auto found = conversation.template ask<DocumentEvaluation>(
      DocumentTask{side, type, now, image.size(), milli_of(thresholds), trace, mrz_values},
      0,
      [](std::uint32_t) { return std::optional<std::string>(); },
      [&](const DocumentEvaluation& evaluation) {
        return conversation.shown().fits(evaluation.image, 0) &&
               (request.trace || evaluation.trace.empty()) &&
               (evaluation.image || !evaluation.accepted()) &&
               (!has_values(evaluation) || (request.mrz_values && gives_values(evaluation)));
      });
  if (!found) return found.error();
  if (*found) return std::move(**found);
  return unreadable<DocumentEvaluation>(Check::DocumentDecoding, std::string(kUnreadableHint));
}

template <class Conversation>
Result<LivenessEvaluation, InspectionFailure> evaluate_liveness_by(Conversation& conversation,
                                                                   const LivenessRequest& request) {
  const auto& [frame_count, load, actions, thresholds, trace, client] = request;
  check(frame_count <= kListMax, "a liveness submission has at most kListMax frames");
  const auto is_sound = [&](const LivenessEvaluation& evaluation) {
    if (evaluation.frames.size() != request.frame_count) return false;
    if (!request.trace && !evaluation.trace.empty()) return false;
    bool all_decoded = true;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      if (!conversation.shown().fits(evaluation.frames[i], i)) return false;
      all_decoded = all_decoded && evaluation.frames[i].has_value();
    }
    if (evaluation.failed_action &&
        std::ranges::count(request.actions, *evaluation.failed_action) == 0) {
      return false;
    }
    return all_decoded || !evaluation.accepted();
  };
  const auto count = static_cast<std::uint32_t>(frame_count);
  auto found = conversation.template ask<LivenessEvaluation>(
      LivenessTask{count, actions, milli_of(thresholds), trace}, count, load, is_sound);
  if (!found) return found.error();
  if (*found) return std::move(**found);
  const std::size_t shown = conversation.shown().count();
  auto lost = unreadable<LivenessEvaluation>(
      Check::LivenessDecoding,
      frame_count > 1 && shown > 0 ? fmt::format("Frame {}: {}", shown, kUnreadableHint)
                                   : std::string(kUnreadableHint));
  lost.frames.resize(frame_count);
  return lost;
}

template <class Conversation>
Result<MatchEvaluation, InspectionFailure> match_faces_by(Conversation& conversation,
                                                          const MatchRequest& request) {
  const auto& [load_reference, frame_count, load_frame, thresholds, client] = request;
  check(frame_count > 0, "a face match has at least one frame");
  check(frame_count <= kListMax, "a face match has at most kListMax frames");
  const auto count = static_cast<std::uint32_t>(frame_count);
  auto found = conversation.template ask<MatchEvaluation>(
      MatchTask{count, milli_of(thresholds)},
      count + 1,
      [&](std::uint32_t index) {
        return index == 0 ? request.load_reference() : request.load_frame(index - 1);
      },
      [&](const MatchEvaluation& evaluation) {
        return compares_once(evaluation, request.frame_count);
      });
  if (!found) return found.error();
  if (*found) return std::move(**found);
  // These images were accepted before: neither a pass, nor a failure of the person.
  return not_compared({Check::FaceMatch, Check::FaceMatchThroughout});
}

template <class Conversation>
Result<PresentationEvaluation, InspectionFailure> judge_presentation_by(
    Conversation& conversation, const PresentationRequest& request) {
  const auto& [frame_count, load, thresholds, client] = request;
  check(frame_count > 0, "a recording that is judged has at least one frame");
  check(frame_count <= kListMax, "a recording that is judged has at most kListMax frames");
  const auto count = static_cast<std::uint32_t>(frame_count);
  auto found = conversation.template ask<PresentationEvaluation>(
      PresentationTask{count, milli_of(thresholds)},
      count,
      load,
      [&](const PresentationEvaluation& evaluation) {
        return judges_presentation_once(evaluation, request.frame_count);
      });
  if (!found) return found.error();
  if (*found) return std::move(**found);
  // These frames were accepted before: neither a pass, nor a failure of the person.
  PresentationEvaluation lost;
  record_not_performed(Check::LivenessPresentation, lost);
  return lost;
}

template <class Conversation>
Result<FaceDescription, InspectionFailure> describe_face_by(Conversation& conversation,
                                                            const FaceRequest& request) {
  const auto& [image, thresholds, client] = request;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  auto found = conversation.template ask<FaceDescription>(
      FaceTask{image.size(), milli_of(thresholds)},
      0,
      [](std::uint32_t) { return std::optional<std::string>(); },
      &is_whole);
  if (!found) return found.error();
  return found->value_or(FaceDescription{});
}

template <class Conversation>
Result<DataEvaluation, InspectionFailure> compare_data_by(Conversation& conversation,
                                                          const DataRequest& request) {
  const auto& [image, side, type, now, thresholds, values, load_front, client] = request;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  const bool has_front = static_cast<bool>(load_front);
  const DataTask task{side, type, now, image.size(), has_front, milli_of(thresholds), values};
  const auto front = [&](std::uint32_t) { return request.load_front(); };
  auto found = conversation.template ask<DataEvaluation>(
      task, has_front ? 2 : 1, front, [&](const DataEvaluation& evaluation) {
        return compares_data(evaluation) && (request.values || !evaluation.printed);
      });
  if (!found) return found.error();
  // These images were accepted before: a lost worker says nothing of them.
  return *found ? std::move(**found) : DataEvaluation{};
}

template <class Conversation>
Result<std::optional<Rendering>, InspectionFailure> render_by(Conversation& conversation,
                                                              const RenderingRequest& request) {
  const auto& [image, side, type, mark, thresholds, client] = request;
  check(mark.size() <= kMarkMaxLines, "a mark has at most kMarkMaxLines lines");
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  auto head = conversation.template ask<RenderingHead>(
      RenderingTask{image.size(), side, type, mark, milli_of(thresholds)},
      0,
      [](std::uint32_t) { return std::optional<std::string>(); },
      is_sound_rendering);
  if (!head) return head.error();
  if (!*head || !(*head)->decoded) return std::optional<Rendering>();
  auto& [decoded, width, height, seen, jpeg_bytes] = **head;
  auto jpeg = conversation.receive_bytes(jpeg_bytes);
  if (!jpeg) return jpeg.error();
  if (!*jpeg) return std::optional<Rendering>();
  if (!is_rendered_jpeg(**jpeg, width, height)) {
    return conversation.template garbled<Rendering>("its picture is not as a rendering is written");
  }
  return std::optional<Rendering>({width, height, std::move(seen), std::move(**jpeg)});
}

}  // namespace countersign::confined
