#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/settings/review_site.h"

// The cookie that binds a login at an identity provider to the browser that began it. It is Lax,
// because the provider's page leads back from another site; it opens nothing by itself, and goes
// with the answer.
namespace countersign::http {

// The value of Set-Cookie that gives a browser the text, and the one that takes it away.
std::string login_cookie_of(const ReviewSite& site, std::string_view text);
std::string no_login_cookie(const ReviewSite& site);

// The text in the fields of a request; "" if there is none, or more than one.
std::string_view login_text_in(const ReviewSite& site, const Headers& headers);

}  // namespace countersign::http
