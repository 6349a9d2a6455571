#include "events/vault/files/file_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "core/machine/files/at_offset.h"
#include "events/crypto/sha256.h"
#include "events/vault/folder.h"

namespace countersign {

Result<FileReader, VaultError> FileReader::open(OwnedFd file,
                                                FrameCipher cipher,
                                                std::uint64_t size_bytes) {
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return error_of_errno();
  if (!S_ISREG(status.st_mode) || size_bytes > kMaxFileBytes) return VaultError::Corrupt;
  if (static_cast<std::uint64_t>(status.st_size) != disk_bytes(size_bytes)) {
    return VaultError::Corrupt;
  }
  return FileReader(std::move(file), std::move(cipher), size_bytes);
}

FileReader::FileReader(OwnedFd file, FrameCipher cipher, std::uint64_t size_bytes)
    : file_(std::move(file)),
      cipher_(std::move(cipher)),
      size_bytes_(size_bytes),
      buffer_(
          static_cast<std::size_t>(std::min<std::uint64_t>(kBufferBytes, disk_bytes(size_bytes)))) {
}

VaultError FileReader::fail(VaultError error) {
  error_ = error;
  return error;
}

Result<Done, VaultError> FileReader::fill_buffer() {
  const MutableBytes room = buffer_.bytes();
  const auto wanted = static_cast<std::size_t>(
      std::min<std::uint64_t>(room.size(), disk_bytes(size_bytes_) - disk_offset_));
  const auto size = read_at(file_.get(), room.first(wanted), disk_offset_);
  if (!size) return fail(VaultError::Io);
  if (*size < wanted) return fail(VaultError::Corrupt);  // the file was truncated after open()
  disk_offset_ += wanted;
  buffered_ = wanted;
  consumed_ = 0;
  return Done{};
}

// The buffer holds a whole number of frames, so no frame is split between two reads.
Result<MutableBytes, VaultError> FileReader::fetch_frame() {
  if (error_) return *error_;
  if (consumed_ == buffered_) {
    if (const auto filled = fill_buffer(); !filled) return filled.error();
  }
  const std::size_t size = frame_plain_bytes(size_bytes_, next_frame_) + kGcmTagBytes;
  return buffer_.bytes().subspan(consumed_, size);
}

Result<Done, VaultError> FileReader::open_frame(ByteView frame, MutableBytes plain) {
  const bool last = next_frame_ + 1 == frame_count(size_bytes_);
  const std::size_t on_disk = last ? buffered_ - consumed_ : kFrameBytes;
  const ByteView padding =
      ByteView(buffer_.bytes()).subspan(consumed_ + frame.size(), on_disk - frame.size());
  const bool padded =
      std::all_of(padding.begin(), padding.end(), [](std::uint8_t byte) { return byte == 0; });
  if (!padded) return fail(VaultError::Corrupt);
  if (!cipher_.open(next_frame_, last, frame, plain)) return fail(VaultError::Corrupt);
  consumed_ += on_disk;
  ++next_frame_;
  return Done{};
}

Result<std::string_view, VaultError> FileReader::read_some() {
  if (error_) return *error_;
  if (at_end()) return std::string_view();
  const auto frame = fetch_frame();
  if (!frame) return frame.error();
  const MutableBytes plain = frame->first(frame->size() - kGcmTagBytes);
  if (const auto opened = open_frame(*frame, plain); !opened) return opened.error();
  return text_of(plain);
}

Result<bool, VaultError> FileReader::append_some(std::string& out) {
  if (error_) return *error_;
  if (at_end()) return false;
  const auto frame = fetch_frame();
  if (!frame) return frame.error();
  const std::size_t before = out.size();
  out.resize(before + frame->size() - kGcmTagBytes);
  const MutableBytes plain(reinterpret_cast<std::uint8_t*>(out.data()) + before,
                           out.size() - before);
  const auto opened = open_frame(*frame, plain);
  if (opened) return true;
  out.resize(before);
  return opened.error();
}

Result<std::string, VaultError> FileReader::read_all(std::uint64_t limit_bytes) {
  if (error_) return *error_;
  if (size_bytes_ > limit_bytes) return fail(VaultError::Corrupt);
  const std::uint64_t start = std::min(next_frame_ * kFramePlainBytes, size_bytes_);
  std::string all(static_cast<std::size_t>(size_bytes_ - start), '\0');
  MutableBytes rest(reinterpret_cast<std::uint8_t*>(all.data()), all.size());
  while (!at_end()) {
    const auto frame = fetch_frame();
    if (!frame) return frame.error();
    const std::size_t size = frame->size() - kGcmTagBytes;
    if (const auto opened = open_frame(*frame, rest.first(size)); !opened) return opened.error();
    rest = rest.subspan(size);
  }
  return all;
}

Result<Done, VaultError> FileReader::verify(const Sha256& expected) {
  rewind();
  Sha256Stream stream;
  while (!at_end()) {
    const auto bytes = read_some();
    if (!bytes) return bytes.error();
    stream.update(*bytes);
  }
  if (Sha256(stream.finish()) != expected) return fail(VaultError::Corrupt);
  rewind();
  return Done{};
}

void FileReader::rewind() {
  next_frame_ = 0;
  disk_offset_ = 0;
  buffered_ = 0;
  consumed_ = 0;
}

}  // namespace countersign
