#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/engine.h"
#include "events/crypto/sha256.h"

namespace countersign::http {

// An image whose bytes say what the engine finds in it: the signature of a JPEG and a script. The
// script is a code to fail with, or anything else to pass. `salt` makes images differ. The pixels
// of a document are known if its salt begins with "shows ".
inline std::string image_saying(std::string_view script, std::string_view salt = "") {
  return "\xff\xd8\xff\xe0" + std::string(script) + "|" + std::string(salt);
}
inline std::string good_image(std::string_view salt = "") { return image_saying("GOOD", salt); }

// Finds in an image what its bytes say. For tests only: no server runs with it.
class ScriptedEngine final : public Engine {
 public:
  Capabilities capabilities() const override {
    const std::lock_guard lock(mutex_);
    return capabilities_;
  }
  void be_capable_of(std::vector<Action> actions,
                     bool face_match,
                     std::optional<RecognizerFacts> recognizer = std::nullopt) {
    const std::lock_guard lock(mutex_);
    capabilities_.actions = std::move(actions);
    capabilities_.face_match = face_match;
    capabilities_.recognizer = recognizer;
  }
  void fail_faces_with(std::string code) {
    const std::lock_guard lock(mutex_);
    match_code_ = std::move(code);
  }
  void break_down(bool broken) { broken_ = broken; }
  // Called at the start of each inspection of a document.
  void on_document(std::function<void()> hook) {
    const std::lock_guard lock(mutex_);
    hook_ = std::move(hook);
  }

  // Called with the values of each document that is accepted, of a client that gets them.
  void on_values(std::function<void(DocumentEvaluation&)> hook) {
    const std::lock_guard lock(mutex_);
    values_hook_ = std::move(hook);
  }

  // Called at the start of each comparison of faces, which may throw.
  void on_match(std::function<void()> hook) {
    const std::lock_guard lock(mutex_);
    match_hook_ = std::move(hook);
  }

  int documents() const { return documents_; }
  // The bytes of the documents, in the order in which their inspections began.
  std::vector<std::string> documents_seen() const {
    const std::lock_guard lock(mutex_);
    return documents_seen_;
  }
  // The fronts that were handed over with backs.
  std::vector<std::string> fronts_seen() const {
    const std::lock_guard lock(mutex_);
    return fronts_seen_;
  }
  int matches() const { return matches_; }
  int liveness_calls() const { return liveness_calls_; }
  std::vector<Action> last_actions() const {
    const std::lock_guard lock(mutex_);
    return last_actions_;
  }

  Thresholds last_thresholds() const {
    const std::lock_guard lock(mutex_);
    return last_thresholds_;
  }

  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override {
    ++documents_;
    std::function<void()> hook;
    {
      const std::lock_guard lock(mutex_);
      hook = hook_;
      documents_seen_.emplace_back(request.image);
      last_thresholds_ = request.thresholds;
    }
    if (hook) hook();
    if (broken_) return InspectionFailure::OutOfMemory;
    if (request.load_front) {
      auto front = request.load_front();
      if (!front) return InspectionFailure::ImageNotLoaded;
      const std::lock_guard lock(mutex_);
      fronts_seen_.push_back(std::move(*front));
    }
    DocumentEvaluation found;
    judge(request.image, "DOCUMENT", found);
    found.image = facts_of(request.image);
    if (request.image.find("|shows ") == std::string_view::npos) found.image->pixels = Sha256();
    found.engine = capabilities().engine;
    if (request.mrz_values && found.accepted()) tell_values(found);
    return found;
  }

  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override {
    ++liveness_calls_;
    {
      const std::lock_guard lock(mutex_);
      last_actions_ = request.actions;
      last_thresholds_ = request.thresholds;
    }
    if (broken_) return InspectionFailure::OutOfMemory;
    LivenessEvaluation found;
    found.engine = capabilities().engine;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      const auto frame = request.load(i);
      if (!frame) return InspectionFailure::ImageNotLoaded;
      judge(*frame, "LIVENESS", found);
      found.frames.push_back(facts_of(*frame));
    }
    for (const Issue& issue : found.issues) {
      if (issue.code == "LIVENESS_ACTION_NOT_PERFORMED") found.failed_action = Action::LookStraight;
    }
    return found;
  }

  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override {
    ++matches_;
    std::function<void()> hook;
    {
      const std::lock_guard lock(mutex_);
      hook = match_hook_;
    }
    if (hook) hook();
    if (broken_) return InspectionFailure::Busy;
    MatchEvaluation found;
    found.engine = capabilities().engine;
    const std::lock_guard lock(mutex_);
    last_thresholds_ = request.thresholds;
    if (!capabilities_.face_match) {
      found.checks.push_back(
          {"FACE_MATCH", CheckStatus::NotPerformed, std::nullopt, std::nullopt, std::nullopt});
      return found;
    }
    const auto reference = request.load_reference();
    if (!reference) return InspectionFailure::ImageNotLoaded;
    loaded_ = *reference;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      const auto frame = request.load_frame(i);
      if (!frame) return InspectionFailure::ImageNotLoaded;
      loaded_ += "+" + *frame;
    }
    CheckOutcome check{"FACE_MATCH", CheckStatus::Passed, std::nullopt, 900, 500};
    if (!match_code_.empty()) {
      check.status = CheckStatus::Failed;
      check.code = match_code_;
    }
    found.checks.push_back(check);
    return found;
  }
  // Called at the start of each rendering.
  void on_render(std::function<void()> hook) {
    const std::lock_guard lock(mutex_);
    render_hook_ = std::move(hook);
  }
  int renderings() const { return renderings_; }
  // "Draws" the mark and the image's own bytes. Salts that begin with "kills " end its worker.
  Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const override {
    ++renderings_;
    std::function<void()> hook;
    {
      const std::lock_guard lock(mutex_);
      hook = render_hook_;
    }
    if (hook) hook();
    if (broken_) return InspectionFailure::Busy;
    if (request.image.find("|kills ") != std::string_view::npos) return std::optional<Rendering>();
    Rendering drawn{640, 480, {}, "JPEG"};
    for (const std::string& line : request.mark) drawn.jpeg += "|" + line;
    drawn.jpeg += "|" + std::string(request.image);
    drawn.seen = {{"document", {{1, 2}, {600, 3}, {601, 400}, {2, 401}}},
                  {"portrait", {{10, 20}, {110, 20}, {110, 150}, {10, 150}}}};
    return std::optional<Rendering>(std::move(drawn));
  }
  std::string matched() const {
    const std::lock_guard lock(mutex_);
    return loaded_;
  }

 private:
  void tell_values(DocumentEvaluation& found) const {
    found.mrz = MrzValues{
        "P", "UTO", "L898902C3", "1974-08-12", "2032-04-15", "UTO", "F", "ERIKSSON", "ANNA MARIA"};
    const std::lock_guard lock(mutex_);
    if (values_hook_) values_hook_(found);
  }
  static std::string script_of(std::string_view image) {
    const std::string_view text = image.substr(4);
    return std::string(text.substr(0, text.find('|')));
  }
  static ImageFacts facts_of(std::string_view image) {
    return {ImageFormat::Jpeg, 640, 480, Sha256(sha256(image)), std::nullopt};
  }
  static void judge(std::string_view image, const std::string& step, Evaluation& found) {
    const std::string script = script_of(image);
    CheckOutcome check{
        step + "_SCRIPT", CheckStatus::Passed, std::nullopt, std::nullopt, std::nullopt};
    if (script.starts_with(step)) {
      check.status = CheckStatus::Failed;
      check.code = script;
      found.issues.push_back({script, Severity::Error, 12'500, 20'000, "Take it again."});
    } else if (script == "WARNING") {
      found.issues.push_back({step + "_GLARE", Severity::Warning, -40, 1000, "Mind the light."});
    }
    found.checks.push_back(check);
  }

  mutable std::mutex mutex_;
  std::function<void()> render_hook_;
  mutable std::atomic<int> renderings_{0};
  Capabilities capabilities_{{"scripted", "1"}, {}, false};
  std::string match_code_;
  std::function<void()> hook_;
  std::function<void()> match_hook_;
  std::function<void(DocumentEvaluation&)> values_hook_;
  mutable std::vector<Action> last_actions_;
  mutable Thresholds last_thresholds_;
  mutable std::string loaded_;
  mutable std::vector<std::string> documents_seen_;
  mutable std::vector<std::string> fronts_seen_;
  std::atomic<bool> broken_{false};
  mutable std::atomic<int> documents_{0};
  mutable std::atomic<int> matches_{0};
  mutable std::atomic<int> liveness_calls_{0};
};

}  // namespace countersign::http
