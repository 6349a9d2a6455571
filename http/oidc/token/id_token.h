#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "http/oidc/token/key_set.h"
#include "http/oidc/token/signed_text.h"

namespace countersign::http {

// The values that an ID token must match, and the name of its claim of roles.
struct IdTokenRules {
  std::string_view issuer;
  std::string_view client_id;
  std::string_view nonce;
  std::string_view roles_claim;
  UtcTime now{};
};

// The person that an ID token describes.
struct IdToken {
  std::string subject;             // names the person at the issuer; 1 to 255 bytes of UTF-8
  std::string name;                // for people to read, printable; may be ""
  std::vector<std::string> roles;  // of the claim of roles; empty if it has none
};

enum class IdTokenFault : std::uint8_t {
  Malformed,
  WrongAlgorithm,
  UnknownKey,
  WrongSignature,
  WrongIssuer,
  WrongAudience,
  WrongNonce,
  Expired,
  IssuedLater,
  NoSubject,
};

}  // namespace countersign::http

namespace countersign {

// The ends of sentences: "the ID token ...".
template <>
inline constexpr std::array<Named<http::IdTokenFault>, 10> enum_names<http::IdTokenFault>{{
    {http::IdTokenFault::Malformed, "is malformed"},
    {http::IdTokenFault::WrongAlgorithm, "is signed with an algorithm that is not accepted"},
    {http::IdTokenFault::UnknownKey, "is signed with a key that the provider does not publish"},
    {http::IdTokenFault::WrongSignature, "has a wrong signature"},
    {http::IdTokenFault::WrongIssuer, "is of another issuer"},
    {http::IdTokenFault::WrongAudience, "is for another client"},
    {http::IdTokenFault::WrongNonce, "is of another login"},
    {http::IdTokenFault::Expired, "has expired"},
    {http::IdTokenFault::IssuedLater, "is issued in the future"},
    {http::IdTokenFault::NoSubject, "names no subject"},
}};

}  // namespace countersign

namespace countersign::http {

inline constexpr std::size_t kIdTokenMax = kSignedTextMax;

// Judges an ID token by OpenID Connect Core 1.0 section 3.1.3.7 and RFC 8725. Clocks may differ by
// a minute. Nothing of a token is believed before its signature. Pure and thread-safe.
//
// `roles_claim` is a path of claim_path.h. The claim is a text or a list of texts; anything else
// gives no roles.
Result<IdToken, IdTokenFault> verify_id_token(std::string_view token,
                                              const KeySet& keys,
                                              const IdTokenRules& rules);

}  // namespace countersign::http
