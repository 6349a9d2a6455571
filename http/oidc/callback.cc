#include "http/oidc/callback.h"

#include <algorithm>
#include <array>

#include "http/oidc/form_text.h"

namespace countersign::http {
namespace {

constexpr std::size_t kQueryMax = 8192;
constexpr std::size_t kStateMax = 128;
constexpr std::size_t kCodeMax = 4096;  // some providers put a sealed record into it

// RFC 6749 sections 4.1.2.1 and 5.2, OpenID Connect Core 1.0 section 3.1.2.6.
constexpr std::array<std::string_view, 16> kErrors{"access_denied",
                                                   "account_selection_required",
                                                   "consent_required",
                                                   "interaction_required",
                                                   "invalid_client",
                                                   "invalid_grant",
                                                   "invalid_request",
                                                   "invalid_request_object",
                                                   "invalid_scope",
                                                   "login_required",
                                                   "request_not_supported",
                                                   "server_error",
                                                   "temporarily_unavailable",
                                                   "unauthorized_client",
                                                   "unsupported_grant_type",
                                                   "unsupported_response_type"};

// VSCHAR, appendix A of RFC 6749.
bool is_visible(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

std::string_view known_oauth_error(std::string_view text) {
  const auto* const found = std::ranges::find(kErrors, text);
  return found == kErrors.end() ? "unknown_error" : *found;
}

std::optional<Callback> parse_callback(std::string_view query) {
  if (query.size() > kQueryMax) return std::nullopt;
  const auto fields = parse_form(query);
  if (!fields) return std::nullopt;
  Callback callback;
  bool refused = false;
  for (const auto& [name, value] : *fields) {
    if (name == "state") callback.state = value;
    if (name == "code") callback.code = value;
    if (name == "iss") callback.issuer = value;
    if (name == "error") {
      refused = true;
      callback.error = known_oauth_error(value);
    }
  }
  if (callback.state.empty() || callback.state.size() > kStateMax) return std::nullopt;
  if (callback.code.empty() != refused) return std::nullopt;
  if (callback.code.size() > kCodeMax || !is_visible(callback.code)) return std::nullopt;
  return callback;
}

}  // namespace countersign::http
