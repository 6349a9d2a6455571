#pragma once
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// The session in which a face was first captured: hash of an accepted frame's decoded pixels ->
// session id. Frames with unknown pixels are left out.
class Fingerprints {
 public:
  static std::string key(const Sha256& pixels);
  // True if a session other than `session` has one of these frames.
  static bool any_seen_elsewhere(ViewBatch& views,
                                 const SessionId& session,
                                 const std::vector<StoredFile>& frames);

  static Projection projection();
  static void fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views);
};

}  // namespace countersign
