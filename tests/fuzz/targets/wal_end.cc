// The end of a write-ahead log or of a manifest, as a machine that failed has left it.
#include "events/rocks/tail/wal_end.h"

#include <algorithm>
#include <string>

#include "core/check.h"
#include "tests/events/rocks/tail/wal_frames.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::wal_end_target {

using Kind = WalEnd::Kind;
using test::WalFrames;

constexpr std::size_t kSectorBytes = 512;
constexpr std::size_t kBatchesMax = 8;
// The bytes with which RocksDB's batches begin. Batches made here have no zero bytes, so that only
// holes are zeros.
constexpr std::size_t kBatchBytesMin = 12;

// The whole part is whole by itself, and a prefix of the log has no more whole bytes.
void check_any_log(std::string_view wal, const WalHabits& habits) {
  const WalEnd end = read_wal_end(wal, habits);
  check(end.whole_bytes <= wal.size(),
        "the whole part of a write-ahead log is no longer than the log");
  check(end.why.empty() == (end.kind != Kind::Damaged),
        "the end of a write-ahead log has a reason exactly if the end is damaged");
  check((end.kind == Kind::Whole) == (end.whole_bytes == wal.size()),
        "a write-ahead log is whole exactly if all its bytes are whole");
  const WalEnd again = read_wal_end(wal.substr(0, end.whole_bytes), habits);
  check(again.kind == Kind::Whole, "a write-ahead log that is cut to its whole part is whole");
  const WalEnd shorter = read_wal_end(wal.substr(0, wal.size() / 2), habits);
  check(shorter.whole_bytes <= end.whole_bytes,
        "half of a write-ahead log has no more whole bytes than the log");
}

std::string without_zeros(std::string_view bytes) {
  std::string text(bytes);
  std::ranges::replace(text, '\0', '0');
  text.resize(std::max(text.size(), kBatchBytesMin), 'x');
  return text;
}

// A log of batches whose sizes the input gives.
WalFrames take_log(std::string_view& rest) {
  WalFrames frames;
  const std::size_t count = 1 + take_number<std::uint8_t>(rest) % kBatchesMax;
  for (std::size_t i = 0; i < count; ++i) {
    std::string batch = without_zeros(take_until(rest, '\n'));
    const std::size_t size = take_number<std::uint16_t>(rest);
    if (size % 3 == 0) batch.resize(std::max(batch.size(), size), 'y');
    frames.add(batch);
  }
  return frames;
}

std::size_t end_of_sector(std::size_t at) { return (at / kSectorBytes + 1) * kSectorBytes; }

bool is_zeros(std::string_view bytes) { return bytes.find_first_not_of('\0') == bytes.npos; }

// Makes a crash during the last write: the file is cut within it, or a sector of it is missing.
void check_crash(const WalFrames& frames, std::string_view rest, const WalHabits& habits) {
  std::string bytes = frames.bytes();
  const std::size_t begin = frames.last_begins();
  const std::size_t at = begin + take_number<std::uint32_t>(rest) % (bytes.size() - begin);
  if (take_number<std::uint8_t>(rest) % 2 == 0) {
    bytes.resize(at);
  } else {
    const std::size_t from = std::max(at / kSectorBytes * kSectorBytes, begin);
    const std::size_t end = std::min(end_of_sector(at), bytes.size());
    bytes.replace(from, end - from, end - from, '\0');
    if (bytes == frames.bytes()) return;  // the end of a block is zeros already
  }
  const WalEnd end = read_wal_end(bytes, habits);
  check(end.kind == Kind::Torn || bytes.size() == begin,
        "a crash in the last batch leaves the log torn, unless the whole batch is cut off");
  check(end.whole_bytes == begin,
        "after a crash in the last batch, the whole part ends where that batch begins");
}

// Whether some sector, or the part of it that a batch has at one of its ends, is nothing but zeros.
// If these are few bytes, a flipped bit may have left them, or a checksum may have them.
bool may_have_hole(const WalFrames& frames, std::string_view bytes) {
  std::size_t begin = 0;
  for (const std::size_t end : frames.ends()) {
    for (std::size_t at = begin; at < end; at = end_of_sector(at)) {
      if (is_zeros(bytes.substr(at, std::min(end_of_sector(at), end) - at))) return true;
    }
    begin = end;
  }
  return false;
}

// Flips one bit in acknowledged data.
void check_flip(const WalFrames& frames, std::string_view rest, const WalHabits& habits) {
  std::string bytes = frames.bytes();
  const std::size_t bit = take_number<std::uint32_t>(rest) % (bytes.size() * 8);
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  const WalEnd end = read_wal_end(bytes, habits);
  if (end.kind == Kind::Torn && may_have_hole(frames, bytes)) return;
  // No checksum covers the zeros at the end of a block, so a flip there goes unnoticed.
  const bool says_nothing = end.kind == Kind::Whole;
  check(says_nothing || end.kind == Kind::Damaged,
        "a flipped bit leaves a write-ahead log damaged or whole");
  check(!says_nothing || frames.bytes()[bit / 8] == '\0',
        "a flipped bit leaves a write-ahead log whole only in a zero byte");
}

void check_all(std::string_view input, const WalHabits& habits) {
  check_any_log(input, habits);
  if (input.empty()) return;
  const WalFrames frames = take_log(input);
  check_any_log(frames.bytes(), habits);
  check(read_wal_end(frames.bytes(), habits).kind == Kind::Whole,
        "a write-ahead log of whole batches is whole");
  check_crash(frames, input, habits);
  check_flip(frames, input, habits);
}

void run(std::string_view input) {
  check_all(input, kWriteAheadLog);
  check_all(input, kManifest);
}

const Target kTarget("wal_end", run);

}  // namespace countersign::fuzz::wal_end_target
