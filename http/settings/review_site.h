#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign::http {

// Where browsers reach the reviewers' console.
struct ReviewSite {
  std::string origin;         // as browsers send it: https://HOST[:PORT], or http: of localhost
  std::string relying_party;  // of its passkeys: the origin's host

  bool is_secure() const { return origin.starts_with("https://"); }
  // The port that the origin names; empty for the one of its scheme.
  std::string_view port() const {
    const std::string_view authority = std::string_view(origin).substr(origin.find("//") + 2);
    const std::size_t colon = authority.rfind(':');
    return colon == std::string_view::npos ? std::string_view() : authority.substr(colon + 1);
  }
  // The page, where the fragment registers a passkey. Browsers send a fragment to nobody.
  std::string link_of(std::string_view code) const {
    return origin + "/review#register=" + std::string(code);
  }
};

// Reads `--review-url`. Returns the end of a sentence that begins with the setting if the console
// cannot be there: passkeys belong to a host name, never to an address (W3C Web Authentication
// Level 3, section 5.1.2), and browsers make them for https and http://localhost alone.
Result<ReviewSite, std::string> review_site_of(std::string_view url);

}  // namespace countersign::http
