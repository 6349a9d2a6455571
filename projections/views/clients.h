#pragma once
#include <string>

#include "core/client/client.h"
#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// Client key -> Client, as core folds it from the client's stream.
class Clients : public Projection {
 public:
  static std::string key(const ClientKey& client) { return client.value(); }
  // An unregistered client if the key is unknown.
  static Client load(ViewBatch& views, const ClientKey& client);

  std::string_view name() const override { return "clients"; }
  ViewSpace space() const override { return space::kClients; }
  std::uint32_t version() const override { return 1; }
  std::uint32_t shape() const override;
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
