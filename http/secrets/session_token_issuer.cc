#include "http/secrets/session_token_issuer.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"
#include "core/enum_names.h"
#include "core/text/base64url.h"
#include "events/crypto/hmac.h"

namespace countersign::http {
namespace {

bool is_base64url(char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; }

std::string token_of(ByteView bytes) {
  std::string token(kTokenPrefix);
  token += to_base64url(bytes);
  return token;
}

// Appends the text after its length, so that no two lists of texts give the same message.
void append_framed(std::string& message, std::string_view text) {
  message += std::to_string(text.size());
  message += ':';
  message += text;
}

}  // namespace

bool is_token_text(std::string_view text) {
  return text.size() == kTokenTextLength && text.starts_with(kTokenPrefix) &&
         std::ranges::all_of(text.substr(kTokenPrefix.size()), is_base64url);
}

std::optional<std::string_view> bearer_token(std::string_view field) {
  constexpr std::string_view kScheme = "Bearer ";
  if (!equal_ignoring_case(field.substr(0, kScheme.size()), kScheme)) return std::nullopt;
  std::string_view token = field.substr(kScheme.size());
  token.remove_prefix(std::min(token.find_first_not_of(' '), token.size()));
  if (!is_token_text(token)) return std::nullopt;
  return token;
}

std::string SessionTokenIssuer::random_token() const {
  const auto bytes = SecretBytes<32>::random(random_);
  return token_of(bytes.reveal());
}

std::string SessionTokenIssuer::derived_token(const ClientKey& client,
                                              const SessionId& session,
                                              std::string_view idempotency_key) const {
  std::string message;
  append_framed(message, client.value());
  append_framed(message, to_string(session));
  append_framed(message, idempotency_key);
  const Digest digest = hmac_sha256(key_.reveal(), std::string_view(message));
  return token_of(digest);
}

// The message has four texts, where that of derived_token() has three.
std::string SessionTokenIssuer::joined_token(const SessionId& session,
                                             const CodeHash& code,
                                             std::string_view idempotency_key) const {
  std::string message;
  append_framed(message, "joined");
  append_framed(message, to_string(session));
  append_framed(message, to_hex(code.value()));
  append_framed(message, idempotency_key);
  const Digest digest = hmac_sha256(key_.reveal(), std::string_view(message));
  return token_of(digest);
}

// The message has five texts, so no token is the same.
std::string SessionTokenIssuer::hash_of_words(const SessionId& session,
                                              std::string_view words) const {
  std::string message;
  append_framed(message, "words");
  append_framed(message, to_string(session));
  append_framed(message, words);
  append_framed(message, "");
  append_framed(message, "");
  return to_base64url(hmac_sha256(key_.reveal(), std::string_view(message)));
}

}  // namespace countersign::http
