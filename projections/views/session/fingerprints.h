#pragma once
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// The session in which a client first captured a face: client key, hash of an accepted frame's
// decoded pixels -> session id. Frames with unknown pixels are left out. No client's frames are
// compared with another's.
class Fingerprints {
 public:
  static std::string key(const ClientKey& client, const Sha256& pixels);
  // True if a session of the client other than `session` has one of these frames.
  static bool any_seen_elsewhere(ViewBatch& views,
                                 const ClientKey& client,
                                 const SessionId& session,
                                 const std::vector<StoredFile>& frames);

  static Projection projection();
  static void fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views);
};

}  // namespace countersign
