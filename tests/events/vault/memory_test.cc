#include <doctest/doctest.h>

#include <new>
#include <string>

#include "tests/events/support/no_memory.h"
#include "tests/events/vault/vault_fixture.h"

namespace countersign::memory_test {

TEST_CASE("a file for which there is no memory is refused, and is not there") {
  VaultFixture fixture;
  const FileId file = fixture.new_file();
  {
    const NoMemory none;
    CHECK_THROWS_AS((void)fixture.vault().create(fixture.session, fixture.key, file, fixture.day),
                    std::bad_alloc);
  }
  CHECK_FALSE(std::filesystem::exists(fixture.path_of(file)));
  CHECK(fixture.new_files() == 0);
  CHECK(fixture.store("bytes", file).size_bytes == 5);
}

TEST_CASE("a file whose reader finds no memory is refused, and read later") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(100'000);
  const SealedFile stored = fixture.store(plain);
  {
    const NoMemory none;
    CHECK_THROWS_AS((void)fixture.read(stored), std::bad_alloc);
  }
  CHECK(holds(fixture.read(stored), plain));
}

TEST_CASE("the end of a file needs no memory for a buffer") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(300'000);
  const auto writer = fixture.create();
  Result<SealedFile, VaultError> stored = VaultError::Io;
  {
    const NoMemory none;
    REQUIRE(writer->append(plain));
    stored = writer->seal();
    REQUIRE(writer->commit());
  }
  REQUIRE(stored);
  CHECK(holds(fixture.read(*stored), plain));
}

}  // namespace countersign::memory_test
