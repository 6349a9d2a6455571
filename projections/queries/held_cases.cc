// The cases that reviewers have, of Queries.
#include "projections/fold/record_bytes.h"
#include "projections/queries/queries.h"
#include "projections/views/review/claims.h"

namespace countersign {

Result<std::vector<SessionId>, StoreError> Queries::claimed_by(const ReviewerId& reviewer) const {
  const auto bytes = views_.get(space::kClaims, Claims::key_of(reviewer));
  if (!bytes) return bytes.error();
  std::vector<SessionId> sessions;
  if (!*bytes) return sessions;
  const auto held = from_bytes<HeldClaims>(**bytes);
  if (!held) return StoreError::Corrupt;
  for (auto claim = held->claims.rbegin(); claim != held->claims.rend(); ++claim) {
    sessions.push_back(claim->session);
  }
  return sessions;
}

Result<bool, StoreError> Queries::is_held(const SessionId& session,
                                          const ReviewerId& reviewer) const {
  const auto holder = views_.get(space::kClaims, Claims::key_of(session));
  if (!holder) return holder.error();
  return *holder == reviewer.value();
}

}  // namespace countersign
