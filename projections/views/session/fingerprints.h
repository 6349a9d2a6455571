#pragma once
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// The session in which a face was first captured: hash of an accepted frame's decoded pixels ->
// session id. Frames with unknown pixels are left out.
class Fingerprints : public Projection {
 public:
  static std::string key(const Sha256& pixels);
  // True if a session other than `session` has one of these frames.
  static bool any_seen_elsewhere(ViewBatch& views,
                                 const SessionId& session,
                                 const std::vector<StoredFile>& frames);

  std::string_view name() const override { return "fingerprints"; }
  ViewSpace space() const override { return space::kFingerprints; }
  std::uint32_t version() const override { return 1; }
  std::uint32_t shape() const override;
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
