#include "events/vault/session_key.h"

#include <algorithm>
#include <array>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"

namespace countersign {
namespace {

constexpr char kWrappedVersion = 3;
constexpr std::size_t kLeafBytes = 4 + 8 + 4;
constexpr std::size_t kWrappedHeadBytes = 1 + 2 * kLeafBytes;
constexpr std::size_t kWrappedSealedAt = kWrappedHeadBytes + kGcmNonceBytes;

void append_leaf(std::string& head, const KeyLeaf& leaf) {
  append_big_endian(head, leaf.slot.day);
  append_big_endian(head, leaf.slot.number);
  append_big_endian(head, leaf.leaf);
}

KeyLeaf leaf_at(std::string_view bytes) {
  return {{big_endian<std::uint32_t>(bytes), big_endian<std::uint64_t>(bytes.substr(4))},
          big_endian<std::uint32_t>(bytes.substr(12))};
}

std::string associated(std::string_view head, const SessionId& session) {
  return std::string(head).append(text_of(ByteView(session.value())));
}

}  // namespace

std::optional<KeyLeaves> leaves_of(const WrappedKey& wrapped) {
  const std::string_view bytes = wrapped.value();
  if (bytes.size() != kWrappedKeyBytes || bytes[0] != kWrappedVersion) return std::nullopt;
  KeyLeaves leaves{leaf_at(bytes.substr(1))};
  const KeyLeaf previous = leaf_at(bytes.substr(1 + kLeafBytes));
  if (leaves.leaf.leaf >= kTreeLeaves || previous.leaf >= kTreeLeaves) return std::nullopt;
  if (previous != KeyLeaf{}) leaves.previous = previous;
  return leaves;
}

WrappedKey wrap_key(const SecretBytes<32>& leaf_key,
                    const KeyLeaves& leaves,
                    const SessionId& session,
                    const SessionKey& key,
                    RandomSource& random) {
  std::string wrapped(1, kWrappedVersion);
  append_leaf(wrapped, leaves.leaf);
  append_leaf(wrapped, leaves.previous.value_or(KeyLeaf{}));
  std::array<std::uint8_t, kGcmNonceBytes> nonce;
  random.fill(nonce);
  std::array<std::uint8_t, kWrappedKeyBytes - kWrappedSealedAt> sealed;
  const std::string bound = associated(wrapped, session);
  AesGcm(leaf_key.reveal()).seal(nonce, bytes_of(bound), key.reveal(), sealed);
  wrapped.append(text_of(ByteView(nonce))).append(text_of(ByteView(sealed)));
  return WrappedKey(std::move(wrapped));
}

Result<SessionKey, UnwrapError> unwrap_key(const SecretBytes<32>& leaf_key,
                                           const SessionId& session,
                                           const WrappedKey& wrapped) {
  if (!leaves_of(wrapped)) return UnwrapError::Malformed;
  const std::string bound = associated(wrapped.value().substr(0, kWrappedHeadBytes), session);
  const ByteView bytes = bytes_of(wrapped.value());
  SecretBytes<32> key;
  const bool authentic = AesGcm(leaf_key.reveal())
                             .open(bytes.subspan<kWrappedHeadBytes, kGcmNonceBytes>(),
                                   bytes_of(bound),
                                   bytes.subspan(kWrappedSealedAt),
                                   key.overwrite());
  if (!authentic) return UnwrapError::NotAuthentic;
  return SessionKey(std::move(key));
}

}  // namespace countersign
