#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/ids.h"
#include "events/crypto/aes_gcm.h"
#include "events/crypto/secret.h"
#include "events/vault/session_key.h"

// The format of a file in the vault, version 1:
//
//   file       := frame* last_frame padding
//   frame      := ciphertext(65520) tag(16)        64 KiB on the disk
//   last_frame := ciphertext(n) tag(16)            1 <= n <= 65520; n = 0 only if the file is empty
//   padding    := 0x00*                            up to the next multiple of 4 KiB
//
// Frame i is encrypted with AES-256-GCM under a key that only this file uses:
//
//   key        := HKDF-SHA256(session key, info = "countersign vault file v1" file_id)
//   nonce      := 0x00{7} be32(i) last             last = 1 in the last frame, 0 before it
//   associated := version(0x01) session_id(16) file_id(16)
//
// This is the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizar (2015). A frame that
// was changed, swapped, repeated, dropped or taken from another file does not open. A file that was
// cut between two frames does not open either, because its last frame is not marked as the last.
// The file does not hold its true length: the event does, and the reader states it. The length
// determines the position and the size of the last frame, so a file does not open with a wrong
// length. The padding and the file size must be exactly as above.
//
// Several images may be the plain bytes of one file, one behind the other without padding (a
// container). The event says where each begins. An image of n bytes then has bytes in at most
// frame_count(n) + 1 frames, and a damaged frame damages each image that has bytes in it.
//
// The nonces are counters, so every writer MUST draw a new random file id.
namespace countersign {

constexpr std::size_t kFrameBytes = 65536;
constexpr std::size_t kFramePlainBytes = kFrameBytes - kGcmTagBytes;
constexpr std::size_t kDiskBlockBytes = 4096;
constexpr std::size_t kFramesPerBuffer = 4;
constexpr std::size_t kBufferBytes = kFramesPerBuffer * kFrameBytes;
static_assert(kFramePlainBytes == 65520);
static_assert(kFrameBytes % kDiskBlockBytes == 0);

// The range of the 32-bit frame counter: 256 TiB.
constexpr std::uint64_t kMaxFrames = std::uint64_t{1} << 32;
constexpr std::uint64_t kMaxFileBytes = kMaxFrames * kFramePlainBytes;

constexpr std::uint64_t frame_count(std::uint64_t size_bytes) {
  return size_bytes == 0 ? 1 : (size_bytes - 1) / kFramePlainBytes + 1;
}
// Returns the number of plain bytes in frame `index` of a file with `size_bytes` plain bytes.
constexpr std::size_t frame_plain_bytes(std::uint64_t size_bytes, std::uint64_t index) {
  const std::uint64_t before = index * kFramePlainBytes;
  return size_bytes - before < kFramePlainBytes ? static_cast<std::size_t>(size_bytes - before)
                                                : kFramePlainBytes;
}
// Returns the index of the frame with the plain byte at `offset`.
constexpr std::uint64_t frame_of(std::uint64_t offset) { return offset / kFramePlainBytes; }
constexpr std::uint64_t round_up_to_block(std::uint64_t bytes) {
  return (bytes + kDiskBlockBytes - 1) / kDiskBlockBytes * kDiskBlockBytes;
}
// Returns the size on the disk of a file with `size_bytes` plain bytes.
constexpr std::uint64_t disk_bytes(std::uint64_t size_bytes) {
  return round_up_to_block(size_bytes + frame_count(size_bytes) * kGcmTagBytes);
}

using FileKey = SecretBytes<kGcmKeyBytes>;
FileKey file_key(const SessionKey& session_key, const FileId& file);

// Seals and opens the frames of one file. One thread at a time; movable.
class FrameCipher {
 public:
  FrameCipher(const SessionId& session, const FileId& file, const FileKey& key);

  // Encrypts the plain bytes at the start of `frame` in place and writes the tag behind them.
  // REQUIRES: frame.size() is the number of plain bytes + kGcmTagBytes.
  void seal(std::uint64_t index, bool last, MutableBytes frame);

  // Decrypts a frame. `plain` may begin where `frame` begins. Returns false and fills `plain` with
  // zeros if the frame is not the one that was sealed at this position.
  [[nodiscard]] bool open(std::uint64_t index, bool last, ByteView frame, MutableBytes plain);

 private:
  AesGcm cipher_;
  std::array<std::uint8_t, 1 + 16 + 16> associated_;
};

}  // namespace countersign
