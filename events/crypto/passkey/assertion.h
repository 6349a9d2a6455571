#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/result.h"

namespace countersign {

// The public key of a passkey, and what it is bound to.
struct PasskeyPublic {
  std::string spki;           // DER SubjectPublicKeyInfo, RFC 5280 section 4.1
  std::string relying_party;  // its id, a host name
  std::string origin;         // of the one page that may use it
};

// Why an assertion is not accepted; the first that applies, in this order.
enum class AssertionFault : std::uint8_t {
  Malformed,          // a part that is not what Web Authentication describes, or an unknown key
  WrongType,          // not of webauthn.get
  WrongChallenge,     // of another statement, or repeated
  WrongOrigin,        // of another page, or from within a frame of another site
  WrongRelyingParty,  // for another host
  UserNotPresent,
  UserNotVerified,
  WrongSignature,
};

// Verifies that the owner of the passkey, present and verified, signed the challenge: the steps of
// W3C Web Authentication Level 3, section 7.2, from the client data (11) to the signature (20).
// The parts and the challenge are the bytes, not their base64url. The challenge begins with its
// purpose (core/reviewer/challenge_purpose.h). Returns the counter of signatures; the caller
// compares it with the one before (core/reviewer/passkey.h).
//
// Accepted keys are P-256 (ES256), RSA of 2048 bits (RS256, RFC 8017 section 8.2) and Ed25519
// (EdDSA): the key says which (spki.h). Strict: the client data is one JSON object in UTF-8 whose
// members occur once, the challenge is compared as text, and authenticator data has no byte that
// its flags do not announce. Pure and thread-safe.
[[nodiscard]] Result<std::uint32_t, AssertionFault> verify_assertion(
    const PasskeyPublic& key,
    std::string_view authenticator_data,
    std::string_view client_data_json,
    std::string_view signature,
    std::string_view challenge);

// The client data alone, for `type`, which is also "webauthn.create" at a registration (section
// 7.1, steps 5 to 11). Returns the fault of the first step that fails.
[[nodiscard]] std::optional<AssertionFault> fault_in_client_data(std::string_view client_data_json,
                                                                 std::string_view type,
                                                                 std::string_view challenge,
                                                                 std::string_view origin);

// The bytes of the challenge that the client data names; nullopt if the data is malformed. To
// compare the challenge alone verifies nothing.
std::optional<std::string> challenge_in(std::string_view client_data_json);

// The part of authenticator data that each ceremony has (section 6.1), and its size.
inline constexpr std::size_t kAuthenticatorDataFixedBytes = 37;
struct AuthenticatorData {
  Digest relying_party_hash{};
  bool user_present = false;
  bool user_verified = false;
  bool has_credential = false;  // behind this part: of a registration
  bool has_extensions = false;
  std::uint32_t counter = 0;
};
// nullopt if it is too short, or its flags contradict each other.
std::optional<AuthenticatorData> parse_authenticator_data(std::string_view bytes);
// Whether the data is for the relying party, of a person who was there and was verified.
std::optional<AssertionFault> fault_in(const AuthenticatorData& data,
                                       std::string_view relying_party);

}  // namespace countersign
