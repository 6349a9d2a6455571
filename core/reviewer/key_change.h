#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/schema.h"

// A change of a reviewer's passkeys: the authority behind it, and the statement that a passkey
// signs for it.
namespace countersign {

// The authority by which a passkey was added or revoked. A decision that a key has signed is worth
// as much as the authority that added the key.
enum class KeyWord : std::uint8_t {
  Unsaid,    // an earlier release did not record it
  Link,      // a one-time link, which an operator made and gave to the person
  Passkey,   // another passkey of the reviewer signed the change
  Provider,  // the identity provider logged the reviewer in, who had no passkey for this site
  Operator,  // an operator revoked the passkey
};
template <>
inline constexpr auto enum_names<KeyWord> = std::to_array<Named<KeyWord>>({
    {KeyWord::Unsaid, "UNSAID"},
    {KeyWord::Link, "LINK"},
    {KeyWord::Passkey, "PASSKEY"},
    {KeyWord::Provider, "PROVIDER"},
    {KeyWord::Operator, "OPERATOR"},
});

// A passkey's signature of a change: an assertion (W3C Web Authentication, 7.2). Its challenge is
// ChallengePurpose::KeyChange and the SHA-256 of the statement.
struct KeySignature {
  std::string key_id;              // of the passkey that signed
  std::string authenticator_data;  // base64url of the bytes, as the two below
  std::string client_data;
  std::string signature;
  bool operator==(const KeySignature&) const = default;
};
template <>
inline constexpr auto fields_of<KeySignature> =
    fields(Field{"keyId", &KeySignature::key_id},
           Field{"authenticatorData", &KeySignature::authenticator_data},
           Field{"clientData", &KeySignature::client_data},
           Field{"signature", &KeySignature::signature});
static_assert(record_is_sound<KeySignature>);

// The counter that the signature's authenticator gave; 0 if the data is malformed.
std::uint32_t counter_of(const KeySignature& signature);

// The most bytes of a signature's texts together. The code that makes the command refuses longer
// texts.
inline constexpr std::size_t kKeySignatureBytesMax = 16384;

// The statement that is signed. An auditor rebuilds it from the event of the change.
struct KeyStatement {
  enum class Act : std::uint8_t { Add, Revoke };

  ReviewerId reviewer;
  Act act = Act::Add;
  std::string passkey;  // the id of the added or revoked passkey
  Sha256 key;           // of the DER of its SubjectPublicKeyInfo
  std::string site;     // the origin of its page
};

// The bytes of the statement. Each line ends with a line feed. Pure.
//
//   countersign passkey v1
//   reviewer rvw_AAECAwQFBgcICQoLDA0ODw
//   act add                                    (or "revoke")
//   passkey AAECAwQFBgcICQoLDA0ODw
//   key 8d1f...                                (hexadecimal)
//   site https://review.example.com
//
// REQUIRES: no text has a line feed.
std::string text_of(const KeyStatement& statement);

}  // namespace countersign
