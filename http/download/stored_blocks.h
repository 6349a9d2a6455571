#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "http/download/verified_file.h"

namespace countersign::http {

// Encodes the bytes of a file as a DEFLATE stream of stored blocks (RFC 1951, 3.2.4): each block is
// a head of five bytes with its length, followed by the unchanged bytes. One thread at a time.
class StoredBlocks {
 public:
  static constexpr std::size_t kBlockMax = 65535;
  static constexpr std::size_t kHeadBytes = 5;

  // Returns the length of the stream for a file of this size. An empty file has one empty block.
  static std::uint64_t size_of(std::uint64_t file_bytes);

  explicit StoredBlocks(VerifiedFile file);

  // Copies at most `size` of the next bytes; 0 at the end.
  std::size_t take(char* out, std::size_t size);

  // See VerifiedFile.
  std::string spent_chunk() { return file_.spent_chunk(); }

 private:
  void begin_block();

  VerifiedFile file_;
  std::uint64_t left_bytes_;  // bytes of the file in blocks not yet begun
  std::array<char, kHeadBytes> head_{};
  std::size_t head_taken_ = 0;
  std::size_t block_left_ = 0;  // bytes of the file left in the current block
};

}  // namespace countersign::http
