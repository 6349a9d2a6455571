#include "http/oidc/endpoint_rule.h"

#include <algorithm>
#include <utility>

#include "http/client/http_url.h"

namespace countersign::http {
namespace {

std::optional<WebhookUrl> parts_of(std::string_view url) {
  auto parsed = parse_webhook_url(url);
  return parsed ? std::optional(*std::move(parsed)) : std::nullopt;
}

// Returns whether the host is this machine without its name being resolved.
bool is_this_machine(const WebhookUrl& url) {
  constexpr std::uint32_t kLoopbackBlock = 127;
  if (url.is_ipv6_literal) return parse_ip_address(url.host) == parse_ip_address("::1");
  const auto number = ipv4_of_host(url.host);
  return number ? *number >> 24 == kLoopbackBlock : is_localhost_name(url.host);
}

// Returns whether libcurl takes the URL too. A URL that it does not take is refused before it is
// asked for.
bool is_sound(std::string_view url) {
  const std::size_t query = std::min(url.find('?'), url.size());
  return wrong_with_url(url.substr(0, query)).empty();
}

}  // namespace

EndpointRule::EndpointRule(std::string_view issuer, AddressBlocks allowed)
    : issuer_(parts_of(issuer)), guard_(std::move(allowed)) {}

bool EndpointRule::is_issuers(const WebhookUrl& url) const {
  if (!issuer_) return false;
  const bool same = url.host == issuer_->host && url.is_ipv6_literal == issuer_->is_ipv6_literal;
  return same || (is_this_machine(url) && is_this_machine(*issuer_));
}

std::string EndpointRule::wrong_with(std::string_view url) const {
  if (url.empty()) return "is missing";
  const auto parts = parts_of(url);
  if (!parts || !is_sound(url)) return "is not a URL";
  if (!parts->is_secure) {
    const bool both_here = issuer_ && !issuer_->is_secure && is_this_machine(*parts);
    return both_here ? "" : "is not https";
  }
  if (is_issuers(*parts) || !guard_.fault_of(url)) return "";
  return "leads to an internal address that is not the issuer's";
}

bool EndpointRule::may_connect(std::string_view url, const ::sockaddr& address) const {
  const auto parts = parts_of(url);
  if (!parts) return false;
  if (is_issuers(*parts)) return true;
  const auto ip = ip_address_of(address);
  return ip && guard_.may_connect(*ip, parts->is_secure);
}

}  // namespace countersign::http
