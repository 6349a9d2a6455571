#include "core/machine/files/folder_lock.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "tests/events/support/temp_folder.h"

namespace countersign::folder_lock_test {

TEST_CASE("a folder is locked once, by whatever path, until the lock ends") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path() / "data");
  std::filesystem::create_directory_symlink(folder.path() / "data", folder.path() / "link");
  {
    auto first = FolderLock::take(folder.path() / "data");
    REQUIRE(first);
    const FolderLock moved = *std::move(first);
    for (const char* path : {"data", "link"}) {
      const auto second = FolderLock::take(folder.path() / path);
      REQUIRE_FALSE(second);
      CHECK(second.error() == std::errc::operation_would_block);
    }
  }
  CHECK(FolderLock::take(folder.path() / "link"));
}

TEST_CASE("what cannot be locked is not taken to be locked") {
  const TempFolder folder;
  const auto missing = FolderLock::take(folder.path() / "missing");
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == std::errc::no_such_file_or_directory);
}

}  // namespace countersign::folder_lock_test
