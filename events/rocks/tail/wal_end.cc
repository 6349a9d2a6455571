#include "events/rocks/tail/wal_end.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>

#include "events/rocks/tail/crc32c.h"

namespace countersign {
namespace {

constexpr std::size_t kBlockBytes = 32 * 1024;
constexpr std::size_t kHeadBytes = 7;
constexpr std::size_t kTypeAt = 6;         // in a head
constexpr std::size_t kSectorBytes = 512;  // the least that a disk writes as a whole
constexpr std::size_t kChecksumBytes = 4;

enum Type : std::uint8_t { Full = 1, First = 2, Middle = 3, Last = 4 };

bool begins_batch(std::uint8_t type) { return type == Full || type == First; }
bool ends_batch(std::uint8_t type) { return type == Full || type == Last; }
bool is_known(std::uint8_t type) { return type >= Full && type <= Last; }

std::size_t end_of_block(std::size_t at) { return (at / kBlockBytes + 1) * kBlockBytes; }
std::size_t end_of_sector(std::size_t at) { return (at / kSectorBytes + 1) * kSectorBytes; }

std::uint32_t masked(std::uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8u; }

class WalReader {
 public:
  WalReader(std::string_view wal, const WalHabits& habits) : wal_(wal), habits_(habits) {}

  WalEnd run() {
    read_whole_batches();
    if (whole_ == wal_.size()) return {WalEnd::Kind::Whole, whole_, {}};
    if (const auto why = damage()) return {WalEnd::Kind::Damaged, whole_, *why};
    return {WalEnd::Kind::Torn, whole_, {}};
  }

 private:
  struct Head {
    std::uint32_t checksum;
    std::uint8_t type;
    std::size_t end;  // of the fragment, as its length says
  };

  std::uint8_t byte(std::size_t at) const { return static_cast<std::uint8_t>(wal_[at]); }

  // Empty if the file ends within the head.
  std::optional<Head> head_at(std::size_t at) const {
    if (wal_.size() - at < kHeadBytes) return std::nullopt;
    Head head{};
    for (std::size_t i = 0; i < kChecksumBytes; ++i) {
      head.checksum |= std::uint32_t{byte(at + i)} << (8 * i);
    }
    head.type = byte(at + kTypeAt);
    head.end = at + kHeadBytes + byte(at + 4) + (std::size_t{byte(at + 5)} << 8);
    return head;
  }

  // The head of a fragment that is complete and has the right checksum; else empty.
  std::optional<Head> whole_fragment_at(std::size_t at) const {
    const auto head = head_at(at);
    if (!head || !is_known(head->type)) return std::nullopt;
    if (head->end > std::min(wal_.size(), end_of_block(at))) return std::nullopt;
    const std::string_view covered = wal_.substr(at + kTypeAt, head->end - at - kTypeAt);
    if (masked(crc32c(0, covered)) != head->checksum) return std::nullopt;
    return head;
  }

  // Sets whole_, and sets at_ to the first fragment that does not continue what is before it.
  void read_whole_batches() {
    bool in_batch = false;
    for (;;) {
      if (end_of_block(at_) - at_ < kHeadBytes) at_ = std::min(end_of_block(at_), wal_.size());
      const auto head = whole_fragment_at(at_);
      if (!head || begins_batch(head->type) == in_batch) return;
      in_batch = !ends_batch(head->type);
      at_ = head->end;
      if (!in_batch) whole_ = at_;
    }
  }

  // Why a crash cannot have left the bytes after whole_; empty if it can.
  std::optional<std::string_view> damage() const {
    if (habits_.syncs_several && has_hole()) return std::nullopt;
    if (has_batch_behind()) return "whole writes follow a damaged one";
    if (fits_another_head()) return "the last write is whole, but its length or type is damaged";
    if (is_cut_off() || has_hole()) return std::nullopt;
    return "the last write is complete, but its bytes are damaged";
  }

  bool has_batch_behind() const {
    for (std::size_t at = at_; at + kHeadBytes <= wal_.size(); ++at) {
      if (begins_batch(byte(at + kTypeAt)) && is_batch_at(at)) return true;
    }
    return false;
  }

  // Whether a batch begins here, judged without the fragments before it.
  bool is_batch_at(std::size_t at) const {
    const auto head = whole_fragment_at(at);
    if (!head) return false;
    if (head->type == First) return head->end == end_of_block(at);
    return head->type == Full && head->end - at >= kHeadBytes + habits_.batch_bytes_min;
  }

  // Whether the checksum at at_ fits a fragment of any type that ends with its block, or at a place
  // after which there are only zeros.
  bool fits_another_head() const {
    const auto head = head_at(at_);
    if (!head) return false;
    const std::size_t end = std::min(end_of_block(at_), wal_.size());
    const std::size_t data_end = end_of_data();
    const std::size_t least = data_end <= end ? std::max(data_end, at_ + kHeadBytes) : end;
    for (const char type : {char{Full}, char{First}, char{Middle}, char{Last}}) {
      std::uint32_t crc = crc32c(0, {&type, 1});
      crc = crc32c(crc, wal_.substr(at_ + kHeadBytes, least - at_ - kHeadBytes));
      for (std::size_t at = least; masked(crc) != head->checksum; ++at) {
        if (at == end) break;
        crc = crc32c(crc, wal_.substr(at, 1));
      }
      if (masked(crc) == head->checksum) return true;
    }
    return false;
  }

  // Whether the file ends before the last write does.
  bool is_cut_off() const {
    const auto head = head_at(at_);
    return !head || (head->end > wal_.size() && wal_.size() <= end_of_block(at_));
  }

  // Whether a sector of the write never reached the disk. The write may have as little as one byte
  // in that sector. Zeros there are hardly ever the write's own: a batch ends with a hash or a key,
  // in which zeros are rare, and few of those begin a sector.
  bool has_hole() const {
    const std::size_t data_end = end_of_data();
    if (data_end <= at_) return true;
    const std::size_t end = std::max(data_end, end_of_fragment());
    for (std::size_t at = at_; at < end; at = end_of_sector(at)) {
      const std::size_t size = std::min(end_of_sector(at), end) - at;
      if (is_zeros(wal_.substr(at, size))) return true;
    }
    return false;
  }

  // The end of the fragment at at_. If its head cannot be right, the end of the head: the other
  // half of the head may be the missing part. At most the size of the file.
  std::size_t end_of_fragment() const {
    const auto head = head_at(at_);
    if (!head) return at_;
    const bool can_be = is_known(head->type) && head->end <= end_of_block(at_);
    return can_be ? std::min(head->end, wal_.size()) : at_ + kHeadBytes;
  }

  static bool is_zeros(std::string_view bytes) {
    return bytes.find_first_not_of('\0') == bytes.npos;
  }

  // One past the last byte that is not zero.
  std::size_t end_of_data() const {
    const std::size_t last = wal_.find_last_not_of('\0');
    return last == wal_.npos ? 0 : last + 1;
  }

  const std::string_view wal_;
  const WalHabits habits_;
  std::size_t at_ = 0;
  std::size_t whole_ = 0;
};

}  // namespace

WalEnd read_wal_end(std::string_view wal, const WalHabits& habits) {
  return WalReader(wal, habits).run();
}

}  // namespace countersign
