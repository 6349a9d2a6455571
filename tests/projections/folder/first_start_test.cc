#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "events/vault/key_slot.h"
#include "projections/folder/data_folder.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/projections/support/open_folder.h"

// Tests the first start of a folder, also after one that was cut short.
namespace countersign::first_start_test {

namespace fs = std::filesystem;

// A folder in which nothing has happened. `parts` is in the order in which a first start makes
// them.
struct Fresh {
  TempFolder temp;
  FakeClock clock;
  OsRandom random;
  const std::vector<std::string> parts{"log", "keys", "files", "checkpoints", "MASTER-KEY-ID"};

  fs::path path() const { return temp.path() / "data"; }
  std::string start() {
    std::array<std::uint8_t, 32> bytes;
    bytes.fill(7);
    DataFolderOptions options{path(), MasterKey(SecretBytes<32>(bytes))};
    options.reserve_bytes = 0;
    options.signing_key = tlog::log_key();
    const auto opened = DataFolder::open(std::move(options), clock, random, [](StoreError) {});
    return opened ? std::string() : opened.error();
  }
  void make(const fs::path& folder) const {
    fs::create_directories(folder);
    fs::permissions(path(), fs::perms::owner_all);
    for (fs::path part = folder; part != path(); part = part.parent_path()) {
      fs::permissions(part, fs::perms::owner_all);
    }
  }
};

TEST_CASE_FIXTURE(Fresh, "a folder is new although places were made for its parts") {
  for (const char* part : {"log", "keys", "files/lost+found", "checkpoints"}) make(path() / part);
  CHECK(start() == "");
  for (const std::string& part : parts) CHECK(fs::exists(path() / part));
}

TEST_CASE("a first start that was cut short at any step starts again") {
  const std::size_t steps = Fresh().parts.size();
  for (std::size_t made = 0; made <= steps; ++made) {
    CAPTURE(made);
    Fresh fresh;
    REQUIRE(fresh.start() == "");
    for (std::size_t i = made; i < steps; ++i) fs::remove_all(fresh.path() / fresh.parts[i]);
    CHECK(fresh.start() == "");
    for (const std::string& part : fresh.parts) CHECK(fs::exists(fresh.path() / part));
  }
}

TEST_CASE_FIXTURE(Fresh, "a first start that was cut short within its log or keys starts again") {
  REQUIRE(start() == "");
  for (const char* part : {"MASTER-KEY-ID", "checkpoints", "files"}) {
    fs::remove_all(path() / part);
  }
  SUBCASE("the log has no ANCHOR yet") { fs::remove(path() / "log" / "ANCHOR"); }
  SUBCASE("the service slot has no name yet") {
    const fs::path slot = path() / "keys" / to_string(kServiceSlot);
    fs::rename(slot, slot.string() + ".new");
  }
  SUBCASE("the log has no database yet") {
    fs::remove_all(path() / "log");
    make(path() / "log");
  }
  CHECK(start() == "");
  for (const std::string& part : parts) CHECK(fs::exists(path() / part));
}

}  // namespace countersign::first_start_test
