#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/big_endian.h"
#include "core/machine/files/owned_fd.h"
#include "tests/events/support/disk_faults.h"
#include "tests/events/support/key_folder.h"
#include "tests/events/support/killed_at.h"

// Slots whose tree is divided: each part is a file of its own, and a puncture writes one of them.
namespace countersign::key_parts_test {

namespace fs = std::filesystem;

// The bytes of a file of a slot with few punctures.
std::string bytes_in(const OwnedFd& file) {
  std::string bytes(std::size_t{1} << 16, '\0');
  const ::ssize_t size = ::pread(file.get(), bytes.data(), bytes.size(), 0);
  REQUIRE(size > 0);
  REQUIRE(static_cast<std::size_t>(size) < bytes.size());
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

// A slot of which every puncture makes a part.
struct DividedFolder : KeyFolder {
  static constexpr KeyRing::Limits kDivided{.leaves_at_once = 2, .rest_bytes = 0};

  KeySlotId slot;

  DividedFolder() { start(); }
  void start() {
    ring.reset();
    fs::remove_all(path());
    REQUIRE(open("first", true, kDivided) == "");
    slot = slot_of(wrap());
  }
  std::string open_again(std::string_view master_name = "first") {
    return open(master_name, false, kDivided);
  }
  // A key under a leaf of the part. REQUIRES: no later part was asked for.
  WrappedKey wrap_in(std::uint32_t part) {
    REQUIRE(ring->hand_out_from(slot, leaves_of_part(part).from).has_value());
    return wrap();
  }
  void puncture(const std::vector<WrappedKey>& keys) const {
    std::vector<KeyLeaf> leaves;
    for (const WrappedKey& each : keys) leaves.push_back(leaf_of(each));
    REQUIRE(ring->puncture(leaves).has_value());
  }
  // Keys of two parts, which are not made yet: no key is punctured.
  struct Wrapped {
    WrappedKey first;   // of part 2
    WrappedKey beside;  // of part 2
    WrappedKey far;     // of part 5
  };
  Wrapped wrap_in_two_parts() {
    WrappedKey first = wrap_in(2);
    WrappedKey beside = wrap();
    return {std::move(first), std::move(beside), wrap_in(5)};
  }
  // Replaces the file, by another process.
  void put_back(const fs::path& file, const std::string& bytes) {
    ring.reset();
    std::ofstream(file, std::ios::binary) << bytes;
    REQUIRE(open_again() == "");
  }
  // Whether the process was killed before it had made the change.
  static bool killed_within(int step, const std::function<bool()>& change) {
    return killed_at(step + 1, [&] {
      if (!change()) ::_exit(1);
    });
  }
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(path())) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(to_string(slot))) names.insert(name);
    }
    return names;
  }
  fs::path part_path(std::uint32_t part) const { return path() / name_of_part(slot, part); }
  std::set<std::uint32_t> parts() const { return listed_parts(content(slot)); }
  // The slot's own file, its parts, and nothing else.
  bool has_only_listed_files() const {
    std::set<std::string> expected{to_string(slot)};
    for (const std::uint32_t part : parts()) expected.insert(name_of_part(slot, part));
    return names() == expected;
  }

  // Whether the leaf follows from the bytes, as those of any file of the slot.
  bool leads_to(const std::string& bytes, const KeyLeaf& leaf, std::string_view name) const {
    const SlotWrapping wrapping(master(name));
    const auto rest = open_key_rest(slot, bytes, wrapping);
    if (rest) return rest->tree.has(leaf.leaf);
    if (bytes.size() < kKeyPartHeadBytes) return false;
    const auto number =
        big_endian<std::uint16_t>(std::string_view(bytes).substr(kKeySlotHeadBytes));
    const auto part = open_key_part(slot, number, bytes, wrapping);
    return part && part->tree.has(leaf.leaf);
  }
  std::vector<OwnedFd> hold_files() const {
    std::vector<OwnedFd> held;
    for (const std::string& name : names()) {
      held.emplace_back(::open((path() / name).c_str(), O_RDONLY | O_CLOEXEC));
      REQUIRE(held.back());
    }
    return held;
  }
  bool any_file_leads_to(const std::vector<OwnedFd>& held,
                         const KeyLeaf& leaf,
                         std::string_view name = "first") const {
    const auto leads = [&](const OwnedFd& file) { return leads_to(bytes_in(file), leaf, name); };
    if (std::ranges::any_of(held, leads)) return true;
    return std::ranges::any_of(names(), [&](const std::string& each) {
      return leads_to(text_of_file(path() / each), leaf, name);
    });
  }
};

// ---- which leaves are left --------------------------------------------------------

// One order of punctures, of a slot in parts and of a slot in one file.
void compare_with_one_file(unsigned seed) {
  CAPTURE(seed);
  std::mt19937 draw(seed);
  DividedFolder divided;
  KeyFolder whole;
  const KeyRing::Limits limits{.leaves_at_once = 2,
                               .rest_bytes = draw() % 3 * 10 * PuncturableKey::kNodeBytes};
  const KeyRing::Limits one_file{.leaves_at_once = 2,
                                 .rest_bytes = std::numeric_limits<std::size_t>::max()};
  const auto reopen = [&] {
    REQUIRE(divided.open("first", false, limits) == "");
    REQUIRE(whole.open("first", false, one_file) == "");
  };
  const KeySlotId other = slot_of(whole.wrap());
  reopen();
  constexpr std::uint32_t kWidth = 5 * kPartLeaves;
  std::set<std::uint32_t> erased;
  for (int step = 0; step < 16; ++step) {
    std::vector<KeyLeaf> in_parts;
    std::vector<KeyLeaf> in_one_file;
    for (auto count = draw() % 3 + 1; count > 0; --count) {
      const auto leaf = static_cast<std::uint32_t>(draw() % kWidth);
      in_parts.push_back({divided.slot, leaf});
      in_one_file.push_back({other, leaf});
      erased.insert(leaf);
    }
    REQUIRE(divided.ring->puncture(in_parts).has_value());
    REQUIRE(whole.ring->puncture(in_one_file).has_value());
    if (draw() % 4 == 0) reopen();
  }
  reopen();
  CHECK_FALSE(divided.parts().empty());
  CHECK(divided.has_only_listed_files());
  CHECK(listed_parts(whole.content(other)).empty());
  std::size_t wrong = 0;
  for (std::uint32_t leaf = 0; leaf < kWidth + 2; ++leaf) {
    const bool is_left = !erased.contains(leaf);
    wrong += divided.ring->has(KeyLeaf{divided.slot, leaf}) == is_left ? 0 : 1;
    wrong += whole.ring->has(KeyLeaf{other, leaf}) == is_left ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("after any order of punctures a slot in parts has the leaves of one in a single file") {
  for (unsigned seed = 1; seed <= 6; ++seed) compare_with_one_file(seed);
}

TEST_CASE_FIXTURE(KeyFolder, "a slot with few punctures is one file") {
  std::vector<KeyLeaf> leaves;
  const KeySlotId slot = slot_of(wrap());
  for (std::uint32_t n = 0; n < 20; ++n) leaves.push_back({slot, n * 3 * kPartLeaves});
  REQUIRE(ring->puncture(leaves).has_value());
  CHECK(listed_parts(content(slot)).empty());
  CHECK_FALSE(open_key_slot(slot, content(slot), SlotWrapping(master("first")))
                  ->state.tree.has(3 * kPartLeaves));
}

TEST_CASE_FIXTURE(DividedFolder, "a puncture writes the part of its leaf, and no other file") {
  const WrappedKey first = wrap_in(2);
  const WrappedKey second = wrap();
  const WrappedKey far = wrap_in(7);
  puncture({far});
  puncture({first});
  REQUIRE(parts() == std::set<std::uint32_t>{2, 7});
  const std::string own = content(slot);
  const std::string other = text_of_file(part_path(7));
  const std::string written = text_of_file(part_path(2));
  puncture({second});
  CHECK(content(slot) == own);
  CHECK(text_of_file(part_path(7)) == other);
  CHECK(text_of_file(part_path(2)) != written);
  for (const WrappedKey& each : {first, second, far}) CHECK_FALSE(opens(each));
  // Leaves are handed out beside the parts, and in them.
  const WrappedKey beside = wrap_in(9);
  CHECK(opens(beside));
  puncture({beside});
  const WrappedKey in_part = wrap();
  CHECK(opens(in_part));
  REQUIRE(open_again() == "");
  CHECK(opens(in_part));
  for (const WrappedKey& each : {first, second, far}) CHECK_FALSE(opens(each));
}

TEST_CASE_FIXTURE(DividedFolder, "a part is overwritten with as many syncs as a slot in one file") {
  std::vector<WrappedKey> keys{wrap_in(2)};
  for (int i = 0; i < 3; ++i) keys.push_back(wrap());
  puncture({keys[0]});
  puncture({keys[1]});
  int data_syncs = 0;
  DiskFaults disk;
  disk.before = [&](const std::string& call) { data_syncs += call == "fdatasync" ? 1 : 0; };
  puncture({keys[2]});
  CHECK(data_syncs == 2);
  CHECK(disk.synced() == std::vector<std::string>{path().string()});
}

// ---- crashes ----------------------------------------------------------------------

TEST_CASE_FIXTURE(DividedFolder, "a puncture of parts that is killed at any step is done again") {
  bool makes_part = false;
  bool has_part = false;
  SUBCASE("that makes a part") { makes_part = true; }
  SUBCASE("of a part that is there") { has_part = true; }
  SUBCASE("of both, at once") { makes_part = has_part = true; }
  int steps = 0;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    start();
    const WrappedKey before = wrap_in(2);
    const WrappedKey near = wrap();
    const WrappedKey kept = wrap();
    const WrappedKey far = wrap_in(5);
    const WrappedKey beside = wrap();
    puncture({before});
    std::vector<KeyLeaf> erased;
    if (has_part) erased.push_back(leaf_of(near));
    if (makes_part) erased.push_back(leaf_of(far));
    const std::vector<OwnedFd> held = hold_files();
    killed = killed_within(steps, [&] { return ring->puncture(erased).has_value(); });
    REQUIRE(open_again() == "");
    CHECK(has_only_listed_files());
    CHECK(ring->damaged().empty());
    CHECK(opens(kept));
    CHECK(opens(beside));
    CHECK_FALSE(opens(before));
    for (const KeyLeaf& leaf : erased) {
      // A leaf that is gone is gone from each file that there was.
      CHECK(any_file_leads_to(held, leaf) == ring->has(leaf));
      if (!killed) CHECK_FALSE(ring->has(leaf));
    }
    REQUIRE(ring->puncture(erased).has_value());
    for (const KeyLeaf& leaf : erased) CHECK_FALSE(any_file_leads_to(held, leaf));
    CHECK_FALSE(any_file_leads_to(held, leaf_of(before)));
    CHECK(opens(kept));
    CHECK(opens(beside));
  }
  CHECK(steps > 6);
}

// Writes the slot as 0.2.0 did: in one file, whatever its punctures.
std::vector<KeyLeaf> write_in_one_file(DividedFolder& folder, std::uint32_t parts) {
  folder.ring.reset();
  const SlotWrapping wrapping(master("first"));
  auto opened = open_key_slot(folder.slot, folder.content(folder.slot), wrapping);
  REQUIRE(opened.has_value());
  std::vector<std::uint32_t> leaves;
  std::vector<KeyLeaf> erased;
  for (std::uint32_t part = 0; part < parts; ++part) {
    leaves.push_back(leaves_of_part(3 * part).from + 100);
    erased.push_back({folder.slot, leaves.back()});
  }
  opened->state.tree.puncture(leaves, std::numeric_limits<std::size_t>::max());
  REQUIRE(opened->state.tree.parts().empty());
  std::ofstream(folder.path() / to_string(folder.slot), std::ios::binary)
      << encode_key_slot(folder.slot, opened->state, wrapping, nullptr, folder.random);
  REQUIRE(folder.open_again() == "");
  return erased;
}

TEST_CASE_FIXTURE(DividedFolder,
                  "a slot of 0.2.0 is divided by its next puncture, whole or not at all") {
  int steps = 0;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    start();
    const WrappedKey erased = wrap();
    const WrappedKey kept = wrap();
    const std::vector<KeyLeaf> before = write_in_one_file(*this, 4);
    CHECK(parts().empty());
    CHECK(opens(erased));
    const std::vector<OwnedFd> held = hold_files();
    killed = killed_within(steps, [&] { return ring->puncture({leaf_of(erased)}).has_value(); });
    REQUIRE(open_again() == "");
    CHECK(has_only_listed_files());
    CHECK(parts().size() == (opens(erased) ? 0 : 4));
    CHECK(any_file_leads_to(held, leaf_of(erased)) == opens(erased));
    CHECK(opens(kept));
    for (const KeyLeaf& leaf : before) CHECK_FALSE(ring->has(leaf));
    if (!killed) CHECK_FALSE(opens(erased));
    REQUIRE(ring->puncture({leaf_of(erased)}).has_value());
    CHECK(parts().size() == 4);
    CHECK_FALSE(any_file_leads_to(held, leaf_of(erased)));
    CHECK(opens(kept));
  }
  CHECK(steps > 12);
}

TEST_CASE_FIXTURE(DividedFolder, "a puncture that the disk refuses is made by the next call") {
  const auto [near, kept, far] = wrap_in_two_parts();
  int refused = 0;
  int writes = 0;
  for (bool done = false; !done;) {
    DiskFaults faults;
    int calls = 0;
    faults.fail_data_sync = [&](const std::string&) {
      if (calls++ < writes) return 0;
      ++refused;
      return EIO;
    };
    done = ring->puncture({leaf_of(near), leaf_of(far)}).has_value();
    CHECK_FALSE(opens(near));
    ++writes;  // the next call fails one sync later
    REQUIRE(writes < 20);
  }
  CHECK(refused > 2);
  REQUIRE(open_again() == "");
  CHECK(parts() == std::set<std::uint32_t>{2, 5});
  CHECK_FALSE(opens(near));
  CHECK_FALSE(opens(far));
  CHECK(opens(kept));
}

// ---- copies, rotations, the end ---------------------------------------------------

TEST_CASE_FIXTURE(DividedFolder, "an earlier copy of a part that is put back is punctured again") {
  const WrappedKey first = wrap_in(2);
  const WrappedKey second = wrap();
  const WrappedKey kept = wrap();
  puncture({first});
  const std::string earlier = text_of_file(part_path(2));
  puncture({second});
  put_back(part_path(2), earlier);
  CHECK_FALSE(opens(first));
  CHECK(opens(second));  // as with an earlier copy of a slot: the log says what to do again
  puncture({second});
  CHECK_FALSE(any_file_leads_to({}, leaf_of(second)));
  CHECK(opens(kept));
}

TEST_CASE_FIXTURE(DividedFolder, "a part that its slot does not list is overwritten at the open") {
  const WrappedKey first = wrap_in(2);
  const std::string own = content(slot);
  puncture({first});
  const std::vector<OwnedFd> held = hold_files();
  const KeyLeaf beside{slot, leaf_of(first).leaf + 1};
  put_back(path() / to_string(slot), own);  // as before the part
  CHECK(names() == std::set<std::string>{to_string(slot)});
  CHECK(ring->has(beside));
  CHECK(opens(first));
  puncture({first});
  CHECK(parts() == std::set<std::uint32_t>{2});
  CHECK_FALSE(any_file_leads_to(held, leaf_of(first)));
}

TEST_CASE_FIXTURE(DividedFolder, "a slot that lacks a file is damaged, and loses no other file") {
  const WrappedKey first = wrap_in(2);
  puncture({first});
  puncture({wrap_in(5)});
  const std::set<std::string> all{to_string(slot), name_of_part(slot, 2), name_of_part(slot, 5)};
  fs::path lost;
  SUBCASE("a part") { lost = part_path(2); }
  SUBCASE("its own") { lost = path() / to_string(slot); }
  const std::string bytes = text_of_file(lost);
  ring.reset();
  fs::remove(lost);
  REQUIRE(open_again() == "");
  CHECK(ring->damaged() == std::vector<KeySlotId>{slot});
  CHECK(ring->fault_of(slot) == KeySlotFault::Damaged);
  CHECK_FALSE(ring->has(slot));
  CHECK(names().size() == all.size() - 1);
  put_back(lost, bytes);
  CHECK(ring->damaged().empty());
  CHECK(names() == all);
  ring.reset();
  fs::remove(lost);
  REQUIRE(open_again() == "");
  REQUIRE(ring->destroy(slot).has_value());
  CHECK(names().empty());
}

TEST_CASE_FIXTURE(DividedFolder, "a rotation wraps each part, and is whole after any crash") {
  int steps = 0;
  bool seen_first = false;
  bool seen_second = false;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    start();
    const auto [erased, kept, far] = wrap_in_two_parts();
    puncture({erased});
    const std::vector<OwnedFd> held = hold_files();
    killed = killed_within(steps, [&] {
      return ring->add_master(master("second")).has_value() && ring->keep_one_master().has_value();
    });
    const bool is_first = open_again("first") == "";
    if (!is_first) REQUIRE(open_again("second") == "");
    seen_first = seen_first || is_first;
    seen_second = seen_second || !is_first;
    const std::string_view own = is_first ? "first" : "second";
    CHECK(ring->damaged().empty());
    CHECK(opens(kept));
    CHECK(opens(far));
    CHECK_FALSE(opens(erased));
    // This open has written files under one key, and leaves the noise of the old ones to the next.
    REQUIRE(open_again(own) == "");
    CHECK(has_only_listed_files());
    // No file has an entry of the other key, and none that it had can be read.
    const std::string_view other = is_first ? "second" : "first";
    CHECK_FALSE(any_file_leads_to({}, leaf_of(kept), other));
    CHECK(any_file_leads_to({}, leaf_of(kept), own));
    if (!is_first) CHECK_FALSE(any_file_leads_to(held, leaf_of(kept), "first"));
  }
  CHECK(seen_first);
  CHECK(seen_second);
  CHECK(open_again("first") != "");
}

TEST_CASE_FIXTURE(DividedFolder, "a part that is punctured between the steps of a rotation opens") {
  const auto [erased, kept, meanwhile] = wrap_in_two_parts();
  puncture({erased});
  REQUIRE(ring->add_master(master("second")).has_value());
  puncture({meanwhile});
  SUBCASE("and the old key stays") {
    REQUIRE(open_again("first") == "");
    CHECK(opens(kept));
  }
  SUBCASE("and the new key is kept, by whichever writing") {
    REQUIRE(ring->keep_one_master().has_value());
    CHECK_FALSE(any_file_leads_to({}, leaf_of(kept), "first"));
    REQUIRE(open_again("second") == "");
    CHECK(opens(kept));
  }
  CHECK_FALSE(opens(erased));
  CHECK_FALSE(opens(meanwhile));
}

TEST_CASE_FIXTURE(DividedFolder, "a destroyed slot leaves no part, by name or by an open file") {
  int steps = 0;
  for (bool killed = true; killed; ++steps) {
    CAPTURE(steps);
    start();
    const auto [erased, kept, far] = wrap_in_two_parts();
    puncture({erased, far});
    const std::vector<OwnedFd> held = hold_files();
    killed = killed_within(steps, [&] { return ring->destroy(slot).has_value(); });
    REQUIRE(open_again() == "");
    // The slot is there, or is told to be damaged, or is gone.
    CHECK((ring->has(slot) || !ring->damaged().empty() || names().empty()));
    if (!killed) CHECK(names().empty());
    REQUIRE(ring->destroy(slot).has_value());
    CHECK(names().empty());
    CHECK(ring->damaged().empty());
    CHECK_FALSE(any_file_leads_to(held, leaf_of(kept)));
  }
  CHECK(steps > 6);
}

}  // namespace countersign::key_parts_test
