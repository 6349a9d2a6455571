#include "events/crypto/passkey/assertion.h"

#include <algorithm>
#include <vector>

#include "core/big_endian.h"
#include "core/event/decision_signature.h"
#include "core/text/base64url.h"
#include "core/text/json_document.h"
#include "events/crypto/passkey/spki.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

// Real ones are a tenth of this.
constexpr std::size_t kClientDataBytesMax = 8192;
constexpr std::size_t kAuthenticatorDataBytesMax = 8192;
constexpr std::size_t kSignatureBytesMax = 256;  // RSA of 2048 bits

// The layout of authenticator data, section 6.1.
constexpr std::size_t kFlagsAt = 32;
enum Flag : std::uint8_t {
  UserPresent = 0x01,
  UserVerified = 0x04,
  MayBeBackedUp = 0x08,
  IsBackedUp = 0x10,
  HasCredential = 0x40,
  HasExtensions = 0x80,
};

using rapidjson::Document;
using rapidjson::Value;

bool has_member_twice(const Document& object) {
  std::vector<std::string_view> names;
  for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
    names.push_back(string_in(member->name));
  }
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

const Value* client_member(const Document& object, const char* name) {
  const auto found = object.FindMember(name);
  return found == object.MemberEnd() ? nullptr : &found->value;
}

// The text of a required member; nullopt if the member is missing or is no string.
std::optional<std::string_view> client_text(const Document& object, const char* name) {
  const Value* value = client_member(object, name);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return string_in(*value);
}

// Whether a frame of another site made the call: `crossOrigin` is true, or `topOrigin` is there,
// which a browser gives in that case alone.
bool is_of_other_site(const Document& object) {
  const Value* cross = client_member(object, "crossOrigin");
  return client_member(object, "topOrigin") != nullptr || (cross != nullptr && cross->IsTrue());
}

bool is_malformed(const Document& object) {
  const Value* cross = client_member(object, "crossOrigin");
  return has_member_twice(object) || !client_text(object, "type") ||
         !client_text(object, "challenge") || !client_text(object, "origin") ||
         (cross != nullptr && !cross->IsBool());
}

bool parse_client_data(Document& object, std::string_view json) {
  return json.size() <= kClientDataBytesMax && parse_json(object, json) && object.IsObject() &&
         !is_malformed(object);
}

}  // namespace

std::optional<AssertionFault> fault_in_client_data(std::string_view client_data_json,
                                                   std::string_view type,
                                                   std::string_view challenge,
                                                   std::string_view origin) {
  using enum AssertionFault;
  Document object;
  if (!parse_client_data(object, client_data_json)) return Malformed;
  if (client_text(object, "type") != type) return WrongType;
  if (client_text(object, "challenge") != to_base64url(challenge)) return WrongChallenge;
  if (client_text(object, "origin") != origin || is_of_other_site(object)) return WrongOrigin;
  return std::nullopt;
}

std::optional<std::string> challenge_in(std::string_view client_data_json) {
  Document object;
  if (!parse_client_data(object, client_data_json)) return std::nullopt;
  return from_base64url(*client_text(object, "challenge"));
}

std::optional<AuthenticatorData> parse_authenticator_data(std::string_view bytes) {
  if (bytes.size() < kAuthenticatorDataFixedBytes || bytes.size() > kAuthenticatorDataBytesMax)
    return std::nullopt;
  const auto flags = static_cast<std::uint8_t>(bytes[kFlagsAt]);
  const auto has = [flags](Flag flag) { return (flags & flag) != 0; };
  if (has(IsBackedUp) && !has(MayBeBackedUp)) return std::nullopt;  // section 6.1.3
  const bool has_more = bytes.size() > kAuthenticatorDataFixedBytes;
  if (has_more != (has(HasCredential) || has(HasExtensions))) return std::nullopt;
  AuthenticatorData data{.user_present = has(UserPresent),
                         .user_verified = has(UserVerified),
                         .has_credential = has(HasCredential),
                         .has_extensions = has(HasExtensions),
                         .counter = big_endian<std::uint32_t>(bytes.substr(kSignCounterAt))};
  std::copy_n(bytes.begin(), data.relying_party_hash.size(), data.relying_party_hash.begin());
  return data;
}

std::optional<AssertionFault> fault_in(const AuthenticatorData& data,
                                       std::string_view relying_party) {
  using enum AssertionFault;
  if (data.relying_party_hash != sha256(relying_party)) return WrongRelyingParty;
  if (!data.user_present) return UserNotPresent;
  if (!data.user_verified) return UserNotVerified;
  return std::nullopt;
}

Result<std::uint32_t, AssertionFault> verify_assertion(const PasskeyPublic& key,
                                                       std::string_view authenticator_data,
                                                       std::string_view client_data_json,
                                                       std::string_view signature,
                                                       std::string_view challenge) {
  using enum AssertionFault;
  const auto data = parse_authenticator_data(authenticator_data);
  // An assertion has no credential behind its data.
  if (!data || data->has_credential || signature.size() > kSignatureBytesMax) return Malformed;
  if (!is_passkey_spki(key.spki)) return Malformed;
  if (const auto fault =
          fault_in_client_data(client_data_json, "webauthn.get", challenge, key.origin)) {
    return *fault;
  }
  if (const auto fault = fault_in(*data, key.relying_party)) return *fault;
  const Digest client_hash = sha256(client_data_json);
  std::string signed_bytes(authenticator_data);
  signed_bytes.append(reinterpret_cast<const char*>(client_hash.data()), client_hash.size());
  if (!passkey_signed(key.spki, signed_bytes, signature)) return WrongSignature;
  return data->counter;
}

}  // namespace countersign
