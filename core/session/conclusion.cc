#include "core/session/conclusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/checks/document_signs.h"

namespace countersign {
namespace {

std::string joined_names(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

Code exhausted(Step step) {
  return step == Step::Document ? Code::DocumentAttemptsExhausted : Code::LivenessAttemptsExhausted;
}

void remember(std::vector<std::string>& names, std::string name) {
  if (std::ranges::count(names, name) == 0) names.push_back(std::move(name));
}

// Other warnings only say that a picture could be better.
bool is_suspicion(const CheckOutcome& check) {
  return check.status == CheckStatus::Warning &&
         (check.code == kReuseCode || check.code == kNotRecognizedCode ||
          check.code == kNoPortraitCode || check.code == kDataMismatchCode ||
          check.code == kCopyCode || check.check == kPresentationCheck);
}

bool is_missing(const CheckOutcome& check) {
  return check.status == CheckStatus::NotPerformed && check.code != kNotRequiredCode;
}

bool has_sides(const std::optional<DocumentType>& type) {
  return type == DocumentType::IdCard || type == DocumentType::ResidencePermit ||
         type == DocumentType::DrivingLicense;
}

// Whether a card was recognized by its face and its print alone: cards of schools, clubs and
// employers have both. Identity cards, permits and licences have a zone or a bar code on a side,
// and it was not read.
bool is_known_by_face_alone(const Session& session, const std::vector<CheckOutcome>& checks) {
  const auto passed = [&](Check check, std::optional<std::int64_t> value_milli = std::nullopt) {
    return std::ranges::any_of(checks, [&](const CheckOutcome& each) {
      return each.check == name_of(check) && each.status == CheckStatus::Passed &&
             (!value_milli || each.value_milli == value_milli);
    });
  };
  return has_sides(session.document_type) &&
         passed(Check::DocumentRecognition, kFaceAndPrintMilli) &&
         !passed(Check::DocumentBarcode) && !passed(Check::DocumentMrzCheckDigits);
}

}  // namespace

bool sends_to_review(const CheckOutcome& check) { return is_suspicion(check) || is_missing(check); }

SessionFinalized concluded(const Session& session, const FinalizeSession& command) {
  std::vector<CheckOutcome> checks = checks_of(session);
  checks.insert(checks.end(), command.findings.checks.begin(), command.findings.checks.end());

  std::vector<std::string> failures;
  std::vector<std::string> not_performed;
  std::vector<std::string> why_not;
  std::vector<std::string> suspicions;
  for (const Step step : steps_of(session.purpose)) {
    if (state_of(session, step) == StepState::Failed) {
      remember(failures, std::string(name_of(exhausted(step))));
    }
  }
  for (const CheckOutcome& check : checks) {
    if (is_suspicion(check)) remember(suspicions, check.code.value_or(check.check));
    if (check.status == CheckStatus::Failed) remember(failures, check.code.value_or(check.check));
    if (is_missing(check)) {
      remember(not_performed, check.check);
      remember(why_not, check.code.value_or(std::string(name_of(Code::CheckNotAvailable))));
    }
  }

  if (is_known_by_face_alone(session, checks)) {
    remember(suspicions, std::string(kNotRecognizedCode));
  }

  SessionFinalized event;
  event.checks = command.findings.checks;
  event.engine = command.findings.engine;
  if (!failures.empty()) {
    event.result = ResultStatus::Failed;
    event.detail = fmt::format("The capture failed: {}.", joined_names(failures));
    event.reasons = std::move(failures);
    return event;
  }
  if (!not_performed.empty() || !suspicions.empty()) {
    event.result = ResultStatus::Review;
    event.detail = "The capture is complete and needs a review.";
    if (!suspicions.empty()) event.detail += fmt::format(" Found: {}.", joined_names(suspicions));
    if (!not_performed.empty()) {
      event.detail += fmt::format(" Not performed: {}.", joined_names(not_performed));
    }
    event.reasons = std::move(suspicions);
    event.reasons.insert(event.reasons.end(), why_not.begin(), why_not.end());
    return event;
  }
  event.result = ResultStatus::Passed;
  event.detail = "The capture is complete and every required check passed.";
  return event;
}

}  // namespace countersign
