// POST /api/sdk/liveness: the frames of a face that performs the challenge's actions.
#include <array>

#include "http/device/device_handlers.h"
#include "http/device/device_service.h"
#include "http/device/step_submission.h"

namespace countersign::http {
namespace {

constexpr std::array<std::string_view, 1> kTexts = {"nonce"};

class LivenessSubmission final : public StepSubmission {
 public:
  using StepSubmission::StepSubmission;

 private:
  Step step() const override { return Step::Liveness; }

  UploadForm form() const override {
    const ServiceSettings& settings = service().settings;
    return {.file_part = "frames",
            .max_files = settings.max_frames,
            .too_many = ProblemCode::TooManyFrames,
            .max_file_bytes = settings.max_frame_bytes,
            .max_request_bytes = settings.max_request_bytes,
            .text_parts = kTexts};
  }

  std::optional<Problem> read_texts() override { return std::nullopt; }

  void add_meaning(RequestDigest& digest) const override { digest.add("liveness"); }

  SessionCommand command(UtcTime at) const override {
    SubmitLiveness submit{
        .at = at, .nonce = nonce_, .findings = findings_, .failed_action = failed_action_};
    for (std::size_t i = 0; i < received_.files.size(); ++i) {
      submit.files.push_back(stored_file(i, i < facts_.size() ? facts_[i] : std::nullopt));
    }
    return submit;
  }

  Result<bool, InspectionFailure> inspect(const Session& session) override {
    const Challenge* challenge = find_challenge(session, Step::Liveness, nonce_);
    check(challenge != nullptr,
          "a nonce that decide() lets through belongs to a challenge of the session");
    const FrameLoader loader = [this](std::size_t index) -> std::optional<std::string> {
      auto bytes = load(index, service().settings.max_frame_bytes);
      if (!bytes) return std::nullopt;
      return std::move(*bytes);
    };
    auto found = engine()->evaluate_liveness({.frame_count = received_.files.size(),
                                              .load = loader,
                                              .actions = challenge->actions,
                                              .thresholds = thresholds(),
                                              .client = session.client});
    if (!found) return found.error();
    facts_ = std::move(found->frames);
    failed_action_ = found->failed_action;
    const bool good = found->accepted();
    check(!good || every_frame_decoded(),
          "every frame of an accepted liveness submission was decoded");
    findings_ = findings_of(*std::move(found));
    return good;
  }

  bool every_frame_decoded() const {
    if (facts_.size() != received_.files.size()) return false;
    for (const auto& facts : facts_) {
      if (!facts) return false;
    }
    return true;
  }

  std::vector<std::optional<ImageFacts>> facts_;
  std::optional<Action> failed_action_;
  Findings findings_;
};

}  // namespace

std::shared_ptr<BodySink> submit_liveness(DeviceService& service,
                                          const CallPtr& call,
                                          const DeviceSession& device) {
  return StepSubmission::begin(std::make_shared<LivenessSubmission>(service, call, device));
}

}  // namespace countersign::http
