#include "http/review/passkey/attested_credential.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/big_endian.h"
#include "events/crypto/passkey/assertion.h"

namespace countersign::http {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t kModelBytes = 16;              // the AAGUID
constexpr std::size_t kCredentialIdBytesMax = 1023;  // section 4, "Credential ID"
constexpr std::size_t kExtensionNameBytesMax = 32;   // section 9.1

// The first byte of an item of CBOR (RFC 8949 section 3): the type, and a number below 24.
enum CborHead : std::uint8_t {
  CborText = 0x60,
  CborMap = 0xa0,
  CborFalse = 0xf4,
  CborTrue = 0xf5,
};
constexpr std::uint8_t kByteFollows = 24;  // in the place of the number, which is in the next byte

// Takes bytes off the front of what is left.
class AttestedBytes {
 public:
  explicit AttestedBytes(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::string_view> take(std::size_t size) {
    if (rest_.size() < size) return std::nullopt;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::optional<std::uint8_t> take_byte() {
    const auto byte = take(1);
    if (!byte) return std::nullopt;
    return static_cast<std::uint8_t>(byte->front());
  }
  bool take_exactly(std::string_view wanted) { return take(wanted.size()) == wanted; }
  bool is_done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// The bytes before a part of the key, and the part's size.
struct KeyPart {
  std::string_view head;
  std::size_t size = 0;
};
struct KeyForm {
  PasskeyAlgorithm algorithm;
  std::array<KeyPart, 2> parts;
};

// Written as in CBOR's diagnostic notation, the key types and algorithms by their numbers.
constexpr KeyForm kKeyForms[] = {
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    {PasskeyAlgorithm::Es256,
     {{{"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"sv, 32}, {"\x22\x58\x20"sv, 32}}}},
    // {1: 1, 3: -8, -1: 6, -2: x}
    {PasskeyAlgorithm::EdDsa, {{{"\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20"sv, 32}, {""sv, 0}}}},
    // {1: 3, 3: -257, -1: n, -2: e}
    {PasskeyAlgorithm::Rs256,
     {{{"\xa4\x01\x03\x03\x39\x01\x00\x20\x59\x01\x00"sv, 256}, {"\x21\x43"sv, 3}}}},
};
static_assert(std::size(kKeyForms) == std::size(kPasskeyAlgorithms));

// The key of this form; nullopt, and the reader as it was, if what comes is not.
std::optional<std::string> take_key(AttestedBytes& reader, const KeyForm& form) {
  AttestedBytes at = reader;
  std::array<std::string_view, 2> taken;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (!at.take_exactly(form.parts[i].head)) return std::nullopt;
    const auto bytes = at.take(form.parts[i].size);
    if (!bytes) return std::nullopt;
    taken[i] = *bytes;
  }
  reader = at;
  std::string key;
  key.reserve(taken[0].size() + taken[1].size());
  return key.append(taken[0]).append(taken[1]);
}

// A name of an extension: printable ASCII (section 9.1), of a length in the head or in one byte.
std::optional<std::string_view> take_name(AttestedBytes& reader) {
  const auto head = reader.take_byte();
  if (!head || *head < CborText || *head > CborText + kByteFollows) return std::nullopt;
  std::size_t size = *head - CborText;
  if (size == kByteFollows) {
    const auto length = reader.take_byte();
    if (!length || *length < kByteFollows) return std::nullopt;
    size = *length;
  }
  if (size == 0 || size > kExtensionNameBytesMax) return std::nullopt;
  const auto name = reader.take(size);
  const auto is_printable = [](char c) { return c >= 0x21 && c <= 0x7e; };
  if (!name || !std::ranges::all_of(*name, is_printable)) return std::nullopt;
  return name;
}

// An unsigned number below 256, or a truth value.
bool take_value(AttestedBytes& reader) {
  const auto head = reader.take_byte();
  if (!head) return false;
  if (*head == kByteFollows) {
    const auto number = reader.take_byte();
    return number && *number >= kByteFollows;
  }
  return *head < kByteFollows || *head == CborFalse || *head == CborTrue;
}

// The order of names in a canonical map: the shorter before the longer, then by their bytes.
bool comes_before(std::string_view name, std::string_view next) {
  return name.size() != next.size() ? name.size() < next.size() : name < next;
}

bool take_extensions(AttestedBytes& reader) {
  const auto head = reader.take_byte();
  if (!head || *head <= CborMap || *head > CborMap + kAttestedExtensionsMax) return false;
  std::string_view before;
  for (int left = *head - CborMap; left > 0; --left) {
    const auto name = take_name(reader);
    if (!name || !comes_before(before, *name) || !take_value(reader)) return false;
    before = *name;
  }
  return true;
}

std::optional<std::string_view> take_id(AttestedBytes& reader) {
  const auto length = reader.take(sizeof(std::uint16_t));
  if (!length) return std::nullopt;
  const auto size = big_endian<std::uint16_t>(*length);
  if (size == 0 || size > kCredentialIdBytesMax) return std::nullopt;
  return reader.take(size);
}

}  // namespace

std::optional<AttestedCredential> read_attested_credential(std::string_view authenticator_data) {
  const auto data = parse_authenticator_data(authenticator_data);
  if (!data || !data->has_credential) return std::nullopt;
  AttestedBytes reader(authenticator_data.substr(kAuthenticatorDataFixedBytes));
  if (!reader.take(kModelBytes)) return std::nullopt;
  const auto id = take_id(reader);
  if (!id) return std::nullopt;
  for (const KeyForm& form : kKeyForms) {
    auto key = take_key(reader, form);
    if (!key) continue;
    if (data->has_extensions && !take_extensions(reader)) return std::nullopt;
    if (!reader.is_done()) return std::nullopt;
    return AttestedCredential{*id, form.algorithm, *std::move(key)};
  }
  return std::nullopt;
}

}  // namespace countersign::http
