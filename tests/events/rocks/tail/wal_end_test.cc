#include "events/rocks/tail/wal_end.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/events/rocks/tail/wal_frames.h"

// The rest of a write that a crash interrupted is distinguished from damage to acknowledged writes.
namespace countersign::wal_end_test {

using test::WalFrames;
using Kind = WalEnd::Kind;

constexpr std::size_t kSector = 512;
constexpr std::size_t kPage = 4096;

// Random bytes of a batch, none of which is zero.
std::string batch(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(1 + random() % 255);
  return bytes;
}

// A write-ahead log of batches of these sizes.
WalFrames log_of(const std::vector<std::size_t>& sizes) {
  WalFrames frames;
  unsigned seed = 0;
  for (const std::size_t size : sizes) frames.add(batch(size, ++seed));
  return frames;
}

// Sizes of batches up to the last one. The last batch lies within a block, crosses its end, has a
// header that just fits or does not, or spans several blocks.
const std::vector<std::vector<std::size_t>> kLogs{
    {100},
    {100, 60},
    {700, 900, 2500},
    {20'000, 9'000, 9'000},
    {32'768 - 7 - 7, 500},
    {32'768 - 7 - 8, 500},
    {32'768 - 7 - 6, 500},
    {300, 70'000},
    {40'000, 200, 100'000},
};

void zero(std::string& bytes, std::size_t from, std::size_t to) {
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(from),
            bytes.begin() + static_cast<std::ptrdiff_t>(std::min(to, bytes.size())),
            '\0');
}

std::string flipped(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}

void check_torn(const std::string& bytes, const WalFrames& frames) {
  const WalEnd end = read_wal_end(bytes);
  CHECK(end.kind == Kind::Torn);
  CHECK(end.whole_bytes == frames.last_begins());
}

TEST_CASE("a CRC-32C is that of RFC 3720") {
  std::string ascending;
  for (int i = 0; i < 32; ++i) ascending += static_cast<char>(i);
  CHECK(crc32c(0, "") == 0);
  CHECK(crc32c(0, "123456789") == 0xe3069283);
  CHECK(crc32c(0, std::string(32, '\0')) == 0x8a9136aa);
  CHECK(crc32c(0, std::string(32, '\xff')) == 0x62a8ab43);
  CHECK(crc32c(0, ascending) == 0x46dd794e);
  CHECK(crc32c(crc32c(0, "12345"), "6789") == 0xe3069283);
}

TEST_CASE("a write-ahead log that ends with a whole batch is whole") {
  CHECK(read_wal_end("").kind == Kind::Whole);
  for (const auto& sizes : kLogs) {
    const WalFrames frames = log_of(sizes);
    for (const std::size_t end : frames.ends()) {
      const WalEnd found = read_wal_end(std::string_view(frames.bytes()).substr(0, end));
      CHECK(found.kind == Kind::Whole);
      CHECK(found.whole_bytes == end);
    }
  }
}

TEST_CASE("a last write that is cut off anywhere is torn") {
  for (const auto& sizes : kLogs) {
    const WalFrames frames = log_of(sizes);
    const std::size_t begin = frames.last_begins();
    const std::size_t size = frames.bytes().size();
    for (std::size_t cut = begin + 1; cut < size;
         cut += cut < begin + 600 || size - cut < 600 ? 1 : 487) {
      CAPTURE(size);
      CAPTURE(cut);
      check_torn(frames.bytes().substr(0, cut), frames);
    }
  }
}

TEST_CASE("a last write in which a sector or a page is missing is torn") {
  for (const std::size_t unit : {kSector, kPage}) {
    for (const auto& sizes : kLogs) {
      const WalFrames frames = log_of(sizes);
      const std::size_t begin = frames.last_begins();
      for (std::size_t at = begin; at < frames.bytes().size(); at = (at / unit + 1) * unit) {
        const std::size_t end = std::min((at / unit + 1) * unit, frames.bytes().size());
        std::string bytes = frames.bytes();
        zero(bytes, at, end);
        if (bytes == frames.bytes()) continue;  // the end of a block is zeros already
        CAPTURE(bytes.size());
        CAPTURE(at);
        check_torn(bytes, frames);
      }
    }
  }
}

TEST_CASE("a last write that lacks a sector is torn, wherever the sectors begin in it") {
  for (std::size_t before = 1; before <= kSector; ++before) {
    for (const std::size_t size : {1, 12, 90, 500, 520, 1'100}) {
      const WalFrames frames = log_of({before, size});
      const std::size_t begin = frames.last_begins();
      for (std::size_t at = begin; at < frames.bytes().size(); at = (at / kSector + 1) * kSector) {
        std::string bytes = frames.bytes();
        zero(bytes, at, (at / kSector + 1) * kSector);
        CAPTURE(before);
        CAPTURE(size);
        CAPTURE(at);
        if (bytes != frames.bytes()) check_torn(bytes, frames);
      }
    }
  }
}

TEST_CASE("a last write of which any pages are missing is torn, also with zeros behind") {
  std::mt19937 random(1);
  const WalFrames frames = log_of({40'000, 200, 100'000});
  const std::size_t begin = frames.last_begins();
  for (int round = 0; round < 300; ++round) {
    std::string bytes = frames.bytes();
    bool some = false;
    for (std::size_t at = begin; at < bytes.size(); at = (at / kPage + 1) * kPage) {
      if (random() % 2 == 0) continue;
      zero(bytes, at, (at / kPage + 1) * kPage);
      some = true;
    }
    if (!some) continue;
    if (round % 3 == 0) bytes.append(random() % 9000, '\0');
    check_torn(bytes, frames);
  }
}

TEST_CASE("zeros behind the last batch are no batch") {
  for (const std::size_t zeros : {1, 6, 7, 4096, 70'000}) {
    WalFrames frames = log_of({700, 900});
    const std::size_t size = frames.bytes().size();
    const WalEnd end = read_wal_end(frames.bytes() + std::string(zeros, '\0'));
    CHECK(end.kind == Kind::Torn);
    CHECK(end.whole_bytes == size);
  }
}

TEST_CASE("one flipped bit in an acknowledged write is damage, also in the last one") {
  for (const auto& sizes : kLogs) {
    const WalFrames frames = log_of(sizes);
    const std::size_t bits = frames.bytes().size() * 8;
    // Flip each bit of the headers at the beginning of the last two batches, and samples of the
    // rest.
    for (std::size_t bit = 0; bit < bits; bit += 4001) {
      CAPTURE(bits);
      CAPTURE(bit);
      CHECK(read_wal_end(flipped(frames.bytes(), bit)).kind == Kind::Damaged);
    }
    for (std::size_t i = 0; i + 1 < frames.ends().size(); ++i) {
      const std::size_t head = frames.ends()[i];
      if (32'768 - head % 32'768 < 7) continue;  // padding at the end of a block has no checksum
      for (std::size_t bit = head * 8; bit < (head + 7) * 8; ++bit) {
        CAPTURE(bits);
        CAPTURE(bit);
        CHECK(read_wal_end(flipped(frames.bytes(), bit)).kind == Kind::Damaged);
      }
    }
  }
}

TEST_CASE("a flipped bit in a log with zeros behind it is damage") {
  const WalFrames frames = log_of({300, 900});
  const std::size_t begin = frames.last_begins();
  for (std::size_t bit = begin * 8; bit < frames.bytes().size() * 8; ++bit) {
    CAPTURE(bit);
    CHECK(read_wal_end(flipped(frames.bytes(), bit) + std::string(5000, '\0')).kind ==
          Kind::Damaged);
  }
}

TEST_CASE("a hole with a whole batch behind it is damage") {
  const WalFrames frames = log_of({300, 9'000, 60'000, 80});
  for (std::size_t at = 0; at + kSector < frames.last_begins(); at += kSector) {
    std::string bytes = frames.bytes();
    zero(bytes, at, at + kSector);
    CHECK(read_wal_end(bytes).kind == Kind::Damaged);
  }
}

TEST_CASE(
    "a flipped bit in the head of a batch of a manifest is damage, however short batches are") {
  const WalFrames frames = log_of({80, 8, 103, 111, 1, 3});
  std::size_t head = 0;
  for (const std::size_t end : frames.ends()) {
    for (std::size_t bit = head * 8; bit < (head + 7) * 8; ++bit) {
      CAPTURE(bit);
      CHECK(read_wal_end(flipped(frames.bytes(), bit), kManifest).kind == Kind::Damaged);
    }
    head = end;
  }
}

TEST_CASE("a crash may lose a batch of a manifest and leave the next, which one sync was for") {
  const WalFrames frames = log_of({300, 900, 2'000, 80});
  for (std::size_t at = 0; at + kSector < frames.last_begins(); at += kSector) {
    std::string bytes = frames.bytes();
    zero(bytes, at, at + kSector);
    CHECK(read_wal_end(bytes, kManifest).kind == Kind::Torn);
  }
}

}  // namespace countersign::wal_end_test
