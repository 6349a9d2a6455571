#include "tools/server/descriptor_budget.h"

#include <doctest/doctest.h>

#include "events/rocks/database/open_tables.h"

namespace countersign::descriptor_budget_test {

DescriptorNeeds defaults() {
  return {.connections = 10'000,
          .refusals = 256,
          .upload_files = 2048,
          .threads = 2,
          .inspection_threads = 2,
          .transfer_threads = 16,
          .outgoing = 0};
}

TEST_CASE("with descriptors for everybody the settings are served as they are") {
  for (const std::uint64_t limit : {std::uint64_t{20'000}, std::uint64_t{524'288}}) {
    const auto budget = descriptor_budget(limit, defaults());
    REQUIRE(budget.has_value());
    CHECK(budget->connections == 10'000);
    CHECK(budget->refusals == 256);
    CHECK(budget->upload_files == 2048);
    CHECK(max_open_tables(limit) > 4'000);
  }
}

TEST_CASE("with few descriptors connections and uploads shrink, and never take the database's") {
  for (std::uint64_t limit = 512; limit < 20'000; limit += 97) {
    CAPTURE(limit);
    const auto budget = descriptor_budget(limit, defaults());
    REQUIRE(budget.has_value());
    CHECK(budget->connections >= 64);
    CHECK(budget->upload_files >= 16);
    const std::uint64_t strangers = budget->connections + budget->refusals + budget->upload_files;
    CHECK(strangers + database_descriptors(limit) + 100 <= limit);
    CHECK(static_cast<std::uint64_t>(max_open_tables(limit)) < database_descriptors(limit));
  }
}

TEST_CASE("with hardly any the server says so and does not start") {
  for (const std::uint64_t limit : {0, 64, 128, 256}) {
    const auto budget = descriptor_budget(limit, defaults());
    REQUIRE_FALSE(budget.has_value());
    CHECK(budget.error().find("limit of open files") != std::string::npos);
  }
}

}  // namespace countersign::descriptor_budget_test
