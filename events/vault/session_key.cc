#include "events/vault/session_key.h"

#include <algorithm>
#include <array>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"

namespace countersign {
namespace {

constexpr char kTwoLeaves = 3;
constexpr char kMoreLeaves = 4;
constexpr std::size_t kLeafBytes = 4 + 8 + 4;
constexpr std::size_t kTwoLeavesBytes = 1 + 2 * kLeafBytes;  // the head of a kTwoLeaves
constexpr std::size_t kSealedBytes = kWrappedKeyBytes - kTwoLeavesBytes - kGcmNonceBytes;

void append_leaf(std::string& head, const KeyLeaf& leaf) {
  append_big_endian(head, leaf.slot.day);
  append_big_endian(head, leaf.slot.number);
  append_big_endian(head, leaf.leaf);
}

KeyLeaf leaf_at(std::string_view bytes) {
  return {{big_endian<std::uint32_t>(bytes), big_endian<std::uint64_t>(bytes.substr(4))},
          big_endian<std::uint32_t>(bytes.substr(12))};
}

// The length of the head; nullopt if `bytes` is no wrapped key by its version and length.
std::optional<std::size_t> head_bytes(std::string_view bytes) {
  if (bytes.size() < kWrappedKeyBytes) return std::nullopt;
  std::size_t head = kTwoLeavesBytes;
  if (bytes[0] == kMoreLeaves) {
    const auto count = static_cast<unsigned char>(bytes[kTwoLeavesBytes]);
    if (count == 0) return std::nullopt;
    head += 1 + count * kLeafBytes;
  } else if (bytes[0] != kTwoLeaves) {
    return std::nullopt;
  }
  if (bytes.size() != head + kGcmNonceBytes + kSealedBytes) return std::nullopt;
  return head;
}

std::string associated(std::string_view head, const SessionId& session) {
  return std::string(head).append(text_of(ByteView(session.value())));
}

}  // namespace

std::optional<KeyLeaves> leaves_of(const WrappedKey& wrapped) {
  const std::string_view bytes = wrapped.value();
  const auto head = head_bytes(bytes);
  if (!head) return std::nullopt;
  KeyLeaves leaves{leaf_at(bytes.substr(1))};
  const KeyLeaf previous = leaf_at(bytes.substr(1 + kLeafBytes));
  if (leaves.leaf.leaf >= kTreeLeaves || previous.leaf >= kTreeLeaves) return std::nullopt;
  if (previous != KeyLeaf{}) leaves.previous = previous;
  for (std::size_t at = kTwoLeavesBytes + 1; at < *head; at += kLeafBytes) {
    leaves.earlier.push_back(leaf_at(bytes.substr(at)));
    if (leaves.earlier.back().leaf >= kTreeLeaves) return std::nullopt;
  }
  return leaves;
}

std::vector<KeyLeaf> KeyLeaves::all() const {
  std::vector<KeyLeaf> leaves{leaf};
  if (previous) leaves.push_back(*previous);
  leaves.insert(leaves.end(), earlier.begin(), earlier.end());
  return leaves;
}

KeyLeaves leaves_after(const KeyLeaf& leaf, std::span<const KeyLeaf> before) {
  KeyLeaves leaves{leaf};
  if (before.empty()) return leaves;
  leaves.previous = before.front();
  leaves.earlier.assign(before.begin() + 1, before.end());
  return leaves;
}

WrappedKey wrap_key(const SecretBytes<32>& leaf_key,
                    const KeyLeaves& leaves,
                    const SessionId& session,
                    const SessionKey& key,
                    RandomSource& random) {
  check(leaves.earlier.size() <= kEarlierLeavesMax, "a wrapped key can name its earlier leaves");
  std::string wrapped(1, leaves.earlier.empty() ? kTwoLeaves : kMoreLeaves);
  append_leaf(wrapped, leaves.leaf);
  append_leaf(wrapped, leaves.previous.value_or(KeyLeaf{}));
  if (!leaves.earlier.empty()) wrapped += static_cast<char>(leaves.earlier.size());
  for (const KeyLeaf& each : leaves.earlier) append_leaf(wrapped, each);
  std::array<std::uint8_t, kGcmNonceBytes> nonce;
  random.fill(nonce);
  std::array<std::uint8_t, kSealedBytes> sealed;
  const std::string bound = associated(wrapped, session);
  AesGcm(leaf_key.reveal()).seal(nonce, bytes_of(bound), key.reveal(), sealed);
  wrapped.append(text_of(ByteView(nonce))).append(text_of(ByteView(sealed)));
  return WrappedKey(std::move(wrapped));
}

Result<SessionKey, UnwrapError> unwrap_key(const SecretBytes<32>& leaf_key,
                                           const SessionId& session,
                                           const WrappedKey& wrapped) {
  if (!leaves_of(wrapped)) return UnwrapError::Malformed;
  const std::size_t head = *head_bytes(wrapped.value());
  const std::string bound = associated(wrapped.value().substr(0, head), session);
  const ByteView bytes = bytes_of(wrapped.value()).subspan(head);
  SecretBytes<32> key;
  const bool authentic = AesGcm(leaf_key.reveal())
                             .open(bytes.first<kGcmNonceBytes>(),
                                   bytes_of(bound),
                                   bytes.subspan(kGcmNonceBytes),
                                   key.overwrite());
  if (!authentic) return UnwrapError::NotAuthentic;
  return SessionKey(std::move(key));
}

}  // namespace countersign
