#include "events/vault/files/sealed_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/base64url.h"
#include "core/text/bytes.h"
#include "events/crypto/aes_gcm.h"
#include "events/crypto/hkdf.h"

namespace countersign {
namespace {

constexpr char kUnpaddedVersion = 1;
constexpr char kPaddedVersion = 2;
constexpr std::size_t kNonceAt = 1;
constexpr std::size_t kSealedAt = kNonceAt + kGcmNonceBytes;
constexpr std::size_t kLengthBytes = 4;

// Each version has a key of its own, so that none can be passed off as the other.
std::string_view label_of(char version) {
  return version == kPaddedVersion ? "countersign sealed text v2" : "countersign sealed text v1";
}

// The length that a text of `size` bytes is padded to.
std::size_t padded_size(std::size_t size) {
  constexpr std::size_t kShort = 1024;
  constexpr std::size_t kLong = 8192;
  const std::size_t step = size <= kShort ? 64 : size <= kLong ? 1024 : 8192;
  return std::max<std::size_t>((size + step - 1) / step, 1) * step;
}

std::string padded(std::string_view plain) {
  std::string text;
  text.reserve(kLengthBytes + padded_size(plain.size()));
  append_big_endian(text, static_cast<std::uint32_t>(plain.size()));
  text += plain;
  text.resize(kLengthBytes + padded_size(plain.size()), '\0');
  return text;
}

// nullopt unless it is what padded() makes.
std::optional<std::string> without_padding(std::string_view text) {
  if (text.size() < kLengthBytes) return std::nullopt;
  const std::size_t size = big_endian<std::uint32_t>(text);
  const std::string_view rest = text.substr(kLengthBytes);
  if (size > rest.size() || rest.size() != padded_size(size)) return std::nullopt;
  if (rest.find_first_not_of('\0', size) != std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, size));
}

MutableBytes writable(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

AesGcm cipher(const SessionKey& key, char version) {
  return AesGcm(derive_key(key.reveal(), label_of(version)).reveal());
}

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
  check(plain.size() <= kSealedTextMax, "a sealed text has at most kSealedTextMax bytes");
  const std::string text = padded(plain);
  std::string sealed(kSealedAt + text.size() + kGcmTagBytes, '\0');
  sealed[0] = kPaddedVersion;
  const MutableBytes bytes = writable(sealed);
  const std::span<std::uint8_t, kGcmNonceBytes> nonce = bytes.subspan<kNonceAt, kGcmNonceBytes>();
  random.fill(nonce);
  cipher(key, kPaddedVersion)
      .seal(nonce,
            bytes_of(associated_data(session, context)),
            bytes_of(text),
            bytes.subspan(kSealedAt));
  return to_base64url(sealed);
}

std::optional<std::string> open_text(const SessionKey& key,
                                     const SessionId& session,
                                     std::string_view context,
                                     std::string_view sealed) {
  const std::optional<std::string> decoded = from_base64url(sealed);
  if (!decoded || decoded->size() < kSealedAt + kGcmTagBytes) return std::nullopt;
  const char version = decoded->front();
  if (version != kUnpaddedVersion && version != kPaddedVersion) return std::nullopt;
  const ByteView bytes = bytes_of(*decoded);
  std::string text(decoded->size() - kSealedAt - kGcmTagBytes, '\0');
  const bool authentic = cipher(key, version)
                             .open(bytes.subspan<kNonceAt, kGcmNonceBytes>(),
                                   bytes_of(associated_data(session, context)),
                                   bytes.subspan(kSealedAt),
                                   writable(text));
  if (!authentic) return std::nullopt;
  return version == kPaddedVersion ? without_padding(text) : std::optional(std::move(text));
}

}  // namespace countersign
