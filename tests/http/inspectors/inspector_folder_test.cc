#include "http/inspectors/inspector_folder.h"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/events/support/temp_folder.h"

namespace countersign::http::inspector_folder_test {

KnownInspector inspector(const std::string& name, std::uint8_t byte) {
  Digest key{};
  key.fill(byte);
  return {name, Sha256(key)};
}

TEST_CASE("keys of inspectors are stored, listed by name, replaced and removed") {
  const TempFolder dir;
  const InspectorFolder folder(dir.path());
  CHECK(folder.all()->inspectors.empty());
  REQUIRE_FALSE(folder.put(inspector("west", 2)));
  REQUIRE_FALSE(folder.put(inspector("east", 1)));
  const auto all = folder.all();
  REQUIRE(all.has_value());
  CHECK(all->damaged.empty());
  REQUIRE(all->inspectors.size() == 2);
  CHECK(all->inspectors.front().name == "east");
  CHECK(all->inspectors.front().key == inspector("east", 1).key);
  CHECK((*folder.named("west"))->key == inspector("west", 2).key);
  REQUIRE_FALSE(folder.remove("west"));
  CHECK_FALSE(folder.named("west")->has_value());
  CHECK_FALSE(folder.remove("west"));
}

TEST_CASE("a file that is no key is named, lets nobody in, and keeps no other one out") {
  const TempFolder dir;
  const InspectorFolder folder(dir.path());
  REQUIRE_FALSE(folder.put(inspector("east", 1)));
  std::ofstream(dir.path() / "inspectors" / "east") << "not a key\n";
  std::ofstream(dir.path() / "inspectors" / "notes") << std::string(1000, 'n');
  REQUIRE_FALSE(folder.put(inspector("west", 2)));
  const auto all = folder.all();
  REQUIRE(all.has_value());
  REQUIRE(all->inspectors.size() == 1);
  CHECK(all->inspectors.front().name == "west");
  REQUIRE(all->damaged.size() == 2);
  CHECK(all->damaged.front().name == "east");
  CHECK(all->damaged.front().why.find("inspectors/east") != std::string::npos);
  CHECK(all->damaged.back().name == "notes");
  CHECK_FALSE(folder.named("east").has_value());
  REQUIRE_FALSE(folder.remove("east"));
  CHECK(folder.all()->damaged.size() == 1);
}

}  // namespace countersign::http::inspector_folder_test
