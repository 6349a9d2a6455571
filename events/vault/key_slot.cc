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

constexpr std::string_view kEarlierMagic = "CSIGKEY\x01";
constexpr std::string_view kWholeMagic = "CSIGKEY\x02";
constexpr std::string_view kDividedMagic = "CSIGKEY\x04";
constexpr std::string_view kPartMagic = "CSIGKEY\x07";
constexpr std::size_t kMasterBytes = 32;
constexpr std::size_t kFileKeyBytes = 32;
constexpr std::size_t kReservedBytes = 4;
constexpr std::size_t kSlotEntries = 2;
constexpr std::size_t kEntriesBytes = kSlotEntries * kKeySlotEntryBytes;
constexpr unsigned kPartsInByte = 8;
static_assert(kKeySlotEntryBytes == kMasterBytes + kGcmNonceBytes + kFileKeyBytes + kGcmTagBytes);
static_assert(kKeySlotFixedBytes == kKeySlotHeadBytes + kEntriesBytes + kGcmNonceBytes +
                                        kReservedBytes + PuncturableKey::kCountBytes +
                                        kGcmTagBytes);
static_assert(kKeyPartFixedBytes == kKeyPartHeadBytes + kEntriesBytes + kGcmNonceBytes +
                                        PuncturableKey::kCountBytes + kGcmTagBytes);

constexpr std::size_t kDayDigits = 8;
constexpr std::size_t kNumberDigits = 16;
constexpr std::size_t kPartDigits = 3;

template <class T>
std::optional<T> parse_number(std::string_view digits, int base) {
  T value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string name_in_file(const KeySlotId& id) {
  std::string name;
  append_big_endian(name, id.day);
  append_big_endian(name, id.number);
  return name;
}

std::string head_of_own(const KeySlotId& id, const DividedKey::Parts& parts) {
  if (parts.empty()) return std::string(kWholeMagic) + name_in_file(id);
  std::string list(kKeyPartListBytes, '\0');
  for (const auto& [part, tree] : parts) {
    char& byte = list[part / kPartsInByte];
    byte = static_cast<char>(static_cast<unsigned char>(byte) | 1U << part % kPartsInByte);
  }
  return std::string(kDividedMagic) + name_in_file(id) + list;
}

std::string head_of_part(const KeySlotId& id, std::uint32_t part) {
  std::string head = std::string(kPartMagic) + name_in_file(id);
  append_big_endian(head, static_cast<std::uint16_t>(part));
  return head;
}

std::string_view text_of_id(const Digest& master) { return text_of(ByteView(master)); }

std::array<std::uint8_t, kGcmNonceBytes> random_nonce(RandomSource& random) {
  std::array<std::uint8_t, kGcmNonceBytes> nonce;
  random.fill(nonce);
  return nonce;
}

std::string entry_of(std::string_view head,
                     const SecretBytes<32>& file_key,
                     const SlotWrapping& wrapping,
                     RandomSource& random) {
  const auto nonce = random_nonce(random);
  std::array<std::uint8_t, kFileKeyBytes + kGcmTagBytes> sealed;
  const std::string associated = std::string(head).append(text_of_id(wrapping.id()));
  AesGcm(wrapping.key()).seal(nonce, bytes_of(associated), file_key.reveal(), sealed);
  return std::string(text_of_id(wrapping.id()))
      .append(text_of(ByteView(nonce)))
      .append(text_of(ByteView(sealed)));
}

// Overwrites its bytes when it goes.
struct Plain {
  explicit Plain(std::size_t size) : bytes(size) {}
  ~Plain() { cleanse(bytes); }
  Plain(Plain&&) noexcept = default;
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;

  std::vector<std::uint8_t> bytes;
};

// A file that begins with `head`, under a key of its own.
std::string sealed_file(const std::string& head,
                        const Plain& plain,
                        const SlotWrapping& first,
                        const SlotWrapping* second,
                        RandomSource& random) {
  const auto file_key = SecretBytes<32>::random(random);
  std::string bytes = head + entry_of(head, file_key, first, random);
  if (second != nullptr) bytes += entry_of(head, file_key, *second, random);
  bytes.resize(head.size() + kEntriesBytes, '\0');
  const auto nonce = random_nonce(random);
  std::vector<std::uint8_t> sealed(plain.bytes.size() + kGcmTagBytes);
  AesGcm(file_key.reveal()).seal(nonce, bytes_of(head), plain.bytes, sealed);
  return bytes.append(text_of(ByteView(nonce))).append(text_of(ByteView(sealed)));
}

bool is_none(std::string_view entry) {
  return std::ranges::all_of(entry, [](char byte) { return byte == 0; });
}

struct OpenedFile {
  Plain plain;
  bool has_other_master = false;
};

// REQUIRES: `bytes` begin with `head` and have the bytes of two entries, a nonce and a tag.
Result<OpenedFile, KeySlotFault> open_file(std::string_view head,
                                           std::string_view bytes,
                                           const SlotWrapping& wrapping) {
  const std::string associated = std::string(head).append(text_of_id(wrapping.id()));
  std::optional<SecretBytes<32>> file_key;
  bool has_other = false;
  for (std::size_t i = 0; i < kSlotEntries; ++i) {
    const std::string_view entry =
        bytes.substr(head.size() + i * kKeySlotEntryBytes, kKeySlotEntryBytes);
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
  const ByteView sealed = bytes_of(bytes.substr(head.size() + kEntriesBytes));
  OpenedFile opened{Plain(sealed.size() - kGcmNonceBytes - kGcmTagBytes), has_other};
  if (!AesGcm(file_key->reveal())
           .open(sealed.first<kGcmNonceBytes>(),
                 bytes_of(head),
                 sealed.subspan(kGcmNonceBytes),
                 opened.plain.bytes)) {
    return KeySlotFault::Damaged;
  }
  return opened;
}

Result<OpenedKeySlot, KeySlotFault> open_files(const KeySlotId& id,
                                               std::string_view own_file,
                                               const std::map<std::uint32_t, std::string>& parts,
                                               const SlotWrapping& wrapping) {
  auto own = open_key_rest(id, own_file, wrapping);
  if (!own) return own.error();
  const std::set<std::uint32_t> listed = listed_parts(own_file);
  const auto number_of = [](const auto& part) { return part.first; };
  if (!std::ranges::equal(listed, parts, {}, {}, number_of)) return KeySlotFault::Damaged;
  DividedKey::Parts trees;
  bool has_other = own->has_other_master;
  for (const auto& [part, bytes] : parts) {
    auto opened = open_key_part(id, part, bytes, wrapping);
    if (!opened) return opened.error();
    has_other = has_other || opened->has_other_master;
    trees.emplace(part, std::move(opened->tree));
  }
  auto tree = DividedKey::join(std::move(own->tree), std::move(trees));
  if (!tree) return KeySlotFault::Damaged;
  return OpenedKeySlot{{own->reserved, *std::move(tree)}, has_other};
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

std::string name_of_part(const KeySlotId& id, std::uint32_t part) {
  return fmt::format("{}.{:03x}", to_string(id), part);
}

std::optional<KeyPartId> parse_key_part_id(std::string_view text) {
  constexpr std::size_t kSlotChars = kDayDigits + 1 + kNumberDigits;
  if (text.size() != kSlotChars + 1 + kPartDigits) return std::nullopt;
  const auto slot = parse_key_slot_id(text.substr(0, kSlotChars));
  const auto part = parse_number<std::uint32_t>(text.substr(kSlotChars + 1), 16);
  if (!slot || !part || *part >= kKeyParts) return std::nullopt;
  if (name_of_part(*slot, *part) != text) return std::nullopt;
  return KeyPartId{*slot, *part};
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
  std::string reserved;
  append_big_endian(reserved, state.reserved);
  const PuncturableKey& rest = state.tree.rest();
  Plain plain(kReservedBytes + rest.encoded_bytes());
  std::ranges::copy(bytes_of(reserved), plain.bytes.begin());
  rest.encode(MutableBytes(plain.bytes).subspan(kReservedBytes));
  return sealed_file(head_of_own(id, state.tree.parts()), plain, first, second, random);
}

std::string encode_key_part(const KeySlotId& id,
                            std::uint32_t part,
                            const KeySlotState& state,
                            const SlotWrapping& first,
                            const SlotWrapping* second,
                            RandomSource& random) {
  const auto found = state.tree.parts().find(part);
  check(found != state.tree.parts().end(), "a part that is encoded is one of the slot's tree");
  Plain plain(found->second.encoded_bytes());
  found->second.encode(plain.bytes);
  return sealed_file(head_of_part(id, part), plain, first, second, random);
}

std::set<std::uint32_t> listed_parts(std::string_view own) {
  std::set<std::uint32_t> parts;
  if (!own.starts_with(kDividedMagic)) return parts;
  if (own.size() < kKeySlotHeadBytes + kKeyPartListBytes) return parts;
  for (std::uint32_t part = 0; part < kKeyParts; ++part) {
    const auto byte = static_cast<unsigned char>(own[kKeySlotHeadBytes + part / kPartsInByte]);
    if ((byte >> part % kPartsInByte & 1U) != 0) parts.insert(part);
  }
  return parts;
}

Result<OpenedKeySlot, KeySlotFault> open_key_slot(const KeySlotId& id,
                                                  const KeySlotFiles& files,
                                                  const SlotWrapping& wrapping) {
  return open_files(id, files.own, files.parts, wrapping);
}

Result<OpenedKeySlot, KeySlotFault> open_key_slot(const KeySlotId& id,
                                                  std::string_view own,
                                                  const SlotWrapping& wrapping) {
  return open_files(id, own, {}, wrapping);
}

Result<OpenedKeyRest, KeySlotFault> open_key_rest(const KeySlotId& id,
                                                  std::string_view own,
                                                  const SlotWrapping& wrapping) {
  if (own.starts_with(kEarlierMagic)) return KeySlotFault::EarlierFormat;
  const bool is_divided = own.starts_with(kDividedMagic);
  const std::size_t list_bytes = is_divided ? kKeyPartListBytes : 0;
  if (own.size() < kKeySlotFixedBytes + list_bytes || own.size() > kKeySlotBytesMax ||
      (!is_divided && !own.starts_with(kWholeMagic))) {
    return KeySlotFault::Damaged;
  }
  if (!own.substr(kWholeMagic.size()).starts_with(name_in_file(id))) {
    return KeySlotFault::OtherSlot;
  }
  if (is_divided && listed_parts(own).empty()) return KeySlotFault::Damaged;
  auto file = open_file(own.substr(0, kKeySlotHeadBytes + list_bytes), own, wrapping);
  if (!file) return file.error();
  const ByteView plain(file->plain.bytes);
  const auto reserved = big_endian<std::uint32_t>(text_of(plain));
  auto rest = PuncturableKey::decode(plain.subspan(kReservedBytes));
  if (!rest || reserved > kTreeLeaves) return KeySlotFault::Damaged;
  return OpenedKeyRest{reserved, *std::move(rest), file->has_other_master};
}

Result<OpenedKeyPart, KeySlotFault> open_key_part(const KeySlotId& id,
                                                  std::uint32_t part,
                                                  std::string_view bytes,
                                                  const SlotWrapping& wrapping) {
  if (bytes.size() < kKeyPartFixedBytes || bytes.size() > kKeyPartBytesMax ||
      !bytes.starts_with(kPartMagic)) {
    return KeySlotFault::Damaged;
  }
  if (!bytes.starts_with(head_of_part(id, part))) return KeySlotFault::OtherSlot;
  auto file = open_file(bytes.substr(0, kKeyPartHeadBytes), bytes, wrapping);
  if (!file) return file.error();
  auto tree = PuncturableKey::decode(file->plain.bytes);
  if (!tree) return KeySlotFault::Damaged;
  return OpenedKeyPart{*std::move(tree), file->has_other_master};
}

}  // namespace countersign
