// The inputs that anybody may send to the console before a login: a cookie, the code of a link; and
// the URL of the console, which an operator gives.
#include <string>

#include "core/check.h"
#include "http/review/sessions/session_cookie.h"
#include "http/secrets/reviewer_link.h"
#include "http/settings/review_site.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::review_entry_target {

void check_cookie(const http::ReviewSite& site, std::string_view input) {
  http::Headers headers;
  headers.add("cookie", std::string(input));
  if (const auto token = http::token_in(site, headers)) {
    check(token->size() == 43 && input.find(*token) != std::string_view::npos,
          "a token is in the cookie, and as long as one");
  }
  const std::string token(43, 'A');
  const std::string cookie = http::cookie_of(site, token);
  http::Headers own;
  own.add("cookie", cookie.substr(0, cookie.find(';')));
  check(http::token_in(site, own) == token, "the own cookie is read back");
  own.add("cookie", cookie.substr(0, cookie.find(';')));
  check(!http::token_in(site, own), "a cookie that is there twice is none");
}

void run(std::string_view input) {
  check_cookie({"http://localhost:8081", "localhost"}, input);
  check_cookie({"https://review.example", "review.example"}, input);
  if (const auto link = http::open_reviewer_link(input)) {
    check(is_reviewer_id(link->reviewer.value()), "a link is of a reviewer");
    check(input.starts_with(link->reviewer.value() + "."), "a link begins with its reviewer");
  }
  if (const auto site = http::review_site_of(input)) {
    check(http::review_site_of(site->origin)->origin == site->origin,
          "an origin that was read is read again");
    check(!site->relying_party.empty() && site->relying_party.find(':') == std::string::npos &&
              site->origin.find(site->relying_party) != std::string::npos,
          "the relying party is the host of the origin");
  }
}

const Target kTarget("review_entry", run);

}  // namespace countersign::fuzz::review_entry_target
