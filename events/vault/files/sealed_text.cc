#include "events/vault/files/sealed_text.h"

#include <cstdint>

#include "core/text/base64url.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"
#include "events/crypto/hkdf.h"

namespace countersign {
namespace {

constexpr char kSealedTextVersion = 1;
constexpr std::string_view kLabel = "countersign sealed text v1";
constexpr std::size_t kNonceAt = 1;
constexpr std::size_t kSealedAt = kNonceAt + kGcmNonceBytes;

MutableBytes writable(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

AesGcm cipher(const SessionKey& key) { return AesGcm(derive_key(key.reveal(), kLabel).reveal()); }

// Unambiguous: the id has a fixed length, so no two pairs give the same bytes.
std::string associated_data(const SessionId& session, std::string_view context) {
  std::string associated(text_of(session.value()));
  associated += context;
  return associated;
}

}  // namespace

std::string seal_text(const SessionKey& key,
                      const SessionId& session,
                      std::string_view context,
                      std::string_view plain,
                      RandomSource& random) {
  std::string sealed(kSealedAt + plain.size() + kGcmTagBytes, '\0');
  sealed[0] = kSealedTextVersion;
  const MutableBytes bytes = writable(sealed);
  const std::span<std::uint8_t, kGcmNonceBytes> nonce = bytes.subspan<kNonceAt, kGcmNonceBytes>();
  random.fill(nonce);
  cipher(key).seal(nonce,
                   bytes_of(associated_data(session, context)),
                   bytes_of(plain),
                   bytes.subspan(kSealedAt));
  return to_base64url(sealed);
}

std::optional<std::string> open_text(const SessionKey& key,
                                     const SessionId& session,
                                     std::string_view context,
                                     std::string_view sealed) {
  const std::optional<std::string> decoded = from_base64url(sealed);
  if (!decoded || decoded->size() < kSealedAt + kGcmTagBytes) return std::nullopt;
  if (decoded->front() != kSealedTextVersion) return std::nullopt;
  const ByteView bytes = bytes_of(*decoded);
  std::string plain(decoded->size() - kSealedAt - kGcmTagBytes, '\0');
  const bool authentic = cipher(key).open(bytes.subspan<kNonceAt, kGcmNonceBytes>(),
                                          bytes_of(associated_data(session, context)),
                                          bytes.subspan(kSealedAt),
                                          writable(plain));
  if (!authentic) return std::nullopt;
  return plain;
}

}  // namespace countersign
