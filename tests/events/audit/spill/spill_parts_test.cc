#include "events/audit/spill/spill_parts.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/events/support/temp_folder.h"

namespace countersign::spill_parts_test {

std::vector<std::string> read_back(const SpillParts& parts, std::size_t part) {
  std::vector<std::string> records;
  REQUIRE(parts.read(part, [&](const std::string& block) {
    for (const auto record : records_in(block)) records.emplace_back(record);
    return true;
  }));
  return records;
}

TEST_CASE("each part gives its records back in the order in which they came") {
  const TempFolder folder;
  for (const std::size_t held_max : {std::size_t{0}, std::size_t{10'000}, std::size_t{1} << 20}) {
    CAPTURE(held_max);
    SpillFile file(folder.path(), held_max);
    SpillParts parts(file, 7, 500);
    std::mt19937_64 random(held_max + 1);
    std::map<std::size_t, std::vector<std::string>> given;
    for (int i = 0; i < 2'000; ++i) {
      const std::size_t part = random() % 6;  // the seventh stays empty
      given[part].push_back(std::to_string(i) + std::string(random() % 1'200, 'r'));
      REQUIRE(parts.append(part, given[part].back()));
    }
    REQUIRE(parts.flush());
    for (std::size_t part = 0; part < parts.parts(); ++part) {
      CHECK(read_back(parts, part) == given[part]);
      std::uint64_t bytes = 0;
      for (const std::string& record : given[part]) bytes += sizeof(std::uint32_t) + record.size();
      CHECK(parts.bytes(part) == bytes);
      CHECK(parts.records(part) == given[part].size());
    }
  }
}

TEST_CASE("a reader of a part may end before its last block") {
  const TempFolder folder;
  SpillFile file(folder.path(), 0);
  SpillParts parts(file, 1, 10);
  for (int i = 0; i < 5; ++i) REQUIRE(parts.append(0, std::string(20, 'r')));
  REQUIRE(parts.flush());
  int blocks = 0;
  CHECK(parts.read(0, [&](const std::string&) { return ++blocks < 2; }));
  CHECK(blocks == 2);
}

TEST_CASE("a part whose file has failed is not read") {
  const TempFolder folder;
  SpillFile file(folder.path() / "none", 30);
  SpillParts parts(file, 1, 10);
  REQUIRE(parts.append(0, std::string(20, 'r')));
  bool is_put = true;
  for (int i = 0; i < 3; ++i) is_put = parts.append(0, std::string(20, 'r')) && is_put;
  CHECK_FALSE(is_put);
  CHECK_FALSE(parts.read(0, [](const std::string&) { return true; }));
}

}  // namespace countersign::spill_parts_test
