// POST /api/sdk/liveness: the frames of a face that performs the challenge's actions.
#include <algorithm>
#include <array>

#include "http/device/device_handlers.h"
#include "http/device/step_submission.h"
#include "http/device/stored_image.h"

namespace countersign::http {
namespace {

constexpr std::array<std::string_view, 1> kLivenessTexts = {"nonce"};

UploadForm liveness_form(const ServiceSettings& settings) {
  return {.file_part = "frames",
          .max_files = settings.max_frames,
          .too_many = ProblemCode::TooManyFrames,
          .max_file_bytes = settings.max_frame_bytes,
          .max_pixels = settings.max_pixels,
          .max_request_bytes = settings.max_request_bytes,
          .text_parts = kLivenessTexts};
}

Result<DeclaredDocument, Problem> nothing_declared(const ReceivedForm&) {
  return DeclaredDocument{};
}

void add_liveness_meaning(const DeclaredDocument&, RequestDigest& digest) {
  digest.add("liveness");
}

SessionCommand liveness_command(const Attempt& attempt) {
  return SubmitLiveness{.at = attempt.at,
                        .nonce = attempt.nonce,
                        .findings = attempt.findings,
                        .failed_action = attempt.failed_action,
                        .files = attempt.files,
                        .marks = attempt.marks,
                        .by = attempt.by};
}

bool every_frame_decoded(const Inspected& inspected, std::size_t frames) {
  return inspected.images.size() == frames &&
         std::ranges::all_of(inspected.images, [](const auto& facts) { return facts.has_value(); });
}

Result<Inspected, InspectionFailure> inspect_liveness(const Inspection& inspection) {
  const Challenge* challenge =
      find_challenge(inspection.session, Step::Liveness, inspection.attempt.nonce);
  check(challenge != nullptr,
        "a nonce that decide() lets through belongs to a challenge of the session");
  const auto& frames = inspection.attempt.files;
  const FrameLoader loader = [&](std::size_t index) -> std::optional<std::string> {
    auto bytes = load(inspection.bytes, frames[index], inspection.settings.max_frame_bytes);
    if (!bytes) return std::nullopt;
    return std::move(*bytes);
  };
  auto found = inspection.engine->evaluate_liveness({.frame_count = frames.size(),
                                                     .load = loader,
                                                     .actions = challenge->actions,
                                                     .thresholds = inspection.thresholds,
                                                     .client = inspection.client.key});
  if (!found) return found.error();
  Inspected inspected{.good = found->accepted(),
                      .images = std::move(found->frames),
                      .findings = findings_of(*found),
                      .failed_action = found->failed_action};
  check(!inspected.good || every_frame_decoded(inspected, frames.size()),
        "every frame of an accepted liveness submission was decoded");
  return inspected;
}

constexpr StepKind kLivenessStep{Step::Liveness,
                                 liveness_form,
                                 nothing_declared,
                                 add_liveness_meaning,
                                 liveness_command,
                                 inspect_liveness};

}  // namespace

std::shared_ptr<BodySink> submit_liveness(DeviceService& service,
                                          const CallPtr& call,
                                          const DeviceSession& device) {
  return begin_submission(service, kLivenessStep, call, device);
}

}  // namespace countersign::http
