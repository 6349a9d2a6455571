#include "http/download/stored_blocks.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace countersign::http {

std::uint64_t StoredBlocks::size_of(std::uint64_t file_bytes) {
  const std::uint64_t blocks = std::max<std::uint64_t>(1, (file_bytes + kBlockMax - 1) / kBlockMax);
  return file_bytes + blocks * kHeadBytes;
}

StoredBlocks::StoredBlocks(VerifiedFile file)
    : file_(std::move(file)), left_bytes_(file_.size_bytes()) {
  begin_block();
}

void StoredBlocks::begin_block() {
  block_left_ = static_cast<std::size_t>(std::min<std::uint64_t>(left_bytes_, kBlockMax));
  left_bytes_ -= block_left_;
  const auto low = [](std::size_t length) { return static_cast<char>(length & 0xff); };
  const auto high = [](std::size_t length) { return static_cast<char>(length >> 8 & 0xff); };
  const char last = left_bytes_ == 0 ? 1 : 0;
  head_ = {last, low(block_left_), high(block_left_), low(~block_left_), high(~block_left_)};
  head_taken_ = 0;
}

std::size_t StoredBlocks::take(char* out, std::size_t size) {
  std::size_t total = 0;
  while (total < size) {
    if (head_taken_ == kHeadBytes && block_left_ == 0) {
      if (left_bytes_ == 0) break;
      begin_block();
    }
    if (head_taken_ < kHeadBytes) {
      const std::size_t part = std::min(size - total, kHeadBytes - head_taken_);
      std::copy_n(head_.begin() + static_cast<std::ptrdiff_t>(head_taken_), part, out + total);
      head_taken_ += part;
      total += part;
      continue;
    }
    const std::size_t part = file_.take(out + total, std::min(size - total, block_left_));
    check(part > 0, "a verified file yields as many bytes as its size");
    block_left_ -= part;
    total += part;
  }
  return total;
}

}  // namespace countersign::http
