#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace countersign::http {

// The target of an archive that is sent while it is made. The zip writer seeks back to the head of
// the entry that it has just written, once the CRC is known, and then to the end again. From then
// on everything before the end is final and is sent. So the window holds the bytes that were
// written since then: those of one entry.
//
// Passes chunks to the sink whole, without a copy. One thread at a time.
class ZipWindow {
 public:
  static constexpr std::size_t kChunkBytes = 256 * 1024;

  // Takes the next bytes of the archive; returns false if the rest is not wanted.
  using Sink = std::function<bool(std::string chunk)>;
  // Returns an empty string, preferably with capacity.
  using NewChunk = std::function<std::string()>;

  ZipWindow(Sink sink, NewChunk new_chunk);

  std::uint64_t position() const { return position_; }
  std::uint64_t end() const { return end_; }

  // Writes at the position: overwrites existing bytes, then appends. Always returns true.
  [[nodiscard]] bool write(std::string_view bytes);
  // Returns false if the sink wants no more, or if the bytes at `position` were already sent.
  [[nodiscard]] bool seek(std::uint64_t position);
  // Sends the rest. Returns false if the sink wants no more.
  [[nodiscard]] bool finish();

 private:
  void overwrite(std::string_view bytes);
  void append(std::string_view bytes);
  bool send_full_chunks();

  Sink sink_;
  NewChunk new_chunk_;
  std::deque<std::string> chunks_;  // all but the last are full
  std::uint64_t base_ = 0;          // position of the first chunk in the archive
  std::uint64_t position_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace countersign::http
