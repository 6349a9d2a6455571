#include "events/vault/session_key.h"

#include <algorithm>
#include <array>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"

namespace countersign {
namespace {

constexpr char kWrappedVersion = 2;
constexpr std::size_t kSlotBytes = 12;
constexpr std::size_t kWrappedHeadBytes = 1 + 2 * kSlotBytes;
constexpr std::size_t kWrappedSealedAt = kWrappedHeadBytes + kGcmNonceBytes;

void append_slot(std::string& head, const KeySlotId& slot) {
  append_big_endian(head, slot.day);
  append_big_endian(head, slot.number);
}

KeySlotId slot_at(std::string_view bytes) {
  return {big_endian<std::uint32_t>(bytes), big_endian<std::uint64_t>(bytes.substr(4))};
}

std::string associated(std::string_view head, const SessionId& session) {
  return std::string(head).append(text_of(ByteView(session.value())));
}

}  // namespace

std::optional<KeySlots> slots_of(const WrappedKey& wrapped) {
  const std::string_view bytes = wrapped.value();
  if (bytes.size() != kWrappedKeyBytes || bytes[0] != kWrappedVersion) return std::nullopt;
  KeySlots slots{slot_at(bytes.substr(1))};
  const KeySlotId previous = slot_at(bytes.substr(1 + kSlotBytes));
  if (previous != KeySlotId{}) slots.previous = previous;
  return slots;
}

WrappedKey wrap_key(const SecretBytes<32>& slot_key,
                    const KeySlots& slots,
                    const SessionId& session,
                    const SessionKey& key,
                    RandomSource& random) {
  std::string wrapped(1, kWrappedVersion);
  append_slot(wrapped, slots.slot);
  append_slot(wrapped, slots.previous.value_or(KeySlotId{}));
  std::array<std::uint8_t, kGcmNonceBytes> nonce;
  random.fill(nonce);
  std::array<std::uint8_t, kWrappedKeyBytes - kWrappedSealedAt> sealed;
  const std::string bound = associated(wrapped, session);
  AesGcm(slot_key.reveal()).seal(nonce, bytes_of(bound), key.reveal(), sealed);
  wrapped.append(text_of(ByteView(nonce))).append(text_of(ByteView(sealed)));
  return WrappedKey(std::move(wrapped));
}

Result<SessionKey, UnwrapError> unwrap_key(const SecretBytes<32>& slot_key,
                                           const SessionId& session,
                                           const WrappedKey& wrapped) {
  if (!slots_of(wrapped)) return UnwrapError::Malformed;
  const std::string bound = associated(wrapped.value().substr(0, kWrappedHeadBytes), session);
  const ByteView bytes = bytes_of(wrapped.value());
  SecretBytes<32> key;
  const bool authentic = AesGcm(slot_key.reveal())
                             .open(bytes.subspan<kWrappedHeadBytes, kGcmNonceBytes>(),
                                   bytes_of(bound),
                                   bytes.subspan(kWrappedSealedAt),
                                   key.overwrite());
  if (!authentic) return UnwrapError::NotAuthentic;
  return SessionKey(std::move(key));
}

}  // namespace countersign
