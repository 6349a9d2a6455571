#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "core/event/stored_file.h"
#include "core/result.h"
#include "events/vault/files/file_reader.h"
#include "events/vault/files/frame.h"
#include "events/vault/vault_error.h"

namespace countersign::http {

// The plain bytes of one stored file, all of them read, and found to be what the
// log says: none can leave before the last one was checked. They lie where they were
// decrypted, and are given up as they are taken, so that a copy in the making does not double the
// memory. One thread at a time; movable.
class VerifiedFile {
 public:
  // What one read from the disk decrypts to.
  static constexpr std::size_t kChunkBytes = kFramesPerBuffer * kFramePlainBytes;

  // Corrupt when length or SHA-256 are others, or a frame does not open.
  static Result<VerifiedFile, VaultError> read(FileReader& reader, const StoredFile& expected);

  std::uint64_t size_bytes() const { return size_bytes_; }

  // Copies at most `size` of the next bytes; 0 at the end.
  std::size_t take(char* out, std::size_t size);

  // A chunk whose bytes were all taken, to be filled again; empty when there is none.
  std::string spent_chunk();

 private:
  std::uint64_t size_bytes_ = 0;
  std::deque<std::string> chunks_;
  std::deque<std::string> spent_;
  std::size_t taken_ = 0;  // of the first chunk
};

}  // namespace countersign::http
