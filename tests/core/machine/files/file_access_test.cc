#include "core/machine/files/file_access.h"

#include <doctest/doctest.h>

#include "tests/events/support/temp_folder.h"

namespace countersign::file_access_test {

namespace fs = std::filesystem;

TEST_CASE("a path lies inside a folder by where its links lead, or else by how it is written") {
  const TempFolder temp;
  const fs::path data = temp.path() / "data";
  fs::create_directories(data / "keys");
  fs::create_directory_symlink(data, temp.path() / "link");
  CHECK(lies_inside(data / "key", data));
  CHECK(lies_inside(data / "keys" / ".." / "key", data / ""));
  CHECK(lies_inside(temp.path() / "link" / "key", data));
  CHECK(lies_inside(data / "key", temp.path() / "link"));
  CHECK(lies_inside(data, data));
  CHECK_FALSE(lies_inside(temp.path() / "data.key", data));
  CHECK_FALSE(lies_inside(data / ".." / "key", data));

  const fs::path loop = temp.path() / "loop";
  fs::create_symlink(loop, loop);
  CHECK_FALSE(lies_inside(temp.path() / "loop.key", loop));
  CHECK(lies_inside(loop / "key", loop));
}

}  // namespace countersign::file_access_test
