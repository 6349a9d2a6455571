#pragma once
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/session/review/held_claims.h"
#include "projections/fold/projection.h"

namespace countersign {

// The claims that are the latest of their reviewers (core/session/review/held_claims.h):
//
//   'r' reviewer id -> HeldClaims
//   's' session id -> reviewer id
//
// Whether a claim has lapsed by time, the session says.
class Claims {
 public:
  static std::string key_of(const ReviewerId& reviewer);
  static std::string key_of(const SessionId& session);

  // Whether the claim of this reviewer on the session is one of the reviewer's latest.
  static bool is_held(ViewBatch& views, const SessionId& session, std::string_view reviewer);

  static Projection projection();
  static void fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewReleased>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewAssigned>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewHandedOver>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
