#pragma once
#include <optional>
#include <string>

#include "core/reviewer/reviewer.h"
#include "core/stream/recorded_event.h"

namespace countersign {

// Returns why the event cannot be the next one of the reviewer's stream; nullopt if it can. Decides
// again the command that the event came from, at the event's time and just before the end of the
// link, because a command's time may be before its event's. A passkey's key must be one that can
// sign, and a change that says so must be signed by another passkey of the reviewer. Pure.
std::optional<std::string> reviewer_fault(const Reviewer& reviewer, const RecordedEvent& recorded);

// Why the event of a reviewer's stream was not recorded for who can cause it; nullopt if it was.
// People come from an operator, or from the identity provider at their own login; so do changes of
// their roles, of the provider's people alone. Links and the end of a reviewer are an operator's,
// passkeys and logins the reviewer's own; reviewer_fault() judges changes of passkeys that name
// their word. `of_provider` tells whether the provider registered the reviewer.
std::optional<std::string> reviewer_author_fault(const RecordedEvent& recorded,
                                                 const ReviewerId& reviewer,
                                                 bool of_provider);

}  // namespace countersign
