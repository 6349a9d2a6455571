#include "events/rocks/held_space.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/events/support/log_fixture.h"

namespace countersign::held_space_test {

using test::kSpace;
using test::LogFixture;

constexpr ViewSpace kSpaceAfter = kSpace + 1;

using Changes = std::vector<std::pair<std::string, std::optional<std::string>>>;

void put_into(ViewBatch& batch, ViewSpace space, const Changes& changes) {
  for (const auto& [key, value] : changes) {
    if (value) {
      batch.put(space, key, *value);
    } else {
      batch.erase(space, key);
    }
  }
}

struct HeldLog : LogFixture {
  HeldLog() : LogFixture({.held_space = kSpace}) {}

  std::optional<StoreError> change(const Changes& changes) {
    const auto batch = log().begin(nullptr);
    put_into(*batch, kSpace, changes);
    // A neighbouring space, whose entries must never be returned.
    put_into(*batch, kSpaceAfter, {{"a", "of another space"}});
    return log().append({next(1)}, *batch, {});
  }
  std::optional<ViewEntry> stored(const std::string& from) {
    std::optional<ViewEntry> first;
    REQUIRE(log().views().scan(kSpace, from, [&](std::string_view key, std::string_view value) {
      first = ViewEntry{std::string(key), std::string(value)};
      return false;
    }));
    return first;
  }
  void check_all() {
    for (char c = 'a' - 1; c <= 'z' + 1; ++c) {
      const std::string from(1, c);
      CAPTURE(from);
      REQUIRE(log().views().seek(kSpace, from).has_value());
      CHECK(*log().views().seek(kSpace, from) == stored(from));
    }
    CHECK(*log().views().seek(kSpace, {}) == stored({}));
  }
};

TEST_CASE("a seek in a held space gives what is stored, whatever was put, replaced and erased") {
  HeldLog f;
  f.check_all();
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    Changes changes;
    for (int i = 0; i < 4; ++i) {
      const std::string key(1, static_cast<char>('a' + random() % 26));
      const bool stays = random() % 3 != 0;
      changes.emplace_back(key, stays ? std::optional(std::to_string(random())) : std::nullopt);
    }
    REQUIRE_FALSE(f.change(changes));
    if (round % 10 == 9) f.open();
    f.check_all();
  }
}

TEST_CASE("a seek in a held space shows nothing of a batch that was not written") {
  HeldLog f;
  REQUIRE_FALSE(f.change({{"b", "stored"}}));
  REQUIRE(f.try_open({.reserve_bytes = std::uint64_t{1} << 62, .held_space = kSpace}) == "");
  CHECK(f.change({{"a", "refused"}, {"b", std::nullopt}}) == StoreError::Full);
  CHECK(*f.log().views().seek(kSpace, {}) == ViewEntry{"b", "stored"});
  f.check_all();
}

TEST_CASE("a seek in a held space shows the generation that has become active") {
  HeldLog f;
  REQUIRE_FALSE(f.change({{"b", "in the first generation"}}));
  const ViewGeneration second = other(f.log().active_generation());
  const auto batch = f.log().begin_in(second);
  batch->put(kSpace, "a", "in the second generation");
  REQUIRE_FALSE(f.log().write_generation(*batch, second, {"", f.log().head().sequence}));
  CHECK(*f.log().views().seek(kSpace, {}) == ViewEntry{"b", "in the first generation"});
  REQUIRE_FALSE(f.log().activate(second));
  CHECK(*f.log().views().seek(kSpace, {}) == ViewEntry{"a", "in the second generation"});
  f.check_all();
}

TEST_CASE("a key that could not be read is not held until it is loaded") {
  HeldSpace held(kSpace);
  std::optional<ViewEntry> entry;
  CHECK_FALSE(held.seek("", entry));
  held.load(std::nullopt);
  held.apply({{"a", "1"}});
  CHECK_FALSE(held.seek("", entry));
  held.load(HeldSpace::Entries{});
  CHECK(held.seek("", entry));
  CHECK_FALSE(entry.has_value());
}

}  // namespace countersign::held_space_test
