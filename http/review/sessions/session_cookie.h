#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/service/review_site.h"

// The cookie with the token of a login (RFC 6265bis): sent to this origin alone, never with a
// request that another site makes, and never shown to scripts. On https its name has the prefix
// `__Host-`, so that no neighbouring host can set it. Browsers do not agree on the prefix for
// http://localhost.
namespace countersign::http {

// The value of Set-Cookie that gives a browser the token, and the one that takes it away.
std::string cookie_of(const ReviewSite& site, std::string_view token);
std::string no_cookie(const ReviewSite& site);

// The token in the fields of a request; nullopt if there is none, or more than one. Other cookies
// of the host are passed over, whatever they are.
std::optional<std::string_view> token_in(const ReviewSite& site, const Headers& headers);

}  // namespace countersign::http
