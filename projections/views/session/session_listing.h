#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/event/session_labels.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/session/session.h"
#include "core/terms.h"
#include "core/utc_time.h"

// A session as the lists of sessions show it. Pure.
namespace countersign {

// A session in a list, as it is at a time.
struct SessionListing {
  SessionId id;
  ClientKey client;
  bool sandbox = false;
  UtcTime created_at;
  Purpose purpose = Purpose::FullCapture;
  SessionStatus status = SessionStatus::Created;
  ResultStatus result = ResultStatus::Pending;  // a review's decision, else the machine's
  std::optional<std::string> user_ref;
  std::optional<SessionLabels> labels;
  std::vector<std::string> reasons;     // of the machine
  std::optional<UtcTime> completed_at;  // however it ended
  bool operator==(const SessionListing&) const = default;
};

// An expiry that no event has recorded yet counts from its time on.
SessionListing listing_at(const Session& session, UtcTime now);

// The part of a listing that a line of the index stores beside its key, of a session that has
// ended: nothing of the listing depends on the time any more. While a session is open its record
// alone says when it expires, which many events change.
struct EndedListing {
  Purpose purpose = Purpose::FullCapture;
  std::optional<std::string> user_ref;
  std::optional<SessionLabels> labels;
  std::vector<std::string> reasons;
  std::optional<UtcTime> completed_at;
  bool operator==(const EndedListing&) const = default;
};
template <>
inline constexpr auto fields_of<EndedListing> = fields(Field{"purpose", &EndedListing::purpose},
                                                       Field{"userRef", &EndedListing::user_ref},
                                                       Field{"labels", &EndedListing::labels},
                                                       Field{"reasons", &EndedListing::reasons},
                                                       Field{"completedAt",
                                                             &EndedListing::completed_at});
static_assert(record_is_sound<EndedListing>);

EndedListing ended_listing(const Session& session);

}  // namespace countersign
