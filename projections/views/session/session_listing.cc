#include "projections/views/session/session_listing.h"

namespace countersign {

SessionListing listing_at(const Session& session, UtcTime now) {
  return {.id = session.id,
          .client = session.client,
          .sandbox = session.sandbox,
          .created_at = session.created_at,
          .purpose = session.purpose,
          .status = status_at(session, now),
          .result = result_status_at(session, now),
          .user_ref = session.user_ref,
          .labels = session.labels,
          .reasons = session.reasons,
          .completed_at = completed_at(session, now)};
}

EndedListing ended_listing(const Session& session) {
  return {.purpose = session.purpose,
          .user_ref = session.user_ref,
          .labels = session.labels,
          .reasons = session.reasons,
          .completed_at = session.ended_at};
}

}  // namespace countersign
