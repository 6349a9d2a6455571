#include "projections/views/clients.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

Client Clients::load(ViewBatch& views, const ClientKey& client) {
  return countersign::load<Client>(views, space::kClients, key(client)).value_or(Client{});
}

std::uint32_t Clients::shape() const { return shape_of<Client>(); }

void Clients::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.client == nullptr) return;
  views.put(space(), key(fact.client->key), to_bytes(*fact.client));
}

}  // namespace countersign
