#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "events/crypto/sha256.h"
#include "events/vault/file_store.h"
#include "events/vault/files/aligned_buffer.h"
#include "events/vault/files/file_reader.h"
#include "events/vault/files/frame.h"
#include "events/vault/files/sealed_file.h"
#include "events/vault/vault_error.h"

namespace countersign {

// Writes one file of the vault, in constant memory (256 KiB until the file is sealed):
//
//   append* ; seal ; reader* ; commit        the file is durable: an event may name it
//   append* ; seal ; reader* ; discard       the file is removed
//   (append* ; end_image)* ; seal ; ...       a container: the same, with several images
//
// One thread at a time, not always the same one. The destructor removes a file that was not
// committed. After an error every later call returns the same error, and the destructor removes the
// file. Until commit() the file is among the new files alone, and has no place yet. Must not
// outlive its vault.
class FileWriter {
 public:
  // Use Vault::create. The constructor allocates all memory that the writer needs; make_file()
  // creates the file.
  FileWriter(FileStore& store, FilePlace place, const SessionId& session, FileKey key);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  // Creates the empty file. REQUIRES: no call before this one.
  Result<Done, VaultError> make_file();

  // REQUIRES: not sealed.
  Result<Done, VaultError> append(ByteView plain);
  Result<Done, VaultError> append(std::string_view plain) { return append(bytes_of(plain)); }

  // Ends an image, which is the bytes since the image before. REQUIRES: not sealed.
  Result<WrittenImage, VaultError> end_image();

  // Writes the remaining bytes as the last frame. Does not sync: the file can be read back, but may
  // be lost in a power failure. A second call returns the same value.
  Result<SealedFile, VaultError> seal();

  // Returns a reader of the sealed file, or of a stretch of it, as FileReader::open does. REQUIRES:
  // sealed, not discarded.
  Result<FileReader, VaultError> reader() const;
  Result<FileReader, VaultError> reader(const FileRange& range) const;

  // Makes the file and its names durable. Blocks while four other commits are running. On success
  // the file outlives this object; from then on Vault::remove removes it. A second commit does
  // nothing. REQUIRES: sealed, not discarded.
  Result<Done, VaultError> commit();

  // Removes the file now. Does nothing after a commit or an earlier discard.
  void discard();

  const FileId& file() const { return place_.file; }
  const std::string& day() const { return place_.day; }
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  enum class State { Unmade, Open, Sealed, Committed, Discarded };

  Result<Done, VaultError> seal_full_frame();
  Result<Done, VaultError> seal_last_frame();
  Result<Done, VaultError> write_buffer(std::size_t size_bytes);
  VaultError fail(VaultError error);

  FileStore& store_;
  FilePlace place_;
  SessionId session_;
  FileStore::Made made_;
  bool may_have_place_ = false;  // commit() was called
  FileKey key_;
  FrameCipher cipher_;
  std::optional<AlignedBuffer> buffer_;  // released by seal()
  Sha256Stream sha256_;                  // of the image
  State state_ = State::Unmade;
  std::optional<VaultError> error_;
  SealedFile stored_;
  std::uint32_t crc32_ = 0;  // of the image
  std::uint64_t size_bytes_ = 0;
  std::uint64_t image_start_ = 0;
  std::uint64_t frames_ = 0;      // sealed so far
  std::size_t frame_start_ = 0;   // offset in the buffer of the frame that is being filled
  std::size_t frame_filled_ = 0;  // plain bytes in that frame
  std::uint64_t disk_offset_ = 0;
};

}  // namespace countersign
