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

// The plain bytes of one stored file, completely read and verified against the log: no byte can be
// taken before the last one is checked. The bytes stay where they were decrypted and are released
// as they are taken, so that a copy in progress does not double the memory. One thread at a time;
// movable.
class VerifiedFile {
 public:
  // The plain bytes of one read from the disk.
  static constexpr std::size_t kChunkBytes = kFramesPerBuffer * kFramePlainBytes;

  // Returns Corrupt if the length or the SHA-256 differs, or if a frame cannot be decrypted.
  static Result<VerifiedFile, VaultError> read(FileReader& reader, const StoredFile& expected);

  std::uint64_t size_bytes() const { return size_bytes_; }

  // Copies at most `size` of the next bytes. Returns how many; 0 at the end.
  std::size_t take(char* out, std::size_t size);

  // Returns a chunk whose bytes were all taken, for reuse; empty if there is none.
  std::string spent_chunk();

 private:
  std::uint64_t size_bytes_ = 0;
  std::deque<std::string> chunks_;
  std::deque<std::string> spent_;
  std::size_t taken_ = 0;  // bytes taken from the first chunk
};

}  // namespace countersign::http
