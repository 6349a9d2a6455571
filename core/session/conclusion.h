#pragma once
#include <string_view>

#include "core/checks/checks.h"
#include "core/session/session.h"

namespace countersign {

// The codes that ask for a review by a person, whichever engine or rule reported them.
inline constexpr std::string_view kReuseCode = name_of(Code::DocumentDuplicateImage);
inline constexpr std::string_view kNoPortraitCode = name_of(Code::DocumentNoPortrait);
inline constexpr std::string_view kNotRecognizedCode = name_of(Code::DocumentNotRecognized);
inline constexpr std::string_view kDataMismatchCode = name_of(Code::DocumentDataMismatch);
inline constexpr std::string_view kCopyCode = name_of(Code::DocumentCopy);

// The check whose warning does: by its own name, because a sandbox may have forced its code as a
// warning in sessions that passed.
inline constexpr std::string_view kPresentationCheck = name_of(Check::LivenessPresentation);

// The code of a check that was not made, and without which the operator lets a capture pass.
inline constexpr std::string_view kNotRequiredCode = name_of(Code::CheckNotRequired);

// Whether a capture with this check ends in a review, if nothing fails it: the check raised a
// suspicion, or it was not made although it is required.
bool sends_to_review(const CheckOutcome& check);

// Returns the result of a finalized capture. A failed step or check fails the capture. A check that
// could not be made, unless it is not required, or that raised a suspicion, sends it to review. So
// does an identity card, a permit or a licence of which neither a zone nor a bar code was read on
// any side: a face and print are on other cards too. Pure.
SessionFinalized concluded(const Session& session, const FinalizeSession& command);

}  // namespace countersign
