#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace countersign::http {

// Where an archive is written when it is sent as it is made. The zip writer
// seeks back to the head of the entry it has just written, once its CRC is known, and
// then to the end again: from there everything before is final, and is sent. So the
// window holds what was written since, which is one entry.
//
// Chunks are handed to the sink whole, without a copy. One thread at a time.
class ZipWindow {
 public:
  static constexpr std::size_t kChunkBytes = 256 * 1024;

  // Takes the next bytes of the archive; false: nobody wants the rest.
  using Sink = std::function<bool(std::string chunk)>;
  // An empty string, better one that has room already.
  using NewChunk = std::function<std::string()>;

  ZipWindow(Sink sink, NewChunk new_chunk);

  std::uint64_t position() const { return position_; }
  std::uint64_t end() const { return end_; }

  // At the position: over what is there, or onto the end. False: the sink wants no more.
  [[nodiscard]] bool write(std::string_view bytes);
  // False when the sink wants no more, or the bytes at `position` were sent already.
  [[nodiscard]] bool seek(std::uint64_t position);
  // Sends what is left.
  [[nodiscard]] bool finish();

 private:
  void overwrite(std::string_view bytes);
  void append(std::string_view bytes);
  bool send_full_chunks();

  Sink sink_;
  NewChunk new_chunk_;
  std::deque<std::string> chunks_;  // all but the last are full
  std::uint64_t base_ = 0;          // of the first chunk, in the archive
  std::uint64_t position_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace countersign::http
