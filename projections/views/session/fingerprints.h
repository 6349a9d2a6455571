#pragma once
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// In which session a face was captured first: hash of an accepted frame's decoded
// pixels -> session id. Frames whose pixels are not known are not here.
class Fingerprints : public Projection {
 public:
  static std::string key(const Sha256& pixels);
  // Whether another session than `session` has a frame of these.
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
