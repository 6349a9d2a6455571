#include "events/vault/files/file_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/check.h"
#include "events/vault/files/crc32.h"

namespace countersign {
namespace {

// Switches direct I/O off, for a file system that accepts O_DIRECT at first and refuses it at a
// write. Returns whether direct I/O was on and is off now.
bool was_direct_and_is_not_now(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_DIRECT) != 0 &&
         ::fcntl(descriptor, F_SETFL, flags & ~O_DIRECT) == 0;
}

}  // namespace

FileWriter::FileWriter(FileStore& store, FilePlace place, const SessionId& session, FileKey key)
    : store_(store),
      place_(std::move(place)),
      session_(session),
      key_(std::move(key)),
      cipher_(session, place_.file, key_),
      buffer_(std::in_place, kBufferBytes) {}

FileWriter::~FileWriter() { discard(); }

VaultError FileWriter::fail(VaultError error) {
  error_ = error;
  return error;
}

Result<Done, VaultError> FileWriter::make_file() {
  check(state_ == State::Unmade, "FileWriter::make_file() is called in the state Unmade");
  Result<FileStore::Made, VaultError> made = store_.create(place_);
  if (!made) return fail(made.error());
  made_ = std::move(*made);
  state_ = State::Open;
  return Done{};
}

Result<Done, VaultError> FileWriter::append(ByteView plain) {
  check(state_ == State::Open, "FileWriter::append() is called in the state Open");
  if (error_) return *error_;
  check(plain.size() <= kMaxFileBytes - size_bytes_,
        "a vault file has at most kMaxFileBytes bytes");
  while (!plain.empty()) {
    // A full frame is sealed only when the next byte arrives: until then it may be the last frame.
    if (frame_filled_ == kFramePlainBytes) {
      if (const auto sealed = seal_full_frame(); !sealed) return sealed;
    }
    // Hash each piece while it is in the CPU cache.
    const ByteView piece = plain.first(std::min(plain.size(), kFramePlainBytes - frame_filled_));
    sha256_.update(piece);
    crc32_ = crc32_of(piece, crc32_);
    std::copy(piece.begin(), piece.end(), buffer_->bytes().data() + frame_start_ + frame_filled_);
    frame_filled_ += piece.size();
    size_bytes_ += piece.size();
    plain = plain.subspan(piece.size());
  }
  return Done{};
}

Result<Done, VaultError> FileWriter::seal_full_frame() {
  cipher_.seal(frames_++, false, buffer_->bytes().subspan(frame_start_, kFrameBytes));
  frame_start_ += kFrameBytes;
  frame_filled_ = 0;
  if (frame_start_ < kBufferBytes) return Done{};
  frame_start_ = 0;
  return write_buffer(kBufferBytes);
}

Result<Done, VaultError> FileWriter::seal_last_frame() {
  const std::size_t size = frame_filled_ + kGcmTagBytes;
  const auto padded = static_cast<std::size_t>(round_up_to_block(size));
  const MutableBytes frame = buffer_->bytes().subspan(frame_start_, padded);
  cipher_.seal(frames_++, true, frame.first(size));
  std::fill(frame.begin() + static_cast<std::ptrdiff_t>(size), frame.end(), std::uint8_t{0});
  return write_buffer(frame_start_ + padded);
}

Result<Done, VaultError> FileWriter::write_buffer(std::size_t size_bytes) {
  ByteView rest = ByteView(buffer_->bytes()).first(size_bytes);
  while (!rest.empty()) {
    const ::ssize_t count =
        ::pwrite(made_.file.get(), rest.data(), rest.size(), static_cast<::off_t>(disk_offset_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EINVAL && was_direct_and_is_not_now(made_.file.get())) continue;
    if (count < 0) return fail(error_of_errno());
    rest = rest.subspan(static_cast<std::size_t>(count));
    disk_offset_ += static_cast<std::uint64_t>(count);
  }
  return Done{};
}

Result<WrittenImage, VaultError> FileWriter::end_image() {
  check(state_ == State::Open, "FileWriter::end_image() is called in the state Open");
  if (error_) return *error_;
  WrittenImage image{{image_start_, size_bytes_ - image_start_},
                     Sha256(std::exchange(sha256_, Sha256Stream()).finish()),
                     std::exchange(crc32_, 0)};
  image_start_ = size_bytes_;
  return image;
}

Result<SealedFile, VaultError> FileWriter::seal() {
  check(state_ != State::Unmade && state_ != State::Discarded,
        "FileWriter::seal() is called after make_file() and before discard()");
  if (error_) return *error_;
  if (state_ != State::Open) return stored_;
  if (const auto sealed = seal_last_frame(); !sealed) return sealed.error();
  buffer_.reset();  // no more bytes follow: frees 256 KiB
  stored_ = {place_.file, place_.day, size_bytes_, Sha256(sha256_.finish()), crc32_};
  state_ = State::Sealed;
  return stored_;
}

Result<FileReader, VaultError> FileWriter::reader() const { return reader({0, size_bytes_}); }

Result<FileReader, VaultError> FileWriter::reader(const FileRange& range) const {
  check(state_ == State::Sealed || state_ == State::Committed,
        "FileWriter::reader() is called in the state Sealed or Committed");
  if (error_) return *error_;
  Result<OwnedFd, VaultError> file =
      state_ == State::Committed ? store_.open_for_reading(place_, {0, disk_bytes(size_bytes_)})
                                 : store_.open_made(place_, made_);
  if (!file) return file.error();
  return FileReader::open(
      std::move(*file), FrameCipher(session_, place_.file, key_), size_bytes_, range);
}

Result<Done, VaultError> FileWriter::commit() {
  if (error_) return *error_;
  if (state_ == State::Committed) return Done{};
  check(state_ == State::Sealed, "FileWriter::commit() is called in the state Sealed or Committed");
  may_have_place_ = true;
  if (const auto durable = store_.commit(place_, made_); !durable) return fail(durable.error());
  state_ = State::Committed;
  made_.file.reset();
  return Done{};
}

void FileWriter::discard() {
  const bool is_ours = state_ == State::Open || state_ == State::Sealed;
  if (!is_ours) return;
  made_.file.reset();
  if (may_have_place_) {
    (void)store_.remove_unnamed(place_);  // if this fails, the next start does it
  } else {
    store_.abandon(place_);
  }
  state_ = State::Discarded;
}

}  // namespace countersign
