#include "http/review/sessions/session_cookie.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/ascii.h"
#include "http/review/sessions/one_cookie.h"
#include "http/review/sessions/review_sessions.h"

namespace countersign::http {
namespace {

// base64url of 32 bytes.
constexpr std::size_t kSessionTokenLength = 43;

std::string_view name_on(const ReviewSite& site) {
  return site.is_secure() ? "__Host-countersign-review" : "countersign-review";
}

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

}  // namespace countersign::http
