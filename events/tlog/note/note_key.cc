#include "events/tlog/note/note_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/base64url.h"
#include "core/text/printable.h"
#include "core/text/utf8.h"
#include "events/crypto/ed25519_public_key.h"
#include "events/crypto/sha256.h"

namespace countersign::tlog {
namespace {

constexpr std::string_view kPrivatePrefix = "PRIVATE+KEY+";
constexpr std::size_t kKeyBytes = 32;

// The printable Unicode White_Space characters beyond ASCII, except U+2000 to U+200A.
constexpr std::array<std::string_view, 5> kSpaces = {
    "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};

// U+2000 to U+200A.
bool is_typographic_space(std::string_view character) {
  return character.size() == 3 && character.starts_with("\xE2\x80") && character[2] <= '\x8A';
}

bool may_be_in_name(std::string_view character) {
  if (character == " " || character == "+" || !is_printable(character)) return false;
  return std::ranges::find(kSpaces, character) == kSpaces.end() && !is_typographic_space(character);
}

std::uint32_t key_id(KeyType type, std::string_view name, const Ed25519PublicKey& key) {
  std::string head(name);
  head += '\n';
  head += static_cast<char>(type);
  return big_endian<std::uint32_t>(text_of(sha256(bytes_of(head), key)));
}

std::optional<KeyType> key_type(std::uint8_t byte) {
  if (byte == static_cast<std::uint8_t>(KeyType::Log)) return KeyType::Log;
  if (byte == static_cast<std::uint8_t>(KeyType::Witness)) return KeyType::Witness;
  return std::nullopt;
}

// The parts of the text of a verifier key or a signer key. In a signer key, `key` is secret.
struct Parts {
  std::string_view name;
  std::string_view id;
  std::string_view key;
};

std::optional<Parts> split(std::string_view text) {
  const std::size_t name_end = text.find('+');
  if (name_end == text.npos) return std::nullopt;
  // Search from the front: the base64 of the key may contain a plus too.
  const std::size_t id_end = text.find('+', name_end + 1);
  if (id_end == text.npos) return std::nullopt;
  return Parts{text.substr(0, name_end),
               text.substr(name_end + 1, id_end - name_end - 1),
               text.substr(id_end + 1)};
}

// A string that is overwritten at destruction, for secrets.
struct Cleansed {
  std::string text;
  ~Cleansed() { cleanse({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}); }
};

struct RawKey {
  KeyType type;
  SecretBytes<kKeyBytes> bytes;  // a secret seed or a public key
};

Result<RawKey, std::string> decode_key(const Parts& parts) {
  if (!is_key_name(parts.name))
    return std::string(
        "the name of the key is empty, or has a space, a + or an unprintable character");
  std::optional<std::string> decoded = from_base64(parts.key);
  if (!decoded) return std::string("the key is not in base64");
  const Cleansed raw{std::move(*decoded)};
  if (raw.text.size() != 1 + kKeyBytes)
    return std::string("the key does not have the length of an Ed25519 key");
  const ByteView bytes = bytes_of(raw.text);
  const std::optional<KeyType> type = key_type(bytes[0]);
  if (!type) return std::string("the key is of a type that is not supported");
  return RawKey{*type, SecretBytes<kKeyBytes>(bytes.last<kKeyBytes>())};
}

std::string id_text(std::uint32_t id) { return fmt::format("{:08x}", id); }

}  // namespace

bool is_key_name(std::string_view name) {
  if (name.empty()) return false;
  while (!name.empty()) {
    const std::size_t length = utf8_length(name);
    if (length == 0 || !may_be_in_name(name.substr(0, length))) return false;
    name.remove_prefix(length);
  }
  return true;
}

VerifierKey::VerifierKey(KeyType type, std::string name, const Ed25519PublicKey& key)
    : type_(type), name_(std::move(name)), key_(key), id_(key_id(type, name_, key_)) {
  check(is_key_name(name_), "the name of a verifier key is a valid key name");
}

Result<VerifierKey, std::string> VerifierKey::parse(std::string_view text) {
  const std::optional<Parts> parts = split(text);
  if (!parts) return std::string("a verifier key is a name, an id and a key, joined by +");
  const Result<RawKey, std::string> raw = decode_key(*parts);
  if (!raw) return raw.error();
  Ed25519PublicKey bytes;
  std::ranges::copy(raw->bytes.reveal(), bytes.begin());
  if (!is_ed25519_public_key(bytes))
    return std::string("the key is not a valid Ed25519 public key");
  VerifierKey key(raw->type, std::string(parts->name), bytes);
  if (parts->id != id_text(key.id()))
    return std::string("the id does not belong to the name and the key");
  return key;
}

std::string VerifierKey::to_text() const {
  std::string raw(1, static_cast<char>(type_));
  raw += text_of(key_);
  return fmt::format("{}+{}+{}", name_, id_text(id_), to_base64(raw));
}

SignerKey::SignerKey(KeyType type, std::string name, const SecretBytes<32>& seed)
    : key_(seed), verifier_(type, std::move(name), key_.public_key()) {}

SignerKey SignerKey::generate(KeyType type, std::string name, RandomSource& random) {
  return {type, std::move(name), SecretBytes<32>::random(random)};
}

Result<SignerKey, std::string> SignerKey::parse(const Secret& text) {
  std::string_view rest = text.reveal();
  if (rest.ends_with('\n')) rest.remove_suffix(1);
  const std::optional<Parts> parts =
      rest.starts_with(kPrivatePrefix) ? split(rest.substr(kPrivatePrefix.size())) : std::nullopt;
  if (!parts)
    return std::string("a signer key is PRIVATE, KEY, a name, an id and a key, joined by +");
  const Result<RawKey, std::string> raw = decode_key(*parts);
  if (!raw) return raw.error();
  SignerKey key(raw->type, std::string(parts->name), raw->bytes);
  if (parts->id != id_text(key.verifier().id()))
    return std::string("the id does not belong to the name and the key");
  return key;
}

Secret SignerKey::to_text() const {
  Cleansed raw;
  raw.text.reserve(1 + kKeyBytes);
  raw.text += static_cast<char>(verifier_.type());
  raw.text += text_of(key_.seed().reveal());
  const Cleansed base64{to_base64(raw.text)};
  Cleansed text;
  text.text.reserve(256 + verifier_.name().size());  // a reallocation would leave a copy behind
  text.text += kPrivatePrefix;
  text.text += verifier_.name() + '+' + id_text(verifier_.id()) + '+';
  text.text += base64.text;
  return Secret(text.text);
}

}  // namespace countersign::tlog
