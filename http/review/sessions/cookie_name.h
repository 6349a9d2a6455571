#pragma once
#include <string>
#include <string_view>

#include "http/settings/review_site.h"

namespace countersign::http {

// The name of a cookie of the console's, from what the cookie is for. On https the name has the
// prefix `__Host-`, so that no neighbouring host can set the cookie (RFC 6265bis section 4.1.3.2);
// browsers do not agree on the prefix for http://localhost. A host's cookies are those of all its
// ports, so the name has the port: the consoles of two ports do not replace each other's cookies.
inline std::string cookie_name(const ReviewSite& site, std::string_view purpose) {
  std::string name(site.is_secure() ? "__Host-" : "");
  name += purpose;
  if (!site.port().empty()) (name += '-') += site.port();
  return name;
}

}  // namespace countersign::http
