#pragma once
#include <string>

#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// The sessions that wait for the decision of a person, the oldest first. The sequence is that of
// the event that finalized the session.
//
//   'a' sequence -> session id
//   'c' client key, 0x00, sequence -> session id
//   'h' reviewer id -> session id
//
// A session leaves when its review is settled, or its files are purged. The entry 'h' is of the
// session that a registered reviewer claimed last, and stays: the session says whether it is the
// reviewer's still.
class Reviews {
 public:
  static std::string prefix_of_all() { return "a"; }
  static std::string prefix_of(const ClientKey& client);
  static std::string key_of_claim(const ReviewerId& reviewer);

  static Projection projection();
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
