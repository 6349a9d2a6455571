// A list of trusted proxies, a peer and fields of X-Forwarded-For, one per line: whom the server
// takes for the client.
#include <string>

#include "core/check.h"
#include "http/wire/ip_address.h"
#include "http/wire/trusted_proxies.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  const auto proxies = http::TrustedProxies::parse(take_until(input, '\n'));
  const std::string_view peer = take_until(input, '\n');
  const auto peer_address = http::parse_ip_address(peer);
  if (peer_address) {
    const std::string text = http::to_text(*peer_address);
    check(http::parse_ip_address(text) == peer_address, "an address is written as it is read");
    check(http::to_text(*http::parse_ip_address(text)) == text, "an address has one spelling");
  }
  http::Headers headers;
  while (!input.empty()) headers.add("x-forwarded-for", std::string(take_until(input, '\n')));

  check(http::TrustedProxies().client_address(peer, headers) == peer,
        "by default nobody is believed");
  if (!proxies) return;
  const std::string client = proxies->client_address(peer, headers);
  if (client == peer) return;
  const auto address = http::parse_ip_address(client);
  check(address.has_value(), "a client is an address");
  check(http::to_text(*address) == client, "in its one spelling");
  // Another trusted hop changes nothing.
  headers.add("x-forwarded-for", std::string(peer));
  check(proxies->client_address(peer, headers) == client, "a proxy in front is passed over");
}

const Target kTarget("forwarded", run);

}  // namespace
}  // namespace countersign::fuzz
