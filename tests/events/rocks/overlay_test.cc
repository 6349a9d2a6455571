#include "events/rocks/overlay.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace countersign::overlay_test {

// Stored entries that count how often they are read, and whose reads can be made to fail.
struct Stored {
  std::map<std::string, std::string> entries;
  int reads = 0;
  bool broken = false;

  Overlay overlay(const Overlay* below = nullptr) {
    const auto read =
        [this](std::string_view key) -> Result<std::optional<std::string>, StoreError> {
      ++reads;
      if (broken) return StoreError::Io;
      const auto found = entries.find(std::string(key));
      if (found == entries.end()) return std::optional<std::string>();
      return std::optional(found->second);
    };
    return Overlay(read, below);
  }
};

std::map<std::string, std::optional<std::string>> changes(const Overlay& overlay) {
  std::map<std::string, std::optional<std::string>> found;
  overlay.for_each_change([&](std::string_view key, const std::optional<std::string>& value) {
    CHECK(found.emplace(key, value).second);
  });
  return found;
}

TEST_CASE("a batch sees what is stored and, over it, its own changes") {
  Stored stored{{{"\x01"
                  "a",
                  "1"},
                 {"\x02"
                  "a",
                  "2"}}};
  Overlay overlay = stored.overlay();
  CHECK(overlay.get(1, "a") == "1");
  CHECK(overlay.get(2, "a") == "2");
  CHECK(overlay.get(3, "a") == std::nullopt);
  overlay.put(1, "a", "new");
  overlay.erase(2, "a");
  overlay.put(3, "a", "3");
  CHECK(overlay.get(1, "a") == "new");
  CHECK(overlay.get(2, "a") == std::nullopt);
  CHECK(overlay.get(3, "a") == "3");
}

TEST_CASE("each changed entry is written once, with its last value, and no other") {
  Stored stored{
      {{"\x01"
        "a",
        "1"}}};
  Overlay overlay = stored.overlay();
  overlay.get(1, "a");
  overlay.get(1, "missing");
  overlay.put(1, "b", "old");
  overlay.put(1, "b", "new");
  overlay.put(1, "c", "gone");
  overlay.erase(1, "c");
  CHECK(changes(overlay) == std::map<std::string, std::optional<std::string>>{{"\x01"
                                                                               "b",
                                                                               "new"},
                                                                              {"\x01"
                                                                               "c",
                                                                               std::nullopt}});
}

TEST_CASE("an entry is fetched once a batch, there or not") {
  Stored stored{
      {{"\x01"
        "a",
        "1"}}};
  Overlay overlay = stored.overlay();
  for (int i = 0; i < 3; ++i) {
    overlay.get(1, "a");
    overlay.get(1, "missing");
  }
  CHECK(stored.reads == 2);
  overlay.put(1, "b", "1");
  overlay.get(1, "b");
  CHECK(stored.reads == 2);
}

TEST_CASE("after a failed read a batch answers nothing and has failed for good") {
  Stored stored{{{"\x01"
                  "a",
                  "1"},
                 {"\x01"
                  "b",
                  "2"}}};
  Overlay overlay = stored.overlay();
  CHECK(overlay.get(1, "a") == "1");
  stored.broken = true;
  CHECK(overlay.get(1, "b") == std::nullopt);
  CHECK(overlay.failed());
  stored.broken = false;
  CHECK(overlay.get(1, "a") == std::nullopt);
  CHECK(overlay.failed());
}

TEST_CASE("a batch over another sees its changes, and fetches again nothing that it has") {
  Stored stored{{{"\x01"
                  "a",
                  "1"},
                 {"\x01"
                  "b",
                  "2"},
                 {"\x01"
                  "c",
                  "3"}}};
  Overlay below = stored.overlay();
  below.put(1, "a", "new");
  below.erase(1, "b");
  CHECK(below.get(1, "c") == "3");
  Overlay above = stored.overlay(&below);
  CHECK(above.get(1, "a") == "new");
  CHECK(above.get(1, "b") == std::nullopt);
  CHECK(above.get(1, "c") == "3");
  CHECK(stored.reads == 1);
  above.put(1, "b", "again");
  CHECK(above.get(1, "b") == "again");
  CHECK(below.get(1, "b") == std::nullopt);
  CHECK(changes(above).size() == 1);
}

TEST_CASE("a batch over one whose reads have failed answers nothing either") {
  Stored stored;
  Overlay below = stored.overlay();
  stored.broken = true;
  CHECK(below.get(1, "a") == std::nullopt);
  stored.broken = false;
  Overlay above = stored.overlay(&below);
  CHECK(above.get(1, "a") == std::nullopt);
  CHECK(above.failed());
}

TEST_CASE("changes come in the order of their keys") {
  Stored stored;
  Overlay overlay = stored.overlay();
  for (const char* key : {"m", "c", "x", "a"}) overlay.put(1, key, "v");
  std::string order;
  overlay.for_each_change([&](std::string_view key, const auto&) { order += key.substr(1); });
  CHECK(order == "acmx");
}

}  // namespace countersign::overlay_test
