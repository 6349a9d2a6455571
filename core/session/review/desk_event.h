#pragma once
#include <cstdint>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"

// The events that order the work on cases: who is to decide a case, and by when. They say nothing
// about the capture. session_event.h lists all events of the stream; `reviewer` is who acts, as in
// review_event.h.
namespace countersign {

// Appended once for a case, by the server itself.
struct ReviewOverdue {
  std::uint64_t due_ms = 0;  // the client's due time then, counted from the end of the capture
  bool operator==(const ReviewOverdue&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewOverdue> = fields(Field{"dueMs", &ReviewOverdue::due_ms});
template <>
inline constexpr EventType event_type<ReviewOverdue> = {
    76, 1, "ReviewOverdue", "The case has waited for as long as its client's due time allows."};

struct ReviewAssigned {
  std::string reviewer;  // the supervisor
  std::string to;        // a registered reviewer
  UtcTime until;         // from then on the case is everybody's again
  bool operator==(const ReviewAssigned&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewAssigned> = fields(Field{"reviewer",
                                                               &ReviewAssigned::reviewer},
                                                         Field{"to", &ReviewAssigned::to},
                                                         Field{"until", &ReviewAssigned::until});
template <>
inline constexpr EventType event_type<ReviewAssigned> = {
    77,
    1,
    "ReviewAssigned",
    "A supervisor gave the case to one reviewer; until then it is no other's."};

struct ReviewUnassigned {
  std::string reviewer;  // the supervisor
  bool operator==(const ReviewUnassigned&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewUnassigned> = fields(Field{"reviewer",
                                                                 &ReviewUnassigned::reviewer});
template <>
inline constexpr EventType event_type<ReviewUnassigned> = {
    78, 1, "ReviewUnassigned", "A supervisor took the case back; any reviewer may take it."};

// The sealed part of the event has the reviewer's words to the supervisors.
struct ReviewHandedOver {
  std::string reviewer;
  bool operator==(const ReviewHandedOver&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewHandedOver> = fields(Field{"reviewer",
                                                                 &ReviewHandedOver::reviewer});
template <>
inline constexpr EventType event_type<ReviewHandedOver> = {
    79, 1, "ReviewHandedOver", "A reviewer gave the case up to a supervisor, with words."};

}  // namespace countersign
