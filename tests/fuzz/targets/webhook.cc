// The inputs of strangers about webhooks: a receiver's URL and the networks that are allowed, on
// the first two lines; a Retry-After; and the file of a progress behind them.
#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <string>

#include "core/check.h"
#include "core/webhook/webhook_url.h"
#include "http/webhooks/delivery/delivery_progress.h"
#include "http/webhooks/delivery/delivery_schedule.h"
#include "http/wire/address_guard.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::webhook_target {

void check_url(const std::string& text, const http::AddressGuard& guard) {
  const auto url = parse_webhook_url(text);
  const auto fault = guard.fault_of(text);
  check(url || fault, "what is no URL has a fault");
  if (!url) return;
  check(text.size() <= kWebhookUrlMax, "a URL of a receiver is bounded");
  check(std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; }),
        "a URL of a receiver is visible ASCII");
  check(!url->host.empty() && url->port != 0, "a URL of a receiver has a host and a port");
  // The system's own reading of the host leads nowhere that the guard refuses.
  ::in_addr system{};
  if (url->is_ipv6_literal || ::inet_aton(url->host.c_str(), &system) == 0) return;
  const auto number = ipv4_of_host(url->host);
  check(number == ntohl(system.s_addr), "an IPv4 address is read as the system reads it");
  std::string dotted(INET_ADDRSTRLEN, '\0');
  ::inet_ntop(AF_INET, &system, dotted.data(), INET_ADDRSTRLEN);
  const auto address = http::parse_ip_address(dotted.c_str());
  check(address && fault.has_value() != guard.may_connect(*address, url->is_secure),
        "a URL with an address is refused exactly if the address is");
}

void run(std::string_view input) {
  const std::string url(take_until(input, '\n'));
  const auto allowed = http::AddressBlocks::parse(take_until(input, '\n'));
  check_url(url, http::AddressGuard(allowed.value_or(http::AddressBlocks())));
  const UtcTime now(1'795'000'000'000'000);
  if (const auto wait = http::parse_retry_after(take_until(input, '\n'), now)) {
    check(*wait >= Duration(0) && *wait <= http::kRetryAfterMax, "a Retry-After is bounded");
  }
  if (const auto progress = http::parse_progress(input)) {
    check(http::progress_text(*progress) == input, "a progress is written back as the same text");
  }
}

const Target kTarget("webhook", run);

}  // namespace countersign::fuzz::webhook_target
