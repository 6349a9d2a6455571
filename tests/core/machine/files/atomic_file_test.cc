#include "core/machine/files/atomic_file.h"

#include <doctest/doctest.h>

#include <optional>

#include "tests/events/support/temp_folder.h"

namespace countersign::atomic_file_test {

TEST_CASE("a marker file keeps its text, and can be removed twice") {
  TempFolder temp;
  const AtomicFile marker(temp.path() / "MARKER");
  CHECK_FALSE(marker.exists());
  CHECK(*marker.read() == std::nullopt);
  REQUIRE_FALSE(marker.write("first"));
  REQUIRE_FALSE(marker.write("second"));
  CHECK(marker.exists());
  CHECK(*marker.read() == "second");
  REQUIRE_FALSE(marker.remove());
  REQUIRE_FALSE(marker.remove());
  CHECK_FALSE(marker.exists());
  CHECK(AtomicFile(temp.path() / "no" / "folder").write("x").has_value());
}

}  // namespace countersign::atomic_file_test
