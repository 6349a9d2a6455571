#include "http/review/sessions/session_cookie.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/ascii.h"
#include "events/crypto/sha256.h"
#include "http/review/sessions/cookie_name.h"
#include "http/review/sessions/one_cookie.h"
#include "http/review/sessions/review_sessions.h"

namespace countersign::http {
namespace {

// base64url of 32 bytes, as a page's key is.
constexpr std::size_t kSessionTokenLength = 43;

std::string name_on(const ReviewSite& site) { return cookie_name(site, "countersign-review"); }

std::string cookie_with(const ReviewSite& site,
                        std::string_view value,
                        std::chrono::seconds lifetime) {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{}",
                     name_on(site),
                     value,
                     lifetime.count(),
                     site.is_secure() ? "; Secure" : "");
}

bool is_session_token(std::string_view text) {
  return text.size() == kSessionTokenLength && std::ranges::all_of(text, [](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '_';
         });
}

}  // namespace

std::string cookie_of(const ReviewSite& site, std::string_view token) {
  return cookie_with(site, token, ReviewSessions::kLongest);
}

std::string no_cookie(const ReviewSite& site) {
  return cookie_with(site, "", std::chrono::seconds(0));
}

std::optional<std::string_view> token_in(const ReviewSite& site, const Headers& headers) {
  const auto token = one_cookie(headers, name_on(site));
  return token && is_session_token(*token) ? token : std::nullopt;
}

std::optional<Digest> page_in(const Headers& headers) {
  if (headers.count("x-countersign-page") != 1) return std::nullopt;
  const std::string_view key = *headers.find("x-countersign-page");
  return is_session_token(key) ? std::optional(sha256(key)) : std::nullopt;
}

}  // namespace countersign::http
