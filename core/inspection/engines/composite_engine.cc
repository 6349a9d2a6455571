#include "core/inspection/engines/composite_engine.h"

#include <iterator>
#include <utility>

#include "core/checks/check_set.h"
#include "core/checks/checks.h"

namespace countersign {
namespace {

// An engine that has not reported its offer is assumed to offer everything, so that no check that
// may be due is left out.
EngineCapabilities offer_of(const ExternalJudge* external) {
  if (external == nullptr) return {};
  return external->offer().value_or(EngineCapabilities{.face_match = true, .liveness = true});
}

// Replaces the embedded engine's checks of the same names, which it reports as not performed.
void add(Evaluation theirs, Evaluation& found) {
  for (const CheckOutcome& check : theirs.checks) {
    std::erase_if(found.checks,
                  [&](const CheckOutcome& ours) { return ours.check == check.check; });
  }
  std::move(theirs.checks.begin(), theirs.checks.end(), std::back_inserter(found.checks));
  found.issues.insert(found.issues.begin(),  // before the warnings of the accepted submission
                      std::make_move_iterator(theirs.issues.begin()),
                      std::make_move_iterator(theirs.issues.end()));
}

// Whether a zone with right check digits, or a bar code, states what is compared with the print.
bool has_proven_data(const Evaluation& found) {
  constexpr CheckSet kProofs{Check::DocumentMrzCheckDigits, Check::DocumentBarcode};
  return std::ranges::any_of(found.checks, [&](const CheckOutcome& outcome) {
    return outcome.status == CheckStatus::Passed && kProofs.contains(outcome.check);
  });
}

}  // namespace

Capabilities CompositeEngine::capabilities() const {
  Capabilities all = embedded_.capabilities();
  const auto said = external_ == nullptr ? std::nullopt : external_->offer();
  const bool external_matches = said && said->face_match;
  if (matcher_ != nullptr && !external_matches) all.recognizer = matcher_->recognizer();
  all.face_match = all.face_match || matcher_ != nullptr || external_matches;
  all.reads_print = reader_ != nullptr;
  all.judges_presentation = matcher_ != nullptr && matcher_->judges_presentation();
  return all;
}

Result<DocumentEvaluation, InspectionFailure> CompositeEngine::evaluate_document(
    const DocumentRequest& request) const {
  auto found = embedded_.evaluate_document(request);
  if (!found || !found->accepted() || reader_ == nullptr || !has_proven_data(*found)) return found;
  auto theirs = reader_->compare_data({.image = request.image,
                                       .side = request.side,
                                       .type = request.type,
                                       .now = request.now,
                                       .thresholds = request.thresholds,
                                       .values = request.mrz_values,
                                       .load_front = request.load_front,
                                       .client = request.client});
  if (!theirs) return theirs.error();
  found->printed = std::move(theirs->printed);
  add(std::move(*theirs), *found);
  if (!found->accepted()) {
    found->mrz.reset();
    found->barcode.reset();
    found->printed.reset();
  }
  return found;
}

Result<LivenessEvaluation, InspectionFailure> CompositeEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  auto found = embedded_.evaluate_liveness(request);
  if (!found || !found->accepted()) return found;
  if (matcher_ != nullptr && matcher_->judges_presentation()) {
    auto local = matcher_->judge_presentation({.frame_count = request.frame_count,
                                               .load = request.load,
                                               .thresholds = request.thresholds,
                                               .client = request.client});
    if (!local) return local.error();
    found->engine.models = std::move(local->engine.models);
    add(std::move(*local), *found);
  }
  if (!found->accepted() || !offer_of(external_).liveness) return found;
  auto theirs = external_->judge_liveness(request);
  if (!theirs) return theirs.error();
  add(std::move(*theirs), *found);
  return found;
}

Result<MatchEvaluation, InspectionFailure> CompositeEngine::match_faces(
    const MatchRequest& request) const {
  if (offer_of(external_).face_match) {
    auto found = external_->match_faces(request);
    // No engine has judged: the evaluation names the embedded one.
    if (found && found->engine.name.empty()) found->engine = embedded_.capabilities().engine;
    return found;
  }
  if (matcher_ != nullptr) return matcher_->match_faces(request);
  return embedded_.match_faces(request);
}

}  // namespace countersign
