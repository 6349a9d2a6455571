#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/events/support/disk_faults.h"
#include "tests/events/support/key_folder.h"
#include "tests/events/support/killed_at.h"

// The leaves of key slots: each is handed out once, and punctured alone.
namespace countersign::key_leaves_test {

TEST_CASE_FIXTURE(KeyFolder, "each session has a leaf of its own, also after a start") {
  std::set<KeyLeaf> leaves;
  std::vector<WrappedKey> all;
  for (int start = 0; start < 3; ++start) {
    for (int i = 0; i < 5; ++i) {
      all.push_back(wrap());
      CHECK(leaves.insert(leaf_of(all.back())).second);
    }
    REQUIRE(open("first", false, {.leaves_at_once = 8}) == "");
  }
  CHECK(ring->slots().size() == 1);
  for (const WrappedKey& wrapped : all) CHECK(opens(wrapped));
}

TEST_CASE_FIXTURE(KeyFolder,
                  "a leaf is handed out only after the file that reserves it is durable") {
  REQUIRE(open("first", false, {.leaves_at_once = 4}) == "");
  for (int i = 0; i < 10; ++i) {
    const auto made = ring->wrap("20261221", session, key);
    REQUIRE(made.has_value());
    CHECK(made->reserved.from <= made->leaf.leaf);
    CHECK(made->leaf.leaf < made->reserved.to);
    const auto file =
        open_key_slot(made->leaf.slot, content(made->leaf.slot), SlotWrapping(master("first")));
    REQUIRE(file.has_value());
    CHECK(file->state.reserved == made->reserved.to);
  }
}

TEST_CASE_FIXTURE(KeyFolder, "noise beside a slot is not overwritten before it is filled") {
  std::vector<WrappedKey> all;
  for (int i = 0; i < 8; ++i) all.push_back(wrap());
  const KeySlotId slot = slot_of(all[0]);
  REQUIRE(ring->puncture({leaf_of(all[5])}));
  int data_syncs = 0;
  DiskFaults disk;
  disk.before = [&](const std::string& call) { data_syncs += call == "fdatasync" ? 1 : 0; };
  bool shrank = false;
  for (const std::size_t erased : {1, 3, 2, 0}) {
    const std::size_t size = content(slot).size();
    REQUIRE(ring->puncture({leaf_of(all[erased])}));
    CHECK(data_syncs == 2);  // of the new file and of the old one
    data_syncs = 0;
    shrank = shrank || content(slot).size() < size;
  }
  CHECK(shrank);
}

TEST_CASE_FIXTURE(KeyFolder, "a day gets a second slot when the first has no leaf left") {
  REQUIRE(open("first", false, {.leaves_at_once = 4, .leaves = 6}) == "");
  std::vector<WrappedKey> all;
  for (int i = 0; i < 14; ++i) all.push_back(wrap());
  CHECK(ring->slots().size() == 3);
  for (const WrappedKey& wrapped : all) {
    CHECK(slot_of(wrapped).day == 20261221);
    CHECK(leaf_of(wrapped).leaf < 6);
    CHECK(opens(wrapped));
  }
}

TEST_CASE_FIXTURE(KeyFolder,
                  "a day gets a second slot when the punctures have made the first large") {
  const KeyRing::Limits limits{.leaves_at_once = 4, .tree_bytes = 20 * 36};
  REQUIRE(open("first", false, limits) == "");
  const WrappedKey first = wrap();
  REQUIRE(ring->puncture({leaf_of(first)}).has_value());  // 20 seeds and the count
  std::vector<WrappedKey> all;
  for (int i = 0; i < 4; ++i) all.push_back(wrap());
  CHECK(slot_of(all[2]) == slot_of(first));  // the block was reserved
  CHECK(slot_of(all[3]) != slot_of(first));
  for (const WrappedKey& wrapped : all) CHECK(opens(wrapped));
}

TEST_CASE_FIXTURE(KeyFolder, "a punctured leaf opens nothing, and all others open what they did") {
  std::vector<WrappedKey> all;
  for (int i = 0; i < 6; ++i) all.push_back(wrap());
  const WrappedKey elsewhere = wrap("20261222");
  const std::string before = content(slot_of(all[0]));
  const int held = ::open((path() / to_string(slot_of(all[0]))).c_str(), O_RDONLY);
  REQUIRE(held >= 0);
  REQUIRE(ring->puncture({leaf_of(all[1]), leaf_of(all[4]), leaf_of(elsewhere)}).has_value());
  const std::string left = read_at_start(held);
  ::close(held);
  CHECK(left.size() == before.size());
  CHECK_FALSE(open_key_slot(slot_of(all[0]), left, SlotWrapping(master("first"))).has_value());
  for (const bool is_open_again : {false, true}) {
    CAPTURE(is_open_again);
    if (is_open_again) REQUIRE(open("first") == "");
    for (std::size_t i = 0; i < all.size(); ++i) {
      CAPTURE(i);
      const bool erased = i == 1 || i == 4;
      CHECK(opens(all[i]) == !erased);
      CHECK(ring->has(leaf_of(all[i])) == !erased);
      if (erased) CHECK(ring->unwrap(session, all[i]).error() == UnwrapError::Punctured);
    }
    CHECK_FALSE(opens(elsewhere));
  }
  const std::string written = content(slot_of(all[0]));
  REQUIRE(ring->puncture({leaf_of(all[1])}).has_value());  // again: nothing to write
  CHECK(content(slot_of(all[0])) == written);
  CHECK(ring->puncture({{{20300101, 1}, 1}}).has_value());  // a slot that is not there
}

TEST_CASE_FIXTURE(KeyFolder, "a slot is spent when every leaf that it handed out is punctured") {
  const WrappedKey first = wrap();
  const WrappedKey second = wrap();
  REQUIRE(ring->puncture({leaf_of(second)}).has_value());
  CHECK_FALSE(ring->is_spent(slot_of(first)));
  REQUIRE(ring->puncture({leaf_of(first)}).has_value());
  CHECK(ring->is_spent(slot_of(first)));
  const WrappedKey third = wrap();
  CHECK(slot_of(third) == slot_of(first));
  CHECK_FALSE(ring->is_spent(slot_of(first)));
}

TEST_CASE_FIXTURE(KeyFolder,
                  "a slot that is older than the log hands out no leaf of the log's again") {
  const WrappedKey first = wrap();
  REQUIRE(ring->hand_out_from(slot_of(first), 10'000).has_value());
  CHECK(leaf_of(wrap()).leaf == 10'000);
  REQUIRE(ring->hand_out_from(slot_of(first), 5).has_value());
  CHECK(leaf_of(wrap()).leaf == 10'001);
  REQUIRE(open("first") == "");
  CHECK(leaf_of(wrap()).leaf > 10'001);
  CHECK(opens(first));
}

TEST_CASE_FIXTURE(KeyFolder, "a rotation keeps the punctures, and the leaves that are left") {
  const WrappedKey erased = wrap();
  const WrappedKey kept = wrap();
  REQUIRE(ring->puncture({leaf_of(erased)}).has_value());
  REQUIRE(ring->add_master(master("second")).has_value());
  REQUIRE(ring->keep_one_master().has_value());
  CHECK(opens(kept));
  REQUIRE(open("second") == "");
  CHECK(opens(kept));
  CHECK(ring->unwrap(session, erased).error() == UnwrapError::Punctured);
}

TEST_CASE_FIXTURE(KeyFolder, "a puncture that the disk refuses is made by the next call") {
  const WrappedKey erased = wrap();
  const WrappedKey kept = wrap();
  {
    DiskFaults faults;
    faults.fail_data_sync = [](const std::string& path) {
      return path.ends_with(".new") ? EIO : 0;
    };
    CHECK_FALSE(ring->puncture({leaf_of(erased)}).has_value());
  }
  CHECK(ring->unwrap(session, erased).error() == UnwrapError::Punctured);
  REQUIRE(ring->puncture({leaf_of(erased)}).has_value());
  REQUIRE(open("first") == "");
  CHECK(ring->unwrap(session, erased).error() == UnwrapError::Punctured);
  CHECK(opens(kept));
}

TEST_CASE_FIXTURE(KeyFolder, "a puncture that is killed at any step is whole or not begun") {
  bool fills_old_file = false;  // the one that an earlier writing has left
  SUBCASE("in a new file") {}
  SUBCASE("in the file that was overwritten last") { fills_old_file = true; }
  int steps = 0;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    std::filesystem::remove_all(path());
    REQUIRE(open("first", true) == "");
    const WrappedKey erased = wrap();
    const WrappedKey kept = wrap();
    const KeySlotId slot = slot_of(erased);
    if (fills_old_file) REQUIRE(ring->puncture({leaf_of(wrap())}).has_value());
    CHECK(std::filesystem::exists(fresh_path(slot)) == fills_old_file);
    const int held = ::open((path() / to_string(slot)).c_str(), O_RDONLY);
    REQUIRE(held >= 0);
    killed = killed_at(steps + 1, [&] {
      if (!ring->puncture({leaf_of(erased)})) ::_exit(1);
    });
    // The file is the old one or the new one.
    const auto file = open_key_slot(slot, content(slot), SlotWrapping(master("first")));
    REQUIRE(file.has_value());
    const bool is_new = !file->state.tree.has(leaf_of(erased).leaf);
    CHECK(file->state.tree.has(leaf_of(kept).leaf));
    if (!killed) CHECK(is_new);
    // The next open removes the other one, and overwrites it first.
    REQUIRE(open("first") == "");
    CHECK(opens(kept));
    CHECK(opens(erased) == !is_new);
    CHECK_FALSE(std::filesystem::exists(fresh_path(slot)));
    const bool held_opens =
        open_key_slot(slot, read_at_start(held), SlotWrapping(master("first"))).has_value();
    CHECK(held_opens == !is_new);
    // Made again, nothing opens it, by no name and no open file.
    REQUIRE(ring->puncture({leaf_of(erased)}).has_value());
    CHECK_FALSE(opens(erased));
    CHECK(opens(kept));
    CHECK_FALSE(
        open_key_slot(slot, read_at_start(held), SlotWrapping(master("first"))).has_value());
    ::close(held);
  }
  CHECK(steps > 6);
}

TEST_CASE_FIXTURE(KeyFolder, "what is left beside a slot opens as no slot, and goes with it") {
  const WrappedKey erased = wrap();
  const KeySlotId slot = slot_of(erased);
  const auto opens_fresh = [&] {
    return open_key_slot(slot, text_of_file(fresh_path(slot)), SlotWrapping(master("first")))
        .has_value();
  };
  for (int i = 0; i < 3; ++i) {  // a longer state and a shorter one
    REQUIRE(ring->puncture({leaf_of(wrap())}).has_value());
    REQUIRE(std::filesystem::exists(fresh_path(slot)));
    CHECK_FALSE(opens_fresh());
    CHECK(opens(erased));
  }
  REQUIRE(ring->destroy(slot).has_value());
  CHECK_FALSE(std::filesystem::exists(fresh_path(slot)));
}

TEST_CASE_FIXTURE(KeyFolder, "a folder that cannot be synced is synced before the next writing") {
  const WrappedKey erased = wrap();
  const WrappedKey kept = wrap();
  REQUIRE(ring->puncture({leaf_of(wrap())}).has_value());
  const std::string folder = path().string();
  int refused = 0;
  {
    DiskFaults faults;
    faults.fail_sync = [&](const std::string& synced) {
      if (synced != folder) return 0;
      ++refused;
      return EIO;
    };
    CHECK_FALSE(ring->puncture({leaf_of(erased)}).has_value());
    // On the disk the exchange may not have happened: neither file may be written.
    const std::string slot_file = text_of_file(path() / to_string(slot_of(erased)));
    const std::string fresh_file = text_of_file(fresh_path(slot_of(erased)));
    CHECK_FALSE(ring->puncture({leaf_of(erased)}).has_value());
    CHECK(text_of_file(path() / to_string(slot_of(erased))) == slot_file);
    CHECK(text_of_file(fresh_path(slot_of(erased))) == fresh_file);
    CHECK(refused == 2);
  }
  REQUIRE(ring->puncture({leaf_of(erased)}).has_value());
  CHECK_FALSE(open_key_slot(slot_of(erased),
                            text_of_file(fresh_path(slot_of(erased))),
                            SlotWrapping(master("first")))
                  .has_value());
  REQUIRE(open("first") == "");
  CHECK(ring->unwrap(session, erased).error() == UnwrapError::Punctured);
  CHECK(opens(kept));
}

TEST_CASE_FIXTURE(
    KeyFolder, "a folder that a killed process left is synced before a file in it is overwritten") {
  const WrappedKey erased = wrap();
  const WrappedKey kept = wrap();
  const KeySlotId slot = slot_of(erased);
  REQUIRE(ring->puncture({leaf_of(wrap())}).has_value());
  REQUIRE(killed_at([](std::string_view call) { return call == "fsync"; },
                    [&] { (void)ring->puncture({leaf_of(erased)}); }));
  const std::string slot_file = text_of_file(path() / to_string(slot));
  const std::string fresh_file = text_of_file(fresh_path(slot));
  {
    DiskFaults faults;
    faults.fail_sync = [](const std::string&) { return EIO; };
    CHECK(open("first") != "");
  }
  // If the machine stopped now, either of the two could have the slot's name.
  for (const auto& file : {slot_file, fresh_file}) {
    CHECK(open_key_slot(slot, file, SlotWrapping(master("first"))).has_value());
  }
  CHECK(text_of_file(path() / to_string(slot)) == slot_file);
  CHECK(text_of_file(fresh_path(slot)) == fresh_file);
  REQUIRE(open("first") == "");
  CHECK_FALSE(std::filesystem::exists(fresh_path(slot)));
  CHECK(opens(kept));
  CHECK_FALSE(opens(erased));
}

TEST_CASE_FIXTURE(KeyFolder,
                  "a block of leaves whose reservation is killed at any step is not used") {
  int steps = 0;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    std::filesystem::remove_all(path());
    REQUIRE(open("first", true, {.leaves_at_once = 2}) == "");
    const WrappedKey first = wrap();
    const WrappedKey second = wrap();
    killed = killed_at(steps + 1, [&] {
      if (!ring->wrap("20261221", session, key)) ::_exit(1);
    });
    REQUIRE(open("first", false, {.leaves_at_once = 2}) == "");
    CHECK(opens(first));
    CHECK(opens(second));
    const KeyLeaf third = leaf_of(wrap());
    CHECK(third.slot == slot_of(first));
    CHECK((third.leaf == 2 || third.leaf == 4));
    if (!killed) CHECK(third.leaf == 4);
  }
  CHECK(steps > 6);
}

}  // namespace countersign::key_leaves_test
