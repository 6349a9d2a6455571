#pragma once
#include <cstdint>
#include <string>

#include "core/schema.h"

namespace countersign {

// The public half of a passkey, as its registration recorded it: all that is needed to verify what
// the passkey signs (W3C Web Authentication Level 3, section 7.2).
struct Passkey {
  std::string id;             // the credential's id, in base64url
  std::string spki;           // the key as DER SubjectPublicKeyInfo (RFC 5280), in base64url
  std::string relying_party;  // its id, a host name
  std::string origin;         // of the page that registered it and may use it
  std::uint32_t counter = 0;  // of signatures; stays 0 for an authenticator that does not count
  bool operator==(const Passkey&) const = default;
};
template <>
inline constexpr auto fields_of<Passkey> = fields(Field{"id", &Passkey::id},
                                                  Field{"spki", &Passkey::spki},
                                                  Field{"relyingParty", &Passkey::relying_party},
                                                  Field{"origin", &Passkey::origin},
                                                  Field{"counter", &Passkey::counter});
static_assert(record_is_sound<Passkey>);

// Whether a signature with the counter `now` may follow one with `before`. A counter that does not
// grow says that two authenticators have the key, or that a signature is repeated; two zeros, that
// the authenticator does not count (section 7.2, step 22).
constexpr bool counter_goes_on(std::uint32_t before, std::uint32_t now) {
  return now > before || (now == 0 && before == 0);
}

}  // namespace countersign
