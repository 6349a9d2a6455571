#include "http/wire/trusted_proxies.h"

#include <utility>

#include "http/wire/header_parameters.h"

namespace countersign::http {
namespace {

// Joins the fields of this name, in their order, into one list (RFC 9110 section 5.3).
std::string list_of(const Headers& headers, std::string_view name) {
  std::string list;
  for (const Headers::Field& field : headers) {
    if (field.name != name) continue;
    if (!list.empty()) list += ',';
    list += field.value;
  }
  return list;
}

}  // namespace

std::optional<TrustedProxies> TrustedProxies::parse(std::string_view list) {
  auto blocks = AddressBlocks::parse(list);
  if (!blocks) return std::nullopt;
  TrustedProxies proxies;
  proxies.proxies_ = *std::move(blocks);
  return proxies;
}

std::string TrustedProxies::client_address(std::string_view peer, const Headers& headers) const {
  std::string own(peer);
  if (proxies_.empty()) return own;
  const auto proxy = parse_ip_address(peer);
  if (!proxy || !proxies_.contains(*proxy)) return own;
  const std::string forwarded = list_of(headers, "x-forwarded-for");
  std::string_view rest = forwarded;
  for (std::size_t comma = 0; comma != std::string_view::npos; rest = rest.substr(0, comma)) {
    comma = rest.rfind(',');
    const auto address = parse_ip_address(trimmed(rest.substr(comma + 1)));
    if (!address) return own;
    if (!proxies_.contains(*address)) return to_text(*address);
  }
  return own;
}

}  // namespace countersign::http
