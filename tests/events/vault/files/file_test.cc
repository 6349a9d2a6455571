#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "events/crypto/sha256.h"
#include "events/vault/files/crc32.h"
#include "events/vault/files/frame.h"
#include "tests/events/support/hex.h"
#include "tests/events/vault/vault_fixture.h"

namespace countersign::file_test {

// The boundaries of disk blocks, frames and buffers, and the sizes just below and above each.
const std::vector<std::size_t> kSizes = {0,      1,      15,     4079,   4080,   4081,   65503,
                                         65504,  65519,  65520,  65521,  131039, 131040, 131041,
                                         196560, 262079, 262080, 262081, 524160, 1048579};

std::string read_in_pieces(FileReader& reader) {
  std::string all;
  for (;;) {
    const auto some = reader.read_some();
    REQUIRE(some);
    if (some->empty()) return all;
    CHECK(some->size() <= kFramePlainBytes);
    all += *some;
  }
}

std::string read_by_appending(FileReader& reader) {
  std::string all;
  for (;;) {
    const std::size_t before = all.size();
    const auto more = reader.append_some(all);
    REQUIRE(more);
    CHECK(all.size() - before <= kFramePlainBytes);
    if (!*more) return all;
  }
}

TEST_CASE("a file of any size is read back as it was written, whole and in pieces") {
  VaultFixture fixture;
  for (const std::size_t size : kSizes) {
    CAPTURE(size);
    const std::string plain = bytes_like_an_image(size, size);
    const SealedFile stored = fixture.store(plain);
    CHECK(stored.size_bytes == size);
    CHECK(stored.sha256 == Sha256(sha256(plain)));
    CHECK(stored.crc32 == crc32_of(bytes_of(plain)));
    CHECK(stored.day == fixture.day);
    CHECK(fixture.on_disk(stored.file).size() == disk_bytes(size));
    CHECK(disk_bytes(size) % kDiskBlockBytes == 0);

    CHECK(holds(fixture.read(stored), plain));
    auto reader = fixture.vault().open(
        fixture.session, fixture.key, stored.file, stored.day, stored.size_bytes);
    REQUIRE(reader);
    CHECK(read_in_pieces(*reader) == plain);
    CHECK(holds(reader->read_some(), std::string_view()));
    reader->rewind();
    CHECK(read_by_appending(*reader) == plain);
    CHECK(reader->verify(stored.sha256));
    CHECK(read_in_pieces(*reader) == plain);
  }
}

TEST_CASE("how the bytes arrive does not change what is stored") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(400'000);
  for (const std::size_t piece : {7, 4096, 65519, 65520, 65521, 300'000}) {
    const auto writer = fixture.create();
    for (std::size_t at = 0; at < plain.size(); at += piece) {
      REQUIRE(writer->append(std::string_view(plain).substr(at, piece)));
    }
    REQUIRE(writer->append(""));
    const auto stored = writer->seal();
    REQUIRE(stored);
    REQUIRE(writer->commit());
    CHECK(stored->sha256 == Sha256(sha256(plain)));
    CHECK(stored->crc32 == crc32_of(bytes_of(plain)));
    CHECK(holds(fixture.read(*stored), plain));
  }
}

TEST_CASE("a sealed file can be read before it is committed, and after; a second commit is fine") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(100'000);
  const auto writer = fixture.create();
  REQUIRE(writer->append(plain));
  REQUIRE(writer->seal());
  auto before = writer->reader();
  REQUIRE(before);
  CHECK(holds(before->read_all(plain.size()), plain));
  REQUIRE(writer->commit());
  auto after = writer->reader();
  REQUIRE(after);
  CHECK(holds(after->read_all(plain.size()), plain));
  CHECK(writer->commit());
  CHECK(writer->seal()->size_bytes == plain.size());
}

TEST_CASE("sealing again gives the same answer") {
  VaultFixture fixture;
  const auto writer = fixture.create();
  REQUIRE(writer->append("bytes"));
  const auto first = writer->seal();
  CHECK(holds(writer->seal(), *first));
  CHECK(first->size_bytes == 5);
}

TEST_CASE("reading on after a piece gives the rest, and rewinding the start") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(300'000);
  const SealedFile stored = fixture.store(plain);
  auto reader =
      fixture.vault().open(fixture.session, fixture.key, stored.file, stored.day, plain.size());
  REQUIRE(reader);
  const auto first = reader->read_some();
  REQUIRE(first);
  const std::size_t seen = first->size();
  CHECK(holds(reader->read_all(plain.size()), plain.substr(seen)));
  CHECK(holds(reader->read_all(plain.size()), std::string()));
  reader->rewind();
  FileReader moved = std::move(*reader);
  CHECK(holds(moved.read_all(plain.size()), plain));
}

TEST_CASE("more than the limit is not read") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store(bytes_like_an_image(1000));
  auto reader = fixture.vault().open(fixture.session, fixture.key, stored.file, stored.day, 1000);
  REQUIRE(reader);
  CHECK(error_of(reader->read_all(999)) == VaultError::Corrupt);
  CHECK(error_of(reader->read_all(1000)) == VaultError::Corrupt);
}

TEST_CASE("a digest that is not the file's is found out") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store(bytes_like_an_image(1000));
  auto reader = fixture.vault().open(fixture.session, fixture.key, stored.file, stored.day, 1000);
  REQUIRE(reader);
  CHECK(error_of(reader->verify(Sha256(sha256("another")))) == VaultError::Corrupt);
}

TEST_CASE("nothing of the plain bytes or the key is found in the folder") {
  VaultFixture fixture;
  const std::string marker = "MARKER-OF-A-PASSPORT";
  std::string plain;
  while (plain.size() < 300'000) plain += marker;
  // A committed file, a sealed but uncommitted one, and one that is cut off in the middle.
  const SealedFile stored = fixture.store(plain);
  const auto sealed = fixture.create();
  REQUIRE(sealed->append(plain));
  REQUIRE(sealed->seal());
  const auto unfinished = fixture.create();
  REQUIRE(unfinished->append(plain));
  const std::string key(text_of(fixture.key.reveal()));
  std::size_t searched = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(fixture.data())) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    CHECK(content.find(marker.substr(0, 8)) == std::string::npos);
    CHECK(content.find(key.substr(0, 8)) == std::string::npos);
    searched += content.size();
  }
  CHECK(searched > 800'000);
  CHECK(holds(fixture.read(stored), plain));
}

TEST_CASE("the same bytes look different in every file") {
  VaultFixture fixture;
  const std::string plain(5000, 'a');
  const std::string first = fixture.on_disk(fixture.store(plain).file);
  const std::string second = fixture.on_disk(fixture.store(plain).file);
  CHECK(first.substr(0, 64) != second.substr(0, 64));
}

// Every later version must read the files that are on disks today.
TEST_CASE("the format of a file is what it was when this vector was written") {
  VaultFixture fixture;
  const SessionId session(*parse_uuid("00112233-4455-4677-8899-aabbccddeeff"));
  const FileId file(*parse_uuid("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0"));
  const SessionKey key{SecretBytes<32>(sha256("the session key"))};
  auto writer = fixture.vault().create(session, key, file, fixture.day);
  REQUIRE(writer);
  REQUIRE((*writer)->append("countersign"));
  REQUIRE((*writer)->seal());
  REQUIRE((*writer)->commit());
  const std::string content = fixture.on_disk(file);
  CHECK(hex_of(content.substr(0, 27)) == "b63bee35f41621df4b19dc26ada08bc44159dcf0b5d91981677da8");
  CHECK(content.substr(27) == std::string(4096 - 27, '\0'));
}

TEST_CASE("the CRC-32 is that of zip, and can be continued") {
  CHECK(crc32_of(bytes_of("123456789")) == 0xcbf43926);
  CHECK(crc32_of(bytes_of("456789"), crc32_of(bytes_of("123"))) == 0xcbf43926);
  CHECK(crc32_of({}) == 0);
}

TEST_CASE("many writers at once each store their own file") {
  VaultFixture fixture;
  constexpr std::size_t kThreads = 12;
  std::vector<SealedFile> stored(kThreads);
  std::vector<FileId> ids;
  for (std::size_t i = 0; i < kThreads; ++i) ids.push_back(fixture.new_file());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      auto writer = fixture.vault().create(fixture.session, fixture.key, ids[i], fixture.day);
      if (!writer || !(*writer)->append(bytes_like_an_image(100'000 + i, i))) return;
      const auto sealed = (*writer)->seal();
      if (sealed && (*writer)->commit()) stored[i] = *sealed;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < kThreads; ++i) {
    CHECK(holds(fixture.read(stored[i]), bytes_like_an_image(100'000 + i, i)));
  }
}

}  // namespace countersign::file_test
