#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "http/edge/http1/message.h"
#include "http/settings/review_site.h"

// The cookie with the token of a login (RFC 6265bis): sent to the console's host alone, which is
// every port of that host, never with a request that another site makes, and never shown to
// scripts. `cookie_name.h` has the name.
namespace countersign::http {

// The value of Set-Cookie that gives a browser the token, and the one that takes it away.
std::string cookie_of(const ReviewSite& site, std::string_view token);
std::string no_cookie(const ReviewSite& site);

// The SHA-256 of the page's key (review_sessions.h), which a request has in `X-Countersign-Page`.
// nullopt if there is no key, if it is malformed, or if there are several.
std::optional<Digest> page_in(const Headers& headers);

// The token in the fields of a request; nullopt if there is none, or more than one. Other cookies
// of the host are passed over, whatever they are.
std::optional<std::string_view> token_in(const ReviewSite& site, const Headers& headers);

}  // namespace countersign::http
