#include "events/vault/files/frame.h"

#include <algorithm>
#include <string>

#include "core/check.h"
#include "events/crypto/hkdf.h"

namespace countersign {
namespace {

constexpr std::uint8_t kFrameVersion = 1;
constexpr std::string_view kFileKeyLabel = "countersign vault file v1";

std::array<std::uint8_t, kGcmNonceBytes> nonce_of(std::uint64_t index, bool last) {
  check(index < kMaxFrames, "the index of a frame is below kMaxFrames");
  std::array<std::uint8_t, kGcmNonceBytes> nonce{};
  for (std::size_t i = 0; i < 4; ++i) {
    nonce[7 + i] = static_cast<std::uint8_t>(index >> (24 - 8 * i));
  }
  nonce[11] = last ? 1 : 0;
  return nonce;
}

}  // namespace

FileKey file_key(const SessionKey& session_key, const FileId& file) {
  std::string info(kFileKeyLabel);
  info += text_of(file.value());
  return derive_key(session_key.reveal(), info);
}

FrameCipher::FrameCipher(const SessionId& session, const FileId& file, const FileKey& key)
    : cipher_(key.reveal()) {
  associated_[0] = kFrameVersion;
  auto* next = associated_.data() + 1;
  next = std::copy(session.value().begin(), session.value().end(), next);
  std::copy(file.value().begin(), file.value().end(), next);
}

void FrameCipher::seal(std::uint64_t index, bool last, MutableBytes frame) {
  const std::size_t plain_bytes = frame.size() - kGcmTagBytes;
  cipher_.seal(nonce_of(index, last), associated_, frame.first(plain_bytes), frame);
}

bool FrameCipher::open(std::uint64_t index, bool last, ByteView frame, MutableBytes plain) {
  return cipher_.open(nonce_of(index, last), associated_, frame, plain);
}

}  // namespace countersign
