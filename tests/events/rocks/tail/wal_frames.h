#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/rocks/tail/crc32c.h"

namespace countersign::test {

// Builds a write-ahead log from batches, as RocksDB writes it (the format is in
// events/rocks/tail/wal_end.h).
class WalFrames {
 public:
  static constexpr std::size_t kBlockBytes = 32 * 1024;
  static constexpr std::size_t kHeadBytes = 7;

  void add(std::string_view batch) {
    bool first = true;
    do {
      if (left_in_block() < kHeadBytes) bytes_.append(left_in_block(), '\0');
      const std::string_view part = batch.substr(0, left_in_block() - kHeadBytes);
      batch.remove_prefix(part.size());
      add_fragment(type_of(first, batch.empty()), part);
      first = false;
    } while (!batch.empty());
    ends_.push_back(bytes_.size());
  }

  const std::string& bytes() const { return bytes_; }
  // The offset at which each batch ends.
  const std::vector<std::size_t>& ends() const { return ends_; }
  // The offset at which the last batch begins, which is where the one before it ends.
  std::size_t last_begins() const { return ends_.size() < 2 ? 0 : ends_[ends_.size() - 2]; }

 private:
  std::size_t left_in_block() const { return kBlockBytes - bytes_.size() % kBlockBytes; }

  static char type_of(bool first, bool last) {
    if (first) return last ? char{1} : char{2};
    return last ? char{4} : char{3};
  }

  void add_fragment(char type, std::string_view payload) {
    std::string covered(1, type);
    covered += payload;
    const std::uint32_t checksum = std::rotr(crc32c(0, covered), 15) + 0xa282ead8u;
    for (int i = 0; i < 4; ++i) bytes_ += static_cast<char>(checksum >> (8 * i));
    bytes_ += static_cast<char>(payload.size());
    bytes_ += static_cast<char>(payload.size() >> 8);
    bytes_ += covered;
  }

  std::string bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace countersign::test
