#include "tools/server/listeners/edge_settings.h"

#include <algorithm>
#include <string_view>

namespace countersign {
namespace {

// Returns whether many clients share an address: a trusted proxy's, or this machine's own, from
// which a proxy may ask without being named in the settings.
bool speaks_for_many(const http::TrustedProxies& proxies, std::string_view address) {
  if (address == "127.0.0.1" || address == "::1") return true;
  const auto parsed = http::parse_ip_address(address);
  return parsed && proxies.contains(*parsed);
}

}  // namespace

http::EdgeSettings edge_settings_of(const ServerSettings& settings) {
  http::EdgeSettings edge;
  edge.threads = settings.threads;
  edge.max_connections = settings.max_connections;
  edge.max_connections_an_address = settings.max_connections_an_address;
  if (edge.max_connections_an_address == 0) {
    edge.max_connections_an_address = std::max<std::size_t>(1, edge.max_connections / 4);
  }
  edge.max_refusals = settings.max_refusals;
  edge.body_bytes_per_second = settings.upload_bytes_per_second;
  edge.body_longest = settings.upload_longest;
  edge.speaks_for_many = [proxies = settings.service.trusted_proxies](std::string_view address) {
    return speaks_for_many(proxies, address);
  };
  return edge;
}

}  // namespace countersign
