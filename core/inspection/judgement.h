#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/checks/checks.h"
#include "core/inspection/engine.h"
#include "core/inspection/image/bounds.h"

namespace countersign {

// One measure compared with its bounds, before it becomes an outcome.
struct Judgement {
  std::string_view check;  // e.g. DOCUMENT_SHARPNESS
  std::string_view code;   // of the issue, if there is one; e.g. DOCUMENT_BLURRY
  CheckStatus status = CheckStatus::Passed;
  std::optional<double> value;
  std::optional<double> threshold;  // the threshold that was crossed, or the error's
  std::string hint;
  double badness = 0;                  // 1 at the error threshold; for comparing frames
  std::optional<std::uint32_t> frame;  // number of the frame that shows it, from 1
};

// The judgement of a check that has not been made yet, with the texts of its row.
Judgement wording(Check check);
// A judgement that cannot be made: this build lacks the means, or the input is not available.
Judgement not_performed(Check check);

Judgement refuse_if(Judgement wording, bool wrong);
// Refuses a value above, or below, its bounds. `wording` is the judgement without its numbers.
Judgement refuse_above(Judgement wording, double value, const Bounds& bounds);
Judgement refuse_below(Judgement wording, double value, const Bounds& bounds);
// A doubt that something else overrules: a refusal becomes a warning.
Judgement at_most_a_warning(Judgement judgement);

inline bool refused(const Judgement& judgement) { return judgement.status == CheckStatus::Failed; }
void append(std::vector<Judgement> more, std::vector<Judgement>& judgements);

// Whether `a` is worse than `b`: by its status, then by its badness.
bool worse(const Judgement& a, const Judgement& b);

// Adds the judgements to an evaluation: one check each, and an issue for each one that failed or is
// a warning. Issues keep the order of the judgements, errors first.
void record(const std::vector<Judgement>& judgements, Evaluation& evaluation);

// Adds a check that this engine has no means to make, or that is CheckNotRequired.
void record_not_performed(Check check, Evaluation& evaluation, Code why = Code::CheckNotAvailable);

}  // namespace countersign
