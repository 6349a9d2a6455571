#include "http/settings/review_site.h"

#include <algorithm>

#include "core/ascii.h"
#include "http/wire/cors.h"

namespace countersign::http {
namespace {

constexpr std::string_view kSchemeEnd = "://";

std::string_view host_in_origin(std::string_view origin) {
  const std::string_view authority = origin.substr(origin.find(kSchemeEnd) + kSchemeEnd.size());
  if (authority.starts_with('[')) return authority.substr(0, authority.find(']') + 1);
  return authority.substr(0, authority.find(':'));
}

// Returns whether `host` is an address. REQUIRES: `host` is that of a normalised origin, whose
// addresses have their usual notation.
bool names_address(std::string_view host) { return host.starts_with('[') || is_digit(host.back()); }

}  // namespace

Result<ReviewSite, std::string> review_site_of(std::string_view url) {
  const auto origin = normalised_origin(url);
  if (!origin) {
    return std::string(
        "must be https://HOST[:PORT] without a path, or http://localhost[:PORT] of this machine");
  }
  const std::string_view host = host_in_origin(*origin);
  if (names_address(host)) {
    return std::string(
        "names an address, and a browser makes passkeys for host names alone: use https with a "
        "name, or http://localhost[:PORT]");
  }
  const bool is_local = host == "localhost" || host.ends_with(".localhost");
  if (!origin->starts_with("https://") && !is_local) {
    return std::string("must be https, or http of localhost");
  }
  return ReviewSite{*origin, std::string(host)};
}

}  // namespace countersign::http
