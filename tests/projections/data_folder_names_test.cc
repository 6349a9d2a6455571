#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "tests/events/disk_faults.h"
#include "tests/projections/open_folder.h"

namespace countersign {

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

}  // namespace countersign
