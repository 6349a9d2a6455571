#include "projections/views/clients.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

Client Clients::load(ViewBatch& views, const ClientKey& client) {
  return countersign::load<Client>(views, space::kClients, key(client)).value_or(Client{});
}

Projection Clients::projection() {
  return {.name = "clients", .space = space::kClients, .shape = shape_of<Client>()};
}

void Clients::store(const Client& client, ViewBatch& views) {
  views.put(space::kClients, key(client.key), to_bytes(client));
}

}  // namespace countersign
