#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/decision_signature.h"
#include "core/schema.h"
#include "core/session/review/review_event.h"

// The decisions of releases that asked a reviewer for no look. older_events.h has the earlier forms
// and the list of all upcasters.
namespace countersign {

struct ReviewDecidedV2 {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::string reviewer;
  std::uint32_t opinion = 1;
  bool settles = false;
  std::optional<DecisionSignature> signature;
};
template <>
inline constexpr auto fields_of<ReviewDecidedV2> =
    fields(Field{"decision", &ReviewDecidedV2::decision},
           Field{"reasons", &ReviewDecidedV2::reasons},
           Field{"reviewer", &ReviewDecidedV2::reviewer},
           Field{"opinion", &ReviewDecidedV2::opinion},
           Field{"settles", &ReviewDecidedV2::settles},
           Field{"signature", &ReviewDecidedV2::signature});
static_assert(record_is_sound<ReviewDecidedV2>);

struct ReviewCorrectedV2 {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::string reviewer;
  std::uint32_t opinion = 1;
  bool settles = false;
  std::optional<DecisionSignature> signature;
};
template <>
inline constexpr auto fields_of<ReviewCorrectedV2> =
    fields(Field{"decision", &ReviewCorrectedV2::decision},
           Field{"reasons", &ReviewCorrectedV2::reasons},
           Field{"reviewer", &ReviewCorrectedV2::reviewer},
           Field{"opinion", &ReviewCorrectedV2::opinion},
           Field{"settles", &ReviewCorrectedV2::settles},
           Field{"signature", &ReviewCorrectedV2::signature});
static_assert(record_is_sound<ReviewCorrectedV2>);

// Nobody wrote down what was not looked at.
inline ReviewDecided decided_unlooked(const ReviewDecidedV2& old) {
  return {old.decision, old.reasons, old.reviewer, old.opinion, old.settles, old.signature, {}};
}
inline ReviewCorrected corrected_unlooked(const ReviewCorrectedV2& old) {
  return {old.decision, old.reasons, old.reviewer, old.opinion, old.settles, old.signature, {}};
}

}  // namespace countersign
