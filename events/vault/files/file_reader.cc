#include "events/vault/files/file_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "core/machine/files/at_offset.h"
#include "events/crypto/sha256.h"
#include "events/vault/file_place.h"

namespace countersign {

namespace {

// An empty file has one frame, whose tag says that the file is empty.
std::uint64_t end_frame_of(std::uint64_t file_bytes, const FileRange& range) {
  if (file_bytes == 0) return frame_count(0);
  if (range.size_bytes == 0) return frame_of(range.offset);
  return frame_of(range.offset + range.size_bytes - 1) + 1;
}

}  // namespace

Result<FileReader, VaultError> FileReader::open(OwnedFd file,
                                                FrameCipher cipher,
                                                std::uint64_t file_bytes,
                                                const FileRange& range) {
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return error_of_errno();
  if (!S_ISREG(status.st_mode) || file_bytes > kMaxFileBytes) return VaultError::Corrupt;
  if (static_cast<std::uint64_t>(status.st_size) != disk_bytes(file_bytes)) {
    return VaultError::Corrupt;
  }
  if (range.offset > file_bytes || range.size_bytes > file_bytes - range.offset) {
    return VaultError::Corrupt;
  }
  return FileReader(std::move(file), std::move(cipher), file_bytes, range);
}

FileReader::FileReader(OwnedFd file,
                       FrameCipher cipher,
                       std::uint64_t file_bytes,
                       const FileRange& range)
    : file_(std::move(file)),
      cipher_(std::move(cipher)),
      file_bytes_(file_bytes),
      range_(range),
      end_frame_(end_frame_of(file_bytes, range)),
      disk_end_(std::min(end_frame_ * kFrameBytes, disk_bytes(file_bytes))),
      next_frame_(frame_of(range.offset)),
      disk_offset_(next_frame_ * kFrameBytes),
      buffer_(static_cast<std::size_t>(
          std::clamp<std::uint64_t>(disk_end_ - std::min(disk_offset_, disk_end_),
                                    kDiskBlockBytes,  // although an empty stretch needs none
                                    kBufferBytes))) {}

VaultError FileReader::fail(VaultError error) {
  error_ = error;
  return error;
}

Result<Done, VaultError> FileReader::fill_buffer() {
  const MutableBytes room = buffer_.bytes();
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), disk_end_ - disk_offset_));
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
  const std::size_t size = frame_plain_bytes(file_bytes_, next_frame_) + kGcmTagBytes;
  return buffer_.bytes().subspan(consumed_, size);
}

Result<Done, VaultError> FileReader::open_frame(ByteView frame, MutableBytes plain) {
  const bool last = next_frame_ + 1 == frame_count(file_bytes_);
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

FileRange FileReader::wanted() const {
  const std::uint64_t start = next_frame_ * kFramePlainBytes;
  const std::uint64_t end = start + frame_plain_bytes(file_bytes_, next_frame_);
  const std::uint64_t from = std::max(start, range_.offset);
  const std::uint64_t to = std::min(end, range_.offset + range_.size_bytes);
  return {from - start, to - from};
}

Result<Done, VaultError> FileReader::open_into(MutableBytes out) {
  const FileRange range = wanted();
  const auto frame = fetch_frame();
  if (!frame) return frame.error();
  const std::size_t size = frame->size() - kGcmTagBytes;
  if (range.size_bytes == size) return open_frame(*frame, out);
  const MutableBytes plain = frame->first(size);
  if (const auto opened = open_frame(*frame, plain); !opened) return opened;
  const MutableBytes kept = plain.subspan(static_cast<std::size_t>(range.offset), out.size());
  std::copy(kept.begin(), kept.end(), out.begin());
  return Done{};
}

Result<std::string_view, VaultError> FileReader::read_some() {
  if (error_) return *error_;
  if (at_end()) return std::string_view();
  const FileRange range = wanted();
  const auto frame = fetch_frame();
  if (!frame) return frame.error();
  const MutableBytes plain = frame->first(frame->size() - kGcmTagBytes);
  if (const auto opened = open_frame(*frame, plain); !opened) return opened.error();
  return text_of(plain).substr(static_cast<std::size_t>(range.offset),
                               static_cast<std::size_t>(range.size_bytes));
}

Result<bool, VaultError> FileReader::append_some(std::string& out) {
  if (error_) return *error_;
  if (at_end()) return false;
  const std::size_t before = out.size();
  out.resize(before + static_cast<std::size_t>(wanted().size_bytes));
  const MutableBytes plain(reinterpret_cast<std::uint8_t*>(out.data()) + before,
                           out.size() - before);
  const auto opened = open_into(plain);
  if (opened) return true;
  out.resize(before);
  return opened.error();
}

Result<std::string, VaultError> FileReader::read_all(std::uint64_t limit_bytes) {
  if (error_) return *error_;
  if (range_.size_bytes > limit_bytes) return fail(VaultError::Corrupt);
  const std::uint64_t end = range_.offset + range_.size_bytes;
  const std::uint64_t start = std::max(next_frame_ * kFramePlainBytes, range_.offset);
  std::string all(static_cast<std::size_t>(end - std::min(start, end)), '\0');
  MutableBytes rest(reinterpret_cast<std::uint8_t*>(all.data()), all.size());
  while (!at_end()) {
    const auto size = static_cast<std::size_t>(wanted().size_bytes);
    if (const auto opened = open_into(rest.first(size)); !opened) return opened.error();
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
  next_frame_ = frame_of(range_.offset);
  disk_offset_ = next_frame_ * kFrameBytes;
  buffered_ = 0;
  consumed_ = 0;
}

}  // namespace countersign
