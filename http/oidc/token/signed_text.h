#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::http {

// A JSON Web Signature in compact form (RFC 7515 section 7.1), taken apart and decoded, and nothing
// of it believed.
struct SignedText {
  std::string header;            // JSON, if the token is one
  std::string payload;           // any bytes
  std::string signature;         // may be empty
  std::string_view signed_part;  // of the token: what the signature is over
};

inline constexpr std::size_t kSignedTextMax = 256 * 1024;
inline constexpr std::size_t kSignedHeaderMax = 4 * 1024;  // of the decoded header

// Takes a token apart: three pieces of strict base64url with two dots between them. Returns nullopt
// for any other text, so also for the five pieces of an encrypted token. `token` must outlive the
// result. Pure.
std::optional<SignedText> read_signed_text(std::string_view token);

}  // namespace countersign::http
