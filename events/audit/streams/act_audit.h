#pragma once
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/stream/recorded_event.h"

namespace countersign {

// Why an act on a case of the client's session was not recorded as any door records it; nullopt if
// it was, or if the event is no act on a case:
//
//   a claim, a look, a case given back   of the registered reviewer that the event names
//   a decision                           of that reviewer, or of the session's client, which may
//                                        give a name of its own
//   a correction                         of that reviewer, or of an operator, without a name
//
// Reasons and names have the forms that every door asks for (core/session/review/review_reasons.h),
// so that a statement has one reading. An event in today's form has a statement of today's version.
std::optional<std::string> act_fault(const RecordedEvent& recorded, const ClientKey& client);

}  // namespace countersign
