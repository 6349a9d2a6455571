#include "events/vault/key_slot_folder.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "tests/events/support/killed_at.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::key_slot_folder_test {

namespace fs = std::filesystem;

using PartSet = std::set<std::uint32_t>;

// A slot, and folders with its files.
struct Folders {
  TempFolder temp;
  OsRandom random;
  KeySlotId id{20261221, 5};
  SlotWrapping wrapping{MasterKey(SecretBytes<32>(sha256(std::string_view("first"))))};
  KeySlotState state{4096, DividedKey(PuncturableKey::random(random))};

  fs::path path(std::string_view name) const { return temp.path() / name; }
  std::unique_ptr<KeySlotFolder> open(std::string_view name, bool read_only = false) {
    auto folder = KeySlotFolder::open(path(name), !read_only, read_only, random);
    REQUIRE(folder.has_value());
    return *std::move(folder);
  }
  // Makes a part of each subtree of these leaves.
  void puncture(const std::vector<std::uint32_t>& leaves) { state.tree.puncture(leaves, 0); }
  KeySlotFiles files() {
    KeySlotFiles all{encode_key_slot(id, state, wrapping, nullptr, random), {}};
    for (const auto& [part, tree] : state.tree.parts()) {
      all.parts[part] = encode_key_part(id, part, state, wrapping, nullptr, random);
    }
    return all;
  }
  bool opens(const Result<KeySlotFiles, VaultError>& read) const {
    return read && open_key_slot(id, *read, wrapping).has_value();
  }
};

TEST_CASE_FIXTURE(Folders, "a slot is read as its own file and the parts that this file lists") {
  const auto folder = open("keys");
  CHECK(folder->read(id).error() == VaultError::NotFound);
  CHECK(folder->list()->empty());
  puncture({5, 7 * kPartLeaves});
  const KeySlotFiles written = files();
  CHECK(*folder->copy(id, written));
  CHECK_FALSE(*folder->copy(id, written));  // nothing differs
  REQUIRE(folder->write_part(id, 9, "not listed").has_value());
  std::ofstream(path("keys") / "something else") << "x";
  CHECK(*folder->read(id) == written);
  CHECK(*folder->list() == std::vector<KeySlotId>{id});
  CHECK(folder->list_parts()->at(id) == PartSet{0, 7, 9});
  REQUIRE(folder->destroy_parts(id, {9}).has_value());
  CHECK(folder->list_parts()->at(id) == PartSet{0, 7});
  fs::remove(path("keys") / name_of_part(id, 7));
  CHECK(folder->read(id)->parts.size() == 1);
  CHECK_FALSE(opens(folder->read(id)));
  fs::remove(path("keys") / to_string(id));
  CHECK(*folder->list() == std::vector<KeySlotId>{id});
  CHECK(folder->read(id).error() == VaultError::NotFound);
}

TEST_CASE_FIXTURE(Folders, "a slot that changes while it is read is read as it was at one time") {
  const auto writing = open("keys");
  puncture({5, 7 * kPartLeaves, 9 * kPartLeaves});
  const KeySlotFiles first = files();
  state.reserved += 4096;
  puncture({6, 7 * kPartLeaves + 1});
  const KeySlotFiles second = files();
  REQUIRE(writing->copy(id, first).has_value());
  const auto reading = open("keys", true);
  constexpr int kReads = 100;
  std::atomic<int> reads{0};
  // Changes the own file once for each reading at most, while or before it is read.
  std::thread writer([&] {
    for (int seen = 0; seen < kReads; seen = reads) {
      (void)writing->write(id, seen % 2 == 0 ? second.own : first.own);
      reads.wait(seen);
    }
  });
  int wrong = 0;
  for (int i = 0; i < kReads; ++i) {
    const auto read = reading->read(id);
    wrong += opens(read) && (read->own == first.own || read->own == second.own) ? 0 : 1;
    ++reads;
    reads.notify_one();
  }
  writer.join();
  CHECK(wrong == 0);
}

TEST_CASE_FIXTURE(Folders, "a copy that is killed at any step opens, and is whole the next time") {
  puncture({5, 7 * kPartLeaves});
  const KeySlotFiles before = files();
  puncture({6, 9 * kPartLeaves});
  state.reserved += 4096;
  const KeySlotFiles after = files();
  int steps = 0;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    fs::remove_all(path("copy"));
    REQUIRE(open("copy")->copy(id, before).has_value());
    killed = killed_at(steps + 1, [&] {
      if (!open("copy")->copy(id, after)) ::_exit(1);
    });
    const auto folder = open("copy");
    const auto read = folder->read(id);
    REQUIRE(opens(read));
    // No leaf comes back that was punctured before.
    CHECK_FALSE(open_key_slot(id, *read, wrapping)->state.tree.has(5));
    if (!killed) CHECK(*read == after);
    REQUIRE(folder->copy(id, after).has_value());
    CHECK(*folder->read(id) == after);
    CHECK(folder->list_parts()->at(id) == PartSet{0, 7, 9});
  }
  CHECK(steps > 12);
}

TEST_CASE_FIXTURE(Folders, "parts that are new are made durable before the file that lists them") {
  puncture({5, 7 * kPartLeaves, 9 * kPartLeaves});
  const auto folder = open("keys");
  KeySlotState whole{4096, DividedKey(PuncturableKey::random(random))};
  REQUIRE(folder->write(id, encode_key_slot(id, whole, wrapping, nullptr, random)).has_value());
  const KeySlotFiles written = files();
  std::string calls;
  DiskFaults disk;
  disk.before = [&](const std::string& call) {
    if (call == "fdatasync") calls += 'd';
    if (call == "fsync") calls += 'f';
    if (call == "renameat") calls += 'r';
    if (call == "renameat2") calls += 'x';
  };
  for (const auto& [part, bytes] : written.parts) {
    REQUIRE(folder->write_part(id, part, bytes).has_value());
  }
  CHECK(calls == "drdrdr");
  REQUIRE(folder->write(id, written.own).has_value());
  CHECK(calls == "drdrdrfdxfd");
}

}  // namespace countersign::key_slot_folder_test
