#include <doctest/doctest.h>
#include <sys/stat.h>

#include <functional>
#include <string>
#include <vector>

#include "events/vault/files/frame.h"
#include "tests/events/vault/vault_fixture.h"

namespace countersign::tamper_test {

// A stored file that a test damages on the disk and then tries to read.
class Victim : public VaultFixture {
 public:
  explicit Victim(std::size_t size)
      : plain(bytes_like_an_image(size)), stored(store(plain)), original(on_disk(stored.file)) {}

  bool refused_as(const std::string& content) {
    put_on_disk(stored.file, content);
    const bool refused = error_of(read(stored)) == VaultError::Corrupt;
    put_on_disk(stored.file, original);
    return refused;
  }
  std::string flipped(std::size_t at, int bit) const {
    std::string content = original;
    content[at] = static_cast<char>(content[at] ^ (1 << bit));
    return content;
  }
  std::string frame(std::size_t index) const {
    return original.substr(index * kFrameBytes, kFrameBytes);
  }

  std::string plain;
  SealedFile stored;
  std::string original;
};

TEST_CASE("a changed bit anywhere in a small file is found, in its padding as well") {
  Victim victim(100);
  REQUIRE(victim.original.size() == 4096);
  for (std::size_t at = 0; at < victim.original.size(); ++at) {
    CHECK_MESSAGE(victim.refused_as(victim.flipped(at, static_cast<int>(at % 8))), at);
  }
  CHECK(holds(victim.read(victim.stored), victim.plain));
}

TEST_CASE("a changed bit in any region of a large file is found") {
  Victim victim(5 * kFramePlainBytes + 1000);
  const std::size_t last = 5 * kFrameBytes;
  for (const std::size_t at : {std::size_t{0},            // the first byte
                               kFramePlainBytes - 1,      // the last byte of the first frame's text
                               kFramePlainBytes,          // its tag
                               kFrameBytes - 1,           //
                               kFrameBytes,               // the next frame
                               3 * kFrameBytes + 30'000,  // the middle of a frame
                               4 * kFrameBytes,           // after the buffer's boundary
                               last - 1,                  //
                               last,                      // the last frame
                               last + 999,                //
                               last + 1000,               // its tag
                               last + 1015,               //
                               last + 1016,               // the padding
                               victim.original.size() - 1}) {
    for (int bit = 0; bit < 8; ++bit) CHECK_MESSAGE(victim.refused_as(victim.flipped(at, bit)), at);
  }
}

TEST_CASE("records before the damage are read, and records behind it never") {
  Victim victim(3 * kFramePlainBytes);
  victim.put_on_disk(victim.stored.file, victim.flipped(kFrameBytes + 5, 0));
  auto reader = victim.vault().open(
      victim.session, victim.key, victim.stored.file, victim.day, victim.stored.size_bytes);
  REQUIRE(reader);
  CHECK(holds(reader->read_some(), std::string_view(victim.plain).substr(0, kFramePlainBytes)));
  CHECK(error_of(reader->read_some()) == VaultError::Corrupt);
  CHECK(error_of(reader->read_some()) == VaultError::Corrupt);
  CHECK(error_of(reader->read_all(victim.plain.size())) == VaultError::Corrupt);
  reader->rewind();
  CHECK(error_of(reader->read_some()) == VaultError::Corrupt);
}

TEST_CASE("a damaged frame appends nothing to what was read before it") {
  Victim victim(2 * kFramePlainBytes);
  victim.put_on_disk(victim.stored.file, victim.flipped(kFrameBytes + 5, 0));
  auto reader = victim.vault().open(
      victim.session, victim.key, victim.stored.file, victim.day, victim.stored.size_bytes);
  REQUIRE(reader);
  std::string out = "before ";
  CHECK(holds(reader->append_some(out), true));
  CHECK(error_of(reader->append_some(out)) == VaultError::Corrupt);
  CHECK(error_of(reader->append_some(out)) == VaultError::Corrupt);
  CHECK(out == "before " + victim.plain.substr(0, kFramePlainBytes));
}

TEST_CASE("a file that was cut or that grew is found") {
  Victim victim(3 * kFramePlainBytes + 10);
  for (const std::size_t size : {std::size_t{0},
                                 std::size_t{1},
                                 kFrameBytes,
                                 2 * kFrameBytes,
                                 3 * kFrameBytes,
                                 victim.original.size() - kDiskBlockBytes,
                                 victim.original.size() - 1}) {
    CHECK_MESSAGE(victim.refused_as(victim.original.substr(0, size)), size);
  }
  CHECK(victim.refused_as(victim.original + '\0'));
  CHECK(victim.refused_as(victim.original + std::string(kDiskBlockBytes, '\0')));
  CHECK(victim.refused_as(victim.original + victim.frame(0)));
}

TEST_CASE("a file that is cut while it is read is found") {
  Victim victim(10 * kFramePlainBytes);
  auto reader = victim.vault().open(
      victim.session, victim.key, victim.stored.file, victim.day, victim.stored.size_bytes);
  REQUIRE(reader);
  REQUIRE(reader->read_some());
  std::filesystem::resize_file(victim.path_of(victim.stored.file), 5 * kFrameBytes);
  CHECK(error_of(reader->read_all(victim.plain.size())) == VaultError::Corrupt);
}

TEST_CASE("a cut at a frame's border does not pass, even for who states the shorter length") {
  Victim victim(3 * kFramePlainBytes + 10);
  for (std::size_t frames = 1; frames <= 3; ++frames) {
    victim.put_on_disk(victim.stored.file, victim.original.substr(0, frames * kFrameBytes));
    SealedFile shorter = victim.stored;
    shorter.size_bytes = frames * kFramePlainBytes;
    CHECK(error_of(victim.read(shorter)) == VaultError::Corrupt);
  }
}

TEST_CASE("frames that were swapped, repeated or dropped are found") {
  Victim victim(3 * kFramePlainBytes);
  const std::string a = victim.frame(0);
  const std::string b = victim.frame(1);
  const std::string c = victim.frame(2);
  REQUIRE(a + b + c == victim.original);
  for (const std::string& content :
       {b + a + c, a + c + b, c + b + a, a + a + c, b + b + c, a + b + b}) {
    CHECK(victim.refused_as(content));
  }
  victim.put_on_disk(victim.stored.file, a + c);
  SealedFile shorter = victim.stored;
  shorter.size_bytes = 2 * kFramePlainBytes;
  CHECK(error_of(victim.read(shorter)) == VaultError::Corrupt);
}

TEST_CASE("the frames of another file of the same session are found, one and all") {
  Victim victim(2 * kFramePlainBytes);
  const SealedFile other = victim.store(bytes_like_an_image(2 * kFramePlainBytes, 7));
  const std::string foreign = victim.on_disk(other.file);
  CHECK(victim.refused_as(foreign.substr(0, kFrameBytes) + victim.frame(1)));
  CHECK(victim.refused_as(victim.frame(0) + foreign.substr(kFrameBytes)));
  CHECK(victim.refused_as(foreign));
}

TEST_CASE("a file opens for its session alone, and under its key alone") {
  Victim victim(1000);
  const SessionKey other_key = SessionKey::random(victim.random);
  CHECK(holds(victim.read_as(victim.session, victim.key.clone(), victim.stored), victim.plain));
  CHECK(error_of(victim.read_as(victim.session, other_key, victim.stored)) == VaultError::Corrupt);
  CHECK(error_of(victim.read_as(victim.new_session(), victim.key, victim.stored)) ==
        VaultError::Corrupt);
}

TEST_CASE("any other length than the true one is refused") {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{100}, kFramePlainBytes, kFramePlainBytes + 1}) {
    Victim victim(size);
    for (const std::size_t stated : {size + 1,
                                     size - 1,
                                     size + 15,
                                     size + 16,
                                     size + 17,
                                     size + 4096,
                                     size + kFramePlainBytes,
                                     std::size_t{0},
                                     std::size_t{1}}) {
      if (stated == size) continue;
      SealedFile lie = victim.stored;
      lie.size_bytes = stated;
      CHECK_MESSAGE(error_of(victim.read(lie)) == VaultError::Corrupt,
                    size << " read as " << stated);
    }
  }
}

TEST_CASE("a file that is not regular is not read, and a missing file is not found") {
  Victim victim(100);
  const FileId missing = victim.new_file();
  SealedFile stored = victim.stored;
  stored.file = missing;
  CHECK(error_of(victim.read(stored)) == VaultError::NotFound);
  stored = victim.stored;
  stored.day = "20261122";
  CHECK(error_of(victim.read(stored)) == VaultError::NotFound);

  const std::filesystem::path path = victim.path_of(victim.stored.file);
  const std::filesystem::path elsewhere = victim.data() / "elsewhere";
  std::filesystem::rename(path, elsewhere);
  std::filesystem::create_symlink(elsewhere, path);
  CHECK(error_of(victim.read(victim.stored)) == VaultError::Io);
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  CHECK(error_of(victim.read(victim.stored)) == VaultError::Corrupt);
  std::filesystem::remove(path);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);  // for whose writer nobody waits
  CHECK(error_of(victim.read(victim.stored)) == VaultError::Corrupt);
}

}  // namespace countersign::tamper_test
