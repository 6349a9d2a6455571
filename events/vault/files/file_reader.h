#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "events/vault/files/aligned_buffer.h"
#include "events/vault/files/frame.h"
#include "events/vault/vault_error.h"

namespace countersign {

// Reads the plain bytes of one file, from its start to its end, in constant memory
// (256 KiB). No byte is returned before the tag of its frame was checked. One thread at
// a time; movable. A file that is removed while it is read can be read to its end.
//
// After an error every later call returns the same error.
class FileReader {
 public:
  // Called by Vault::open and FileWriter::reader. Corrupt if the file does not have
  // the size on the disk that `size_bytes` of plain text need.
  static Result<FileReader, VaultError> open(OwnedFd file,
                                             FrameCipher cipher,
                                             std::uint64_t size_bytes);

  std::uint64_t size_bytes() const { return size_bytes_; }

  // The next bytes, at most one frame's; empty at the end. Valid until the next call.
  Result<std::string_view, VaultError> read_some();

  // Appends the next bytes, at most one frame's, to `out`: they are decrypted where they stay.
  // False at the end. After an error `out` is as it was.
  Result<bool, VaultError> append_some(std::string& out);

  // Everything from here to the end. A file of more than `limit_bytes` is refused
  // as Corrupt before memory is taken for it.
  Result<std::string, VaultError> read_all(std::uint64_t limit_bytes);

  // Reads the whole file and compares its SHA-256; then stands at the start again.
  // A file whose frames open and whose digest is another is Corrupt.
  Result<Done, VaultError> verify(const Sha256& expected);

  // Back to the first byte.
  void rewind();

 private:
  FileReader(OwnedFd file, FrameCipher cipher, std::uint64_t size_bytes);

  bool at_end() const { return next_frame_ == frame_count(size_bytes_); }
  // Makes the next frame, and if it is the last its padding, lie in the buffer.
  Result<MutableBytes, VaultError> fetch_frame();
  Result<Done, VaultError> fill_buffer();
  // Decrypts a fetched frame and steps over it. `plain` may begin where `frame` begins.
  Result<Done, VaultError> open_frame(ByteView frame, MutableBytes plain);
  VaultError fail(VaultError error);

  OwnedFd file_;
  FrameCipher cipher_;
  std::uint64_t size_bytes_;
  std::uint64_t next_frame_ = 0;
  std::uint64_t disk_offset_ = 0;  // of what is read next
  std::size_t buffered_ = 0;       // bytes in the buffer
  std::size_t consumed_ = 0;       // of these, in frames that were opened
  std::optional<VaultError> error_;
  AlignedBuffer buffer_;
};

}  // namespace countersign
