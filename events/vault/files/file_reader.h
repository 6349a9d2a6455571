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
#include "events/vault/files/sealed_file.h"
#include "events/vault/vault_error.h"

namespace countersign {

// Reads the plain bytes of one file, or of a stretch of it, from start to end, in constant memory
// (256 KiB). Returns a byte only after it has checked the tag of the byte's frame. One thread at a
// time; movable. A file that is removed while it is being read can still be read to its end.
//
// A reader of a stretch reads the frames that have bytes of it, and no others. So damage elsewhere
// in the file is not found, but for a wrong length.
//
// After an error every later call returns the same error.
class FileReader {
 public:
  // Called by Vault::open and FileWriter::reader. `file_bytes` is the length of the file's plain
  // bytes, and `range` the stretch to read. Returns Corrupt if the file is not regular, if its size
  // on the disk is not the size that `file_bytes` of plain text need, or if the stretch does not
  // lie in the file.
  static Result<FileReader, VaultError> open(OwnedFd file,
                                             FrameCipher cipher,
                                             std::uint64_t file_bytes,
                                             const FileRange& range);

  // The length of the stretch.
  std::uint64_t size_bytes() const { return range_.size_bytes; }

  // Returns the next bytes, at most one frame; empty at the end. The view is valid until the next
  // call.
  Result<std::string_view, VaultError> read_some();

  // Decrypts the next bytes, at most one frame, to the end of `out`. Returns false at the end. An
  // error leaves `out` unchanged.
  Result<bool, VaultError> append_some(std::string& out);

  // Returns everything from the current position to the end. If there are more than `limit_bytes`
  // in all, returns Corrupt before it allocates memory.
  Result<std::string, VaultError> read_all(std::uint64_t limit_bytes);

  // Reads everything, compares its SHA-256 with `expected` and returns to the start. Returns
  // Corrupt if the frames open but the digest differs.
  Result<Done, VaultError> verify(const Sha256& expected);

  // Returns to the first byte.
  void rewind();

 private:
  FileReader(OwnedFd file, FrameCipher cipher, std::uint64_t file_bytes, const FileRange& range);

  bool at_end() const { return next_frame_ == end_frame_; }
  // The bytes of the next frame that belong to the stretch, counted from the frame's first byte.
  FileRange wanted() const;
  // Returns the next frame in the buffer, and reads from the disk if the buffer is used up. The
  // padding behind the last frame is in the buffer too.
  Result<MutableBytes, VaultError> fetch_frame();
  Result<Done, VaultError> fill_buffer();
  // Decrypts a fetched frame and advances past it. `plain` may begin where `frame` begins.
  Result<Done, VaultError> open_frame(ByteView frame, MutableBytes plain);
  // Decrypts the next frame into `out`, which has the size of wanted(). Without a copy if the whole
  // frame is wanted.
  Result<Done, VaultError> open_into(MutableBytes out);
  VaultError fail(VaultError error);

  OwnedFd file_;
  FrameCipher cipher_;
  std::uint64_t file_bytes_;
  FileRange range_;
  std::uint64_t end_frame_;  // behind the last one with bytes of the stretch
  std::uint64_t disk_end_;   // behind that frame
  std::uint64_t next_frame_;
  std::uint64_t disk_offset_;  // where the next read from the disk begins
  std::size_t buffered_ = 0;   // bytes in the buffer
  std::size_t consumed_ = 0;   // bytes in the buffer that belong to opened frames
  std::optional<VaultError> error_;
  AlignedBuffer buffer_;
};

}  // namespace countersign
