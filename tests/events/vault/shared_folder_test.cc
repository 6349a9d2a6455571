#include "events/vault/shared_folder.h"

#include <doctest/doctest.h>
#include <sys/vfs.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/events/vault/store_contract.h"

namespace countersign::shared_folder_test {

namespace fs = std::filesystem;

// The folder of one machine, or one that several nodes use.
class FolderWorld : public store_contract::World {
 public:
  explicit FolderWorld(bool is_shared) : is_shared_(is_shared) {}
  std::unique_ptr<FileStore> open(const std::string& node) override {
    auto opened = FileFolder::open(folder_.path() / "files", false, is_shared_ ? node : "");
    REQUIRE(opened);
    return *std::move(opened);
  }
  bool has_several_nodes() const override { return is_shared_; }

 private:
  const bool is_shared_;
  TempFolder folder_;
};

TEST_CASE("a folder of one machine keeps the promises of a store") {
  FolderWorld world(false);
  store_contract::hold(world);
}

TEST_CASE("a folder that several nodes use keeps the promises of a store") {
  FolderWorld world(true);
  store_contract::hold(world);
}

TEST_CASE("a node has one name, which lies in its folder and is never made by a reader") {
  TempFolder folder;
  OsRandom random;
  const auto reader = node_of(folder.path(), random, true);
  REQUIRE(reader);
  CHECK(fs::is_empty(folder.path()));
  const auto first = node_of(folder.path(), random, false);
  REQUIRE(first);
  CHECK(first->value().size() == 16);
  CHECK(*node_of(folder.path(), random, false) == *first);
  CHECK(*node_of(folder.path(), random, true) == *first);
  for (const char* text : {"", "node\n", "0123456789abcdeF\n", "0123456789abcdef0\n"}) {
    std::ofstream(folder.path() / "NODE") << text;
    const auto damaged = node_of(folder.path(), random, false);
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().find("NODE is damaged") != std::string::npos);
  }
}

TEST_CASE("file systems that keep links and syncs hold the files, and others are refused by name") {
  for (const std::int64_t magic :
       std::initializer_list<std::int64_t>{0x6969, 0x00c36400, 0xef53, 0x58465342}) {
    const FileSystemKind* const kind = file_system_of(magic);
    REQUIRE(kind != nullptr);
    CHECK(kind->refusal.empty());
  }
  for (const std::int64_t magic : std::initializer_list<std::int64_t>{
           0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x01021994}) {
    const FileSystemKind* const kind = file_system_of(magic);
    REQUIRE(kind != nullptr);
    CHECK_FALSE(kind->refusal.empty());
  }
  // As a 32-bit system has it.
  CHECK(file_system_of(static_cast<std::int32_t>(0xff534d42)) == file_system_of(0xff534d42));
  CHECK(file_system_of(0x12345678) == nullptr);
}

bool is_in_memory(const fs::path& path) {
  struct ::statfs status {};
  REQUIRE(::statfs(path.c_str(), &status) == 0);
  return status.f_type == 0x01021994;
}

TEST_CASE("a shared folder is tried before it is used, and the trial leaves nothing") {
  TempFolder folder;
  const NodeName node("0123456789abcdef");
  const auto opened = open_shared_folder(folder.path(), node, false);
  if (is_in_memory(folder.path())) {
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find("tmpfs") != std::string::npos);
    return;
  }
  REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error()));
  CHECK(fs::is_empty(folder.path()));
  CHECK((*opened)->name() == folder.path().string());
}

TEST_CASE("a shared folder that is not mounted, or of the kernel's own kinds, is refused") {
  TempFolder folder;
  const NodeName node("0123456789abcdef");
  const auto missing = open_shared_folder(folder.path() / "missing", node, false);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().find("No such file") != std::string::npos);
  const auto proc = open_shared_folder("/proc", node, false);
  REQUIRE_FALSE(proc);
  CHECK(proc.error().find("is of a kind that is not known") != std::string::npos);
  const auto memory = open_shared_folder("/dev/shm", node, false);
  if (is_in_memory("/dev/shm")) {
    REQUIRE_FALSE(memory);
    CHECK(memory.error().find("is on tmpfs, and it is lost when the machine stops") !=
          std::string::npos);
  }
}

}  // namespace countersign::shared_folder_test
