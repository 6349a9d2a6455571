#include "events/vault/session_key.h"

#include <algorithm>
#include <array>

#include "events/crypto/aes_gcm.h"
#include "events/crypto/bytes.h"

namespace countersign {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kNonceAt = 1;
constexpr std::size_t kSealedAt = kNonceAt + kGcmNonceBytes;

}  // namespace

WrappedKey KeyWrap::wrap(const SessionId& session, const SessionKey& key) const {
  std::array<std::uint8_t, kWrappedKeyBytes> wrapped;
  const MutableBytes bytes(wrapped);
  wrapped[0] = kVersion;
  const std::span<std::uint8_t, kGcmNonceBytes> nonce = bytes.subspan<kNonceAt, kGcmNonceBytes>();
  random_.fill(nonce);
  AesGcm(key_.reveal()).seal(nonce, session.value(), key.reveal(), bytes.subspan(kSealedAt));
  return WrappedKey(std::string(text_of(wrapped)));
}

Result<SessionKey, UnwrapError> KeyWrap::unwrap(const SessionId& session,
                                                const WrappedKey& wrapped) const {
  const ByteView bytes = bytes_of(wrapped.value());
  if (bytes.size() != kWrappedKeyBytes || bytes[0] != kVersion) return UnwrapError::Malformed;
  SecretBytes<32> key;
  const bool authentic = AesGcm(key_.reveal())
                             .open(bytes.subspan<kNonceAt, kGcmNonceBytes>(),
                                   session.value(),
                                   bytes.subspan(kSealedAt),
                                   key.overwrite());
  if (!authentic) return UnwrapError::NotAuthentic;
  return SessionKey(std::move(key));
}

}  // namespace countersign
