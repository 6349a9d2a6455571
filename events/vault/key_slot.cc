#include "events/vault/key_slot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"

namespace countersign {
namespace {

constexpr std::string_view kMagic = "CSIGKEY\x02";
constexpr std::string_view kEarlierMagic = "CSIGKEY\x01";
constexpr std::size_t kMasterBytes = 32;
constexpr std::size_t kFileKeyBytes = 32;
constexpr std::size_t kReservedBytes = 4;
constexpr std::size_t kSlotEntries = 2;
constexpr std::size_t kSealedStateAt = kKeySlotHeadBytes + kSlotEntries * kKeySlotEntryBytes;
static_assert(kKeySlotEntryBytes == kMasterBytes + kGcmNonceBytes + kFileKeyBytes + kGcmTagBytes);
static_assert(kKeySlotFixedBytes == kSealedStateAt + kGcmNonceBytes + kReservedBytes +
                                        PuncturableKey::kCountBytes + kGcmTagBytes);

constexpr std::size_t kDayDigits = 8;
constexpr std::size_t kNumberDigits = 16;

template <class T>
std::optional<T> parse_number(std::string_view digits, int base) {
  T value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string head_of(const KeySlotId& id) {
  std::string head(kMagic);
  append_big_endian(head, id.day);
  append_big_endian(head, id.number);
  return head;
}

std::string_view text_of_id(const Digest& master) { return text_of(ByteView(master)); }

std::array<std::uint8_t, kGcmNonceBytes> random_nonce(RandomSource& random) {
  std::array<std::uint8_t, kGcmNonceBytes> nonce;
  random.fill(nonce);
  return nonce;
}

std::string entry_of(const KeySlotId& id,
                     const SecretBytes<32>& file_key,
                     const SlotWrapping& wrapping,
                     RandomSource& random) {
  const auto nonce = random_nonce(random);
  std::array<std::uint8_t, kFileKeyBytes + kGcmTagBytes> sealed;
  const std::string associated = head_of(id).append(text_of_id(wrapping.id()));
  AesGcm(wrapping.key()).seal(nonce, bytes_of(associated), file_key.reveal(), sealed);
  return std::string(text_of_id(wrapping.id()))
      .append(text_of(ByteView(nonce)))
      .append(text_of(ByteView(sealed)));
}

// Overwrites the bytes of a plain state when it goes.
struct PlainState {
  explicit PlainState(std::size_t size) : bytes(size) {}
  ~PlainState() { cleanse(bytes); }
  PlainState(const PlainState&) = delete;
  PlainState& operator=(const PlainState&) = delete;

  std::vector<std::uint8_t> bytes;
};

std::string sealed_state(const KeySlotId& id,
                         const KeySlotState& state,
                         const SecretBytes<32>& file_key,
                         RandomSource& random) {
  std::string reserved;
  append_big_endian(reserved, state.reserved);
  PlainState plain(kReservedBytes + state.tree.encoded_bytes());
  std::ranges::copy(bytes_of(reserved), plain.bytes.begin());
  state.tree.encode(MutableBytes(plain.bytes).subspan(kReservedBytes));
  const auto nonce = random_nonce(random);
  std::vector<std::uint8_t> sealed(plain.bytes.size() + kGcmTagBytes);
  AesGcm(file_key.reveal()).seal(nonce, bytes_of(head_of(id)), plain.bytes, sealed);
  return std::string(text_of(ByteView(nonce))).append(text_of(ByteView(sealed)));
}

std::optional<KeySlotState> open_state(const KeySlotId& id,
                                       std::string_view bytes,
                                       const SecretBytes<32>& file_key) {
  const ByteView sealed = bytes_of(bytes.substr(kSealedStateAt));
  PlainState plain(sealed.size() - kGcmNonceBytes - kGcmTagBytes);
  if (!AesGcm(file_key.reveal())
           .open(sealed.first<kGcmNonceBytes>(),
                 bytes_of(head_of(id)),
                 sealed.subspan(kGcmNonceBytes),
                 plain.bytes)) {
    return std::nullopt;
  }
  KeySlotState state;
  state.reserved = big_endian<std::uint32_t>(text_of(ByteView(plain.bytes)));
  auto tree = PuncturableKey::decode(ByteView(plain.bytes).subspan(kReservedBytes));
  if (!tree || state.reserved > kTreeLeaves) return std::nullopt;
  state.tree = *std::move(tree);
  return state;
}

bool is_none(std::string_view entry) {
  return std::ranges::all_of(entry, [](char byte) { return byte == 0; });
}

}  // namespace

std::string to_string(const KeySlotId& id) {
  return fmt::format("{:08}.{:016x}", id.day, id.number);
}

std::optional<KeySlotId> parse_key_slot_id(std::string_view text) {
  if (text.size() != kDayDigits + 1 + kNumberDigits || text[kDayDigits] != '.') {
    return std::nullopt;
  }
  const auto day = parse_number<std::uint32_t>(text.substr(0, kDayDigits), 10);
  const auto number = parse_number<std::uint64_t>(text.substr(kDayDigits + 1), 16);
  if (!day || !number) return std::nullopt;
  const KeySlotId id{*day, *number};
  if (to_string(id) != text) return std::nullopt;
  return id;
}

std::uint32_t day_number(std::string_view day) {
  const auto number = parse_number<std::uint32_t>(day, 10);
  check(number.has_value() && day.size() == kDayDigits,
        "a day that is converted to a number is eight digits");
  return *number;
}

std::string to_string(const KeyLeaf& leaf) {
  return fmt::format("{}/{}", to_string(leaf.slot), leaf.leaf);
}

std::string_view describe(KeySlotFault fault) {
  switch (fault) {
    case KeySlotFault::EarlierFormat:
      return "was written by an earlier version, whose format is no longer supported";
    case KeySlotFault::OtherSlot:
      return "is the file of another slot";
    case KeySlotFault::OtherMaster:
      return "was written with another master key";
    case KeySlotFault::Damaged:
      return "was cut short or changed";
  }
  return "";
}

std::string encode_key_slot(const KeySlotId& id,
                            const KeySlotState& state,
                            const SlotWrapping& first,
                            const SlotWrapping* second,
                            RandomSource& random) {
  const auto file_key = SecretBytes<32>::random(random);
  std::string bytes = head_of(id) + entry_of(id, file_key, first, random);
  if (second != nullptr) bytes += entry_of(id, file_key, *second, random);
  bytes.resize(kSealedStateAt, '\0');
  return bytes + sealed_state(id, state, file_key, random);
}

Result<OpenedKeySlot, KeySlotFault> open_key_slot(const KeySlotId& id,
                                                  std::string_view bytes,
                                                  const SlotWrapping& wrapping) {
  const std::string head = head_of(id);
  if (bytes.starts_with(kEarlierMagic)) return KeySlotFault::EarlierFormat;
  if (bytes.size() < kKeySlotFixedBytes || bytes.size() > kKeySlotBytesMax ||
      !bytes.starts_with(kMagic)) {
    return KeySlotFault::Damaged;
  }
  if (!bytes.starts_with(head)) return KeySlotFault::OtherSlot;
  const std::string associated = head + std::string(text_of_id(wrapping.id()));
  std::optional<SecretBytes<32>> file_key;
  bool has_other = false;
  for (std::size_t i = 0; i < kSlotEntries; ++i) {
    const std::string_view entry =
        bytes.substr(kKeySlotHeadBytes + i * kKeySlotEntryBytes, kKeySlotEntryBytes);
    if (is_none(entry)) continue;
    if (!entry.starts_with(text_of_id(wrapping.id()))) {
      has_other = true;
      continue;
    }
    const ByteView rest = bytes_of(entry).subspan(kMasterBytes);
    SecretBytes<32> key;
    if (!AesGcm(wrapping.key())
             .open(rest.first<kGcmNonceBytes>(),
                   bytes_of(associated),
                   rest.subspan(kGcmNonceBytes),
                   key.overwrite())) {
      return KeySlotFault::Damaged;
    }
    file_key = std::move(key);
  }
  if (!file_key) return has_other ? KeySlotFault::OtherMaster : KeySlotFault::Damaged;
  auto state = open_state(id, bytes, *file_key);
  if (!state) return KeySlotFault::Damaged;
  return OpenedKeySlot{*std::move(state), has_other};
}

}  // namespace countersign
