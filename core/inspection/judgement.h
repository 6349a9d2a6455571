#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/image/bounds.h"

namespace countersign {

// One measure held against its bounds, before it becomes an outcome.
struct Judgement {
  std::string_view check;  // DOCUMENT_SHARPNESS
  std::string_view code;   // DOCUMENT_BLURRY; of the issue, if there is one
  CheckStatus status = CheckStatus::Passed;
  std::optional<double> value;
  std::optional<double> threshold;  // the one that was crossed, or the error's
  std::string hint;
  double badness = 0;                  // 1 at the threshold of an error; to compare frames
  std::optional<std::uint32_t> frame;  // of a sequence, from 1: the one that shows it
};

// A judgement that has not been made yet.
Judgement wording(std::string_view check, std::string_view code, const char* hint);
// One that cannot be made: there is no means for it, or what it needs was not to be had.
Judgement not_performed(std::string_view check);

Judgement refuse_if(Judgement wording, bool wrong);
// Refuses what lies above, or below, its bounds. `wording` is the judgement
// without its numbers.
Judgement refuse_above(Judgement wording, double value, const Bounds& bounds);
Judgement refuse_below(Judgement wording, double value, const Bounds& bounds);

inline bool refused(const Judgement& judgement) { return judgement.status == CheckStatus::Failed; }
void append(std::vector<Judgement> more, std::vector<Judgement>& judgements);

// Whether `a` tells more of what is wrong than `b` does.
bool worse(const Judgement& a, const Judgement& b);

// Writes the judgements into an evaluation: one check each, and an issue for
// what did not pass. Issues keep the order of the judgements, errors first.
void record(const std::vector<Judgement>& judgements, Evaluation& evaluation);

// Writes a check that this engine has no means for.
void record_not_performed(std::string_view check, Evaluation& evaluation);

}  // namespace countersign
