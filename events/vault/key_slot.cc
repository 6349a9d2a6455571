#include "events/vault/key_slot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"

namespace countersign {
namespace {

constexpr std::string_view kMagic = "CSIGKEY\x01";
constexpr std::size_t kSlotHeadBytes = 8 + 4 + 8;
constexpr std::size_t kMasterBytes = 32;
constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kEntryBytes = kMasterBytes + kGcmNonceBytes + kKeyBytes + kGcmTagBytes;
constexpr std::size_t kEntries = 2;
static_assert(kSlotHeadBytes + kEntries * kEntryBytes <= kKeySlotBytes);

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

std::string entry_of(const KeySlotId& id,
                     const SecretBytes<32>& key,
                     const SlotWrapping& wrapping,
                     RandomSource& random) {
  std::array<std::uint8_t, kGcmNonceBytes> nonce;
  random.fill(nonce);
  std::array<std::uint8_t, kKeyBytes + kGcmTagBytes> sealed;
  const std::string associated = head_of(id).append(text_of_id(wrapping.id()));
  AesGcm(wrapping.key()).seal(nonce, bytes_of(associated), key.reveal(), sealed);
  return std::string(text_of_id(wrapping.id()))
      .append(text_of(ByteView(nonce)))
      .append(text_of(ByteView(sealed)));
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

std::string encode_key_slot(const KeySlotId& id,
                            const SecretBytes<32>& key,
                            const SlotWrapping& first,
                            const SlotWrapping* second,
                            RandomSource& random) {
  std::string bytes = head_of(id) + entry_of(id, key, first, random);
  if (second != nullptr) bytes += entry_of(id, key, *second, random);
  bytes.resize(kKeySlotBytes, '\0');
  return bytes;
}

std::optional<OpenedKeySlot> open_key_slot(const KeySlotId& id,
                                           std::string_view bytes,
                                           const SlotWrapping& wrapping) {
  const std::string head = head_of(id);
  if (bytes.size() != kKeySlotBytes || !bytes.starts_with(head)) return std::nullopt;
  const std::string associated = head + std::string(text_of_id(wrapping.id()));
  std::optional<OpenedKeySlot> opened;
  bool has_other = false;
  for (std::size_t i = 0; i < kEntries; ++i) {
    const std::string_view entry = bytes.substr(kSlotHeadBytes + i * kEntryBytes, kEntryBytes);
    if (is_none(entry)) continue;
    if (!entry.starts_with(text_of_id(wrapping.id()))) {
      has_other = true;
      continue;
    }
    const ByteView rest = bytes_of(entry).subspan(kMasterBytes);
    OpenedKeySlot slot;
    if (!AesGcm(wrapping.key())
             .open(rest.first<kGcmNonceBytes>(),
                   bytes_of(associated),
                   rest.subspan(kGcmNonceBytes),
                   slot.key.overwrite())) {
      return std::nullopt;
    }
    opened = std::move(slot);
  }
  if (opened) opened->has_other_master = has_other;
  return opened;
}

}  // namespace countersign
