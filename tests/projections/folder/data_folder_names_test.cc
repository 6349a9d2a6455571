#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "tests/events/support/disk_faults.h"
#include "tests/projections/support/open_folder.h"

namespace countersign::data_folder_names_test {

TEST_CASE("the names of a new data folder and of the folders in it are durable before it is used") {
  DiskFaults faults;
  std::set<std::string> durable;
  faults.fail_sync = [&](const std::string& path) {
    // A sync of a folder covers the names that are in it by then.
    for (const char* name : {"data", "log", "checkpoints", "keys", "files"}) {
      const bool is_folder = std::filesystem::is_directory(std::filesystem::path(path) / name);
      if (is_folder) durable.insert(std::filesystem::path(path).filename().string() + "/" + name);
    }
    return 0;
  };
  OpenFolder folder;
  folder.close();
  const std::string above = folder.path().parent_path().filename().string();
  CHECK(durable.contains(above + "/data"));
  CHECK(durable.contains("data/log"));
  CHECK(durable.contains("data/keys"));
  CHECK(durable.contains("data/files"));
  auto with = folder.options();
  with.signing_key.emplace(
      tlog::KeyType::Log, "example.com/log", SecretBytes<32>(std::array<std::uint8_t, 32>{}));
  CHECK(folder.try_open(std::move(with)).has_value());
  CHECK(durable.contains("data/checkpoints"));
}

TEST_CASE("the tables that a start makes have durable names before CURRENT leads to them") {
  OpenFolder folder;
  for (std::uint64_t n = 1; n < 20; ++n) folder.create(n);
  folder.close();
  const std::filesystem::path log = folder.path() / "log";
  const auto current = [&] {
    std::string name;
    std::ifstream(log / "CURRENT") >> name;
    return name;
  };
  const auto tables = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(log)) {
      if (entry.path().extension() == ".sst") names.insert(entry.path().filename());
    }
    return names;
  };
  std::string led_to = current();
  std::set<std::string> durable = tables();
  std::size_t led_to_tables = 0;
  DiskFaults faults;
  faults.fail_sync = [&](const std::string& path) {
    if (std::filesystem::path(path) != log) return 0;
    if (current() != led_to) {
      led_to_tables += tables().size();
      CHECK(durable == tables());
    }
    led_to = current();
    durable = tables();
    return 0;
  };
  folder.open();
  CHECK(led_to_tables > 0);
}

}  // namespace countersign::data_folder_names_test
