#include "core/inspection/judgement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

namespace countersign {
namespace {

constexpr double kTiny = 1e-9;  // keeps a badness finite

std::optional<std::int64_t> milli(const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return std::llround(*value * 1000);
}

int rank(CheckStatus status) {
  switch (status) {
    case CheckStatus::Failed:
      return 3;
    case CheckStatus::Warning:
      return 2;
    case CheckStatus::NotPerformed:
      return 1;
    case CheckStatus::Passed:
      return 0;
  }
  return 0;
}

Judgement judged(
    Judgement wording, double value, const Bounds& bounds, bool beyond_error, bool beyond_warning) {
  wording.value = value;
  wording.threshold = bounds.error;
  wording.status = CheckStatus::Passed;
  if (beyond_error) {
    wording.status = CheckStatus::Failed;
  } else if (beyond_warning) {
    wording.status = CheckStatus::Warning;
    wording.threshold = bounds.warning;
  }
  return wording;
}

CheckOutcome not_made(std::string_view check, Code why) {
  CheckOutcome outcome;
  outcome.check = check;
  outcome.status = CheckStatus::NotPerformed;
  outcome.code = name_of(why);
  return outcome;
}

}  // namespace

Judgement wording(Check check) {
  const CheckRow& row = row_of(check);
  Judgement judgement;
  judgement.check = row.name;
  if (row.code) judgement.code = name_of(*row.code);
  judgement.hint = row.hint;
  return judgement;
}

Judgement not_performed(Check check) {
  Judgement judgement;
  judgement.check = name_of(check);
  judgement.status = CheckStatus::NotPerformed;
  return judgement;
}

Judgement refuse_if(Judgement wording, bool wrong) {
  wording.status = wrong ? CheckStatus::Failed : CheckStatus::Passed;
  return wording;
}

Judgement refuse_above(Judgement wording, double value, const Bounds& bounds) {
  wording.badness = value / std::max(bounds.error, kTiny);
  return judged(std::move(wording), value, bounds, value > bounds.error, value > bounds.warning);
}

Judgement refuse_below(Judgement wording, double value, const Bounds& bounds) {
  wording.badness = bounds.error / std::max(value, kTiny);
  return judged(std::move(wording), value, bounds, value < bounds.error, value < bounds.warning);
}

Judgement at_most_a_warning(Judgement judgement) {
  if (refused(judgement)) judgement.status = CheckStatus::Warning;
  return judgement;
}

void append(std::vector<Judgement> more, std::vector<Judgement>& judgements) {
  std::move(more.begin(), more.end(), std::back_inserter(judgements));
}

bool worse(const Judgement& a, const Judgement& b) {
  if (a.status != b.status) return rank(a.status) > rank(b.status);
  return a.badness > b.badness;
}

void record(const std::vector<Judgement>& judgements, Evaluation& evaluation) {
  for (const Judgement& judgement : judgements) {
    if (judgement.status == CheckStatus::NotPerformed) {
      evaluation.checks.push_back(not_made(judgement.check, Code::CheckNotAvailable));
      continue;
    }
    CheckOutcome outcome;
    outcome.check = judgement.check;
    outcome.status = judgement.status;
    outcome.value_milli = milli(judgement.value);
    outcome.threshold_milli = milli(judgement.threshold);
    outcome.frame = judgement.frame;
    const bool error = judgement.status == CheckStatus::Failed;
    const bool warning = judgement.status == CheckStatus::Warning;
    if (error || warning) {
      outcome.code = std::string(judgement.code);
      Issue issue;
      issue.code = judgement.code;
      issue.severity = error ? Severity::Error : Severity::Warning;
      issue.value_milli = outcome.value_milli.value_or(0);
      issue.threshold_milli = outcome.threshold_milli.value_or(0);
      issue.hint = judgement.hint;
      evaluation.issues.push_back(std::move(issue));
    }
    evaluation.checks.push_back(std::move(outcome));
  }
  std::stable_partition(evaluation.issues.begin(), evaluation.issues.end(), [](const Issue& issue) {
    return issue.severity == Severity::Error;
  });
}

void record_not_performed(Check check, Evaluation& evaluation, Code why) {
  evaluation.checks.push_back(not_made(name_of(check), why));
}

}  // namespace countersign
