// Several images in one file of the vault.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/event/vault_file.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/crc32.h"
#include "events/vault/files/frame.h"
#include "tests/events/vault/vault_fixture.h"

namespace countersign::container_test {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// A container of images with these lengths, as an event has it.
struct Container : VaultFixture {
  explicit Container(const std::vector<std::size_t>& sizes) {
    const auto writer = create(container);
    for (const std::size_t size : sizes) {
      images.push_back(bytes_like_an_image(size, static_cast<unsigned>(1 + images.size())));
      // In two pieces, as chunks of an upload.
      const std::string_view image = images.back();
      REQUIRE(writer->append(image.substr(0, size / 3)));
      REQUIRE(writer->append(image.substr(size / 3)));
      const auto written = writer->end_image();
      REQUIRE(written);
      StoredFile file;
      file.file = files.empty() ? container : new_file();
      file.day = day;
      file.size_bytes = written->range.size_bytes;
      file.sha256 = written->sha256;
      file.crc32 = written->crc32;
      file.container = {container, 0, written->range.offset};
      files.push_back(file);
    }
    const auto sealed = writer->seal();
    REQUIRE(sealed);
    for (StoredFile& file : files) file.container->size_bytes = sealed->size_bytes;
    for (std::size_t i = 0; i < files.size(); ++i) {
      // Inspection reads an image before the file has its place.
      auto reader = writer->reader({files[i].container->offset, files[i].size_bytes});
      REQUIRE(reader);
      CHECK(holds(reader->read_all(images[i].size()), images[i]));
    }
    REQUIRE(writer->commit());
  }

  Result<FileReader, VaultError> open(const StoredFile& file) {
    return vault().open(session, key, file);
  }
  Result<std::string, VaultError> read(const StoredFile& file) {
    auto reader = open(file);
    if (!reader) return reader.error();
    return reader->read_all(file.size_bytes);
  }
  // The images that can be read while this byte of the container is flipped.
  std::vector<bool> readable_without(std::size_t at) {
    const std::string original = on_disk(container);
    std::string damaged = original;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    put_on_disk(container, damaged);
    std::vector<bool> readable;
    for (std::size_t i = 0; i < files.size(); ++i)
      readable.push_back(holds(read(files[i]), images[i]));
    put_on_disk(container, original);
    return readable;
  }

  const FileId container = new_file();
  std::vector<std::string> images;
  std::vector<StoredFile> files;
};

// Lengths around those of frames and of the buffer, each beginning somewhere else in a frame.
const std::vector<std::size_t> kSizes{1,
                                      kFramePlainBytes - 1,
                                      100,
                                      kFramePlainBytes,
                                      4 * kFramePlainBytes,
                                      3 * kFramePlainBytes + 17,
                                      5 * kFramePlainBytes - 118,
                                      200'000,
                                      6 * kFramePlainBytes + 1};

TEST_CASE("each image of a container is read as it was written, in every way of reading") {
  Container held(kSizes);
  CHECK(held.files_on_disk() == 1);
  CHECK(are_placed_well(held.files, {}));
  for (std::size_t i = 0; i < held.files.size(); ++i) {
    CAPTURE(i);
    const StoredFile& file = held.files[i];
    const std::string& image = held.images[i];
    CHECK(file.size_bytes == image.size());
    CHECK(file.sha256 == Sha256(sha256(image)));
    CHECK(file.crc32 == crc32_of(bytes_of(image)));
    auto reader = held.open(file);
    REQUIRE(reader);
    CHECK(reader->size_bytes() == image.size());
    CHECK(reader->verify(file.sha256));
    std::string pieces;
    for (;;) {
      const auto piece = reader->read_some();
      REQUIRE(piece);
      if (piece->empty()) break;
      CHECK(piece->size() <= kFramePlainBytes);
      pieces += *piece;
    }
    CHECK((pieces == image));
    reader->rewind();
    std::string appended = "before ";
    while (*reader->append_some(appended)) continue;
    CHECK((appended == "before " + image));
    reader->rewind();
    const auto first = reader->read_some();
    REQUIRE(first);
    const std::size_t taken = first->size();
    CHECK(holds(reader->read_all(image.size()), std::string_view(image).substr(taken)));
    CHECK(error_of(held.open(file)->read_all(image.size() - 1)) == VaultError::Corrupt);
    CHECK(error_of(held.open(file)->verify(Sha256())) == VaultError::Corrupt);
  }
}

TEST_CASE("a container is a file of the vault like any other") {
  Container held({1000, 70'000, 5});
  std::string whole;
  for (const std::string& image : held.images) whole += image;
  auto reader = held.vault().open(held.session, held.key, held.container, held.day, whole.size());
  REQUIRE(reader);
  CHECK(holds(reader->read_all(whole.size()), whole));
  CHECK(held.vault().remove(held.container, held.day));
  CHECK(held.vault().sync_day(held.day));
  for (const StoredFile& file : held.files)
    CHECK(error_of(held.read(file)) == VaultError::NotFound);
  CHECK(held.files_on_disk() == 0);
}

TEST_CASE("a container that is discarded leaves nothing") {
  VaultFixture fixture;
  {
    const auto writer = fixture.create();
    REQUIRE(writer->append(bytes_like_an_image(300'000)));
    REQUIRE(writer->end_image());
    REQUIRE(writer->append("the next image"));
    CHECK(fixture.files_on_disk() == 1);
  }
  CHECK(fixture.files_on_disk() == 0);
}

TEST_CASE("a flipped byte makes the images unreadable that have bytes in its frame, no others") {
  // The first frame has the first image and the start of the second; the last has the third's end.
  Container held({1000, kFramePlainBytes, 2 * kFramePlainBytes});
  CHECK(held.readable_without(5) == std::vector<bool>{false, false, true});
  CHECK(held.readable_without(kFramePlainBytes) == std::vector<bool>{false, false, true});
  CHECK(held.readable_without(kFrameBytes + 5) == std::vector<bool>{true, false, false});
  CHECK(held.readable_without(2 * kFrameBytes + 5) == std::vector<bool>{true, true, false});
  const std::size_t end = held.on_disk(held.container).size();
  CHECK(held.readable_without(end - 1) == std::vector<bool>{true, true, false});
}

TEST_CASE("a container that was cut or that grew makes all its images unreadable") {
  Container held({1000, kFramePlainBytes, 2 * kFramePlainBytes});
  const std::string original = held.on_disk(held.container);
  for (const std::string& content : {original.substr(0, kFrameBytes),
                                     original.substr(0, original.size() - kDiskBlockBytes),
                                     original + std::string(kDiskBlockBytes, '\0')}) {
    held.put_on_disk(held.container, content);
    for (const StoredFile& file : held.files)
      CHECK(error_of(held.read(file)) == VaultError::Corrupt);
  }
}

TEST_CASE("an image that does not lie in its container is refused, whatever its numbers are") {
  Container held({1000, 70'000, 5});
  const std::uint64_t size = held.files[0].container->size_bytes;
  const auto opens_at = [&](std::uint64_t offset, std::uint64_t size_bytes) {
    StoredFile lie = held.files[1];
    lie.container->offset = offset;
    lie.size_bytes = size_bytes;
    return error_of(held.read(lie));
  };
  CHECK(opens_at(1000, 70'000) == std::nullopt);
  CHECK(opens_at(size - 10, 10) == std::nullopt);
  for (const std::uint64_t offset : {std::uint64_t{0}, size / 2, size}) {
    CHECK(opens_at(offset, 0) == std::nullopt);
    CHECK(opens_at(offset, size - offset + 1) == VaultError::Corrupt);
    CHECK(opens_at(offset, kMost) == VaultError::Corrupt);
  }
  for (const std::uint64_t offset : {size + 1, kMost / 2, kMost - 9, kMost}) {
    CHECK(opens_at(offset, 0) == VaultError::Corrupt);
    CHECK(opens_at(offset, 10) == VaultError::Corrupt);
  }
  for (const std::uint64_t bytes :
       {std::uint64_t{0}, size + kFrameBytes, kMaxFileBytes + 1, kMost}) {
    StoredFile lie = held.files[0];
    lie.container->size_bytes = bytes;
    CHECK(error_of(held.read(lie)) == VaultError::Corrupt);
  }
}

TEST_CASE("another length of the container, key or file does not open an image at its end") {
  Container held({1000, 70'000, 5});
  StoredFile longer = held.files[2];
  longer.container->size_bytes += 1;
  longer.container->offset += 1;
  CHECK(error_of(held.read(longer)) == VaultError::Corrupt);
  StoredFile elsewhere = held.files[2];
  elsewhere.container->id = held.new_file();
  CHECK(error_of(held.read(elsewhere)) == VaultError::NotFound);
  const SessionKey other = SessionKey::random(held.random);
  auto reader = held.vault().open(held.session, other, held.files[0]);
  REQUIRE(reader);
  CHECK(error_of(reader->read_all(1000)) == VaultError::Corrupt);
}

}  // namespace countersign::container_test
