#include "http/review/oidc/login_cookie.h"

#include <fmt/format.h>

#include <chrono>

#include "http/oidc/login_transactions.h"
#include "http/review/sessions/cookie_name.h"
#include "http/review/sessions/one_cookie.h"

namespace countersign::http {
namespace {

std::string login_name_on(const ReviewSite& site) { return cookie_name(site, "countersign-login"); }

std::string login_cookie_with(const ReviewSite& site,
                              std::string_view text,
                              std::chrono::seconds lifetime) {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{}",
                     login_name_on(site),
                     text,
                     lifetime.count(),
                     site.is_secure() ? "; Secure" : "");
}

}  // namespace

std::string login_cookie_of(const ReviewSite& site, std::string_view text) {
  return login_cookie_with(site, text, LoginTransactions::kLifetime);
}

std::string no_login_cookie(const ReviewSite& site) {
  return login_cookie_with(site, "", std::chrono::seconds(0));
}

std::string_view login_text_in(const ReviewSite& site, const Headers& headers) {
  return one_cookie(headers, login_name_on(site)).value_or("");
}

}  // namespace countersign::http
