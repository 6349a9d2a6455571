#include "events/vault/shared_folder.h"

#include <doctest/doctest.h>
#include <sys/vfs.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "tests/events/support/store_contract.h"
#include "tests/events/support/temp_folder.h"

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

bool is_in_memory(const fs::path& path) {
  struct ::statfs status {};
  REQUIRE(::statfs(path.c_str(), &status) == 0);
  return status.f_type == 0x01021994;
}

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
  for (const char* text : {"",
                           "node\n",
                           "0123456789abcdeF\n1.2.3\n",
                           "0123456789abcdef0\n1.2.3\n",
                           "0123456789abcdef\n",
                           "0123456789abcdef\n1.2.3",
                           "0123456789abcdef\n1.2.3\n\n"}) {
    std::ofstream(folder.path() / "NODE") << text;
    const auto damaged = node_of(folder.path(), random, false);
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().find("NODE is damaged") != std::string::npos);
  }
}

TEST_CASE("a copy of a data folder is another node, and a folder that is moved is the same one") {
  TempFolder folder;
  OsRandom random;
  const fs::path files = folder.path() / "files";
  fs::create_directory(files);
  const auto first = node_of(files, random, false);
  REQUIRE(first);
  const fs::path copy = folder.path() / "copy";
  fs::create_directory(copy);
  fs::copy_file(files / "NODE", copy / "NODE");
  CHECK(*node_of(copy, random, true) != *first);
  const auto second = node_of(copy, random, false);
  REQUIRE(second);
  CHECK(*second != *first);
  CHECK(*node_of(copy, random, false) == *second);
  fs::rename(files, folder.path() / "moved");
  CHECK(*node_of(folder.path() / "moved", random, false) == *first);
}

TEST_CASE("a shared folder that is gone is a fault, until it is back") {
  TempFolder folder;
  const fs::path mount = folder.path() / "mount";
  fs::create_directory(mount);
  if (is_in_memory(mount)) return;
  Mutex mutex;
  Condition changed;
  std::vector<std::string> lines;
  const auto add = [&](std::string_view line) {
    {
      const MutexLock lock(mutex);
      lines.emplace_back(line);
    }
    changed.notify_all();
  };
  const auto await = [&](std::size_t count) {
    const MutexLock lock(mutex);
    while (lines.size() < count) changed.wait(mutex);
    return lines.back();
  };
  const auto opened = open_shared_folder(mount, NodeName("0123456789abcdef"), false, {add, add});
  REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error()));
  FileStore& store = **opened;
  const FilePlace before = store_contract::new_place();
  store_contract::put(store, before, store_contract::sealed_bytes(4096));
  CHECK_FALSE(store.fault());

  fs::rename(mount, folder.path() / "away");
  CHECK(await(1).find("No such file or directory: files are neither taken") != std::string::npos);
  fs::create_directory(mount);  // as an empty folder is there when nothing is mounted
  CHECK(store.fault()->starts_with(mount.string() + ": "));
  // A file that is written meanwhile is where the rest is, not in the folder that is there now.
  const FilePlace meanwhile = store_contract::new_place();
  store_contract::put(store, meanwhile, store_contract::sealed_bytes(8192));
  CHECK(fs::is_empty(mount));

  fs::remove(mount);
  fs::rename(folder.path() / "away", mount);
  CHECK(await(2).ends_with("it serves again"));
  CHECK_FALSE(store.fault());
  CHECK(store_contract::got(store, before) == store_contract::sealed_bytes(4096));
  CHECK(fs::exists(mount / meanwhile.path()));
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
