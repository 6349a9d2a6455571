// A list of trusted proxies, a peer and fields of X-Forwarded-For, one per line: whom the server
// takes for the client.
#include <string>

#include "core/check.h"
#include "http/wire/ip_address.h"
#include "http/wire/trusted_proxies.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::forwarded_target {

void run(std::string_view input) {
  const auto proxies = http::TrustedProxies::parse(take_until(input, '\n'));
  const std::string_view peer = take_until(input, '\n');
  const auto peer_address = http::parse_ip_address(peer);
  if (peer_address) {
    const std::string text = http::to_text(*peer_address);
    check(http::parse_ip_address(text) == peer_address,
          "the text of an IP address parses to the same address");
    check(http::to_text(*http::parse_ip_address(text)) == text,
          "an IP address that was parsed from its text has the same text");
  }
  http::Headers headers;
  while (!input.empty()) headers.add("x-forwarded-for", std::string(take_until(input, '\n')));

  check(http::TrustedProxies().client_address(peer, headers) == peer,
        "without trusted proxies, the client's address is the peer's address");
  if (!proxies) return;
  const std::string client = proxies->client_address(peer, headers);
  if (client == peer) return;
  const auto address = http::parse_ip_address(client);
  check(address.has_value(), "a client's address from a header is an IP address");
  check(http::to_text(*address) == client,
        "a client's address from a header has the spelling of to_text()");
  // Another trusted hop changes nothing.
  headers.add("x-forwarded-for", std::string(peer));
  check(proxies->client_address(peer, headers) == client,
        "one more hop over the trusted peer leaves the client's address the same");
}

const Target kTarget("forwarded", run);

}  // namespace countersign::fuzz::forwarded_target
