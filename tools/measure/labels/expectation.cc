#include "tools/measure/labels/expectation.h"

#include <algorithm>

#include "core/checks/checks.h"
#include "core/session/conclusion.h"

namespace countersign {
namespace {

Judged judged_refusal(const Expectation& expectation, const std::string& code) {
  if (expectation.verdict == Expected::Accepted) return Judged::WronglyRefused;
  const bool named = expectation.codes.empty() || std::ranges::count(expectation.codes, code) != 0;
  return named ? Judged::Right : Judged::OtherCode;
}

}  // namespace

bool needs_review(const Evaluation& found) {
  return found.accepted() && std::ranges::any_of(found.checks, [](const CheckOutcome& outcome) {
           return sends_to_review(outcome) && outcome.check != name_of(Check::DocumentAuthenticity);
         });
}

Judged judged(const Expectation& expectation, const Evaluation& found) {
  if (!found.accepted()) return judged_refusal(expectation, found.issues.front().code);
  switch (expectation.verdict) {
    case Expected::Accepted:
    case Expected::Either:
      return Judged::Right;
    case Expected::Refused:
      return Judged::WronglyAccepted;
    case Expected::Review:
      return needs_review(found) ? Judged::Right : Judged::WronglyAccepted;
  }
  return Judged::Right;
}

}  // namespace countersign
