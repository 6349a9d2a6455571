#pragma once
#include <string>

#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// The events of a client, those of its sessions included: client key, 0x00, sequence -> empty. The
// events themselves are in the log.
class Feed : public Projection {
 public:
  static std::string prefix_of(const ClientKey& client);

  std::string_view name() const override { return "feed"; }
  ViewSpace space() const override { return space::kFeed; }
  std::uint32_t version() const override { return 1; }
  std::uint32_t shape() const override { return 0; }
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
