#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "projections/retention/sweep.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests the copies of a slot whose tree lies in several files.
namespace countersign::divided_slot_test {

namespace fs = std::filesystem;

constexpr std::uint32_t kBusyParts = 40;

struct BusySafe : Safe {
  // Gives the slot many punctures, far from the leaves of the sessions, in one file, as 0.2.0 wrote
  // it. The next puncture divides it.
  void make_busy(const KeySlotId& id) {
    close();
    const fs::path file = path() / "keys" / to_string(id);
    const SlotWrapping wrapping(options().master_key);
    auto opened = open_key_slot(id, content_of(file), wrapping);
    REQUIRE(opened.has_value());
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t n = 0; n < kBusyParts; ++n) {
      leaves.push_back(leaves_of_part(10 + 3 * n).from + 500);
    }
    opened->state.tree.puncture(leaves, std::numeric_limits<std::size_t>::max());
    std::ofstream(file, std::ios::binary)
        << encode_key_slot(id, opened->state, wrapping, nullptr, random);
    open();
  }
  // The files of the slot, by name.
  static std::map<std::string, std::string> files_of(const fs::path& keys, const KeySlotId& id) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(keys)) {
      if (slot_of_file(entry.path()) == id) {
        files[entry.path().filename().string()] = content_of(entry.path());
      }
    }
    return files;
  }
  auto own_files(const KeySlotId& id) { return files_of(data().path() / "keys", id); }
  auto copied_files(const KeySlotId& id) { return files_of(keys_to() / "keys", id); }
};

TEST_CASE_FIXTURE(BusySafe, "an erasure in a divided slot reaches the copy, and nothing opens it") {
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  const KeySlotId id = slot(1);
  REQUIRE(slot(2) == id);
  make_busy(id);
  back_up();
  back_up_slots();
  CHECK(copied_files(id).size() == 1);
  const std::string row = **data().log().wrapped_key(session_id(1));
  std::vector<HeldSlot> held = hold_slots_of(path() / "keys");
  std::ranges::move(hold_slots_of(keys_to() / "keys"), std::back_inserter(held));
  const auto opens = [&] {
    return any_slot_opens(held,
                          {data().path() / "keys", keys_to() / "keys"},
                          options().master_key,
                          session_id(1),
                          row);
  };
  REQUIRE(opens());
  erase(1);
  CHECK(own_files(id).size() == kBusyParts + 2);
  CHECK(opens());  // with the copy, until it is updated
  back_up_slots();
  CHECK_FALSE(opens());
  CHECK(copied_files(id) == own_files(id));
  CHECK(read(2, 2) == "frame of session 2");
  CHECK(back_up_slots().written == 0);

  restore({}, keys_to());
  CHECK(own_files(id).size() == kBusyParts + 2);
  CHECK(read(2, 2) == "frame of session 2");
  CHECK_FALSE(opens());
  CHECK(views_are_right());
}

TEST_CASE_FIXTURE(BusySafe, "an old copy of a slot in one file is brought up to date by the log") {
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  const KeySlotId id = slot(1);
  make_busy(id);
  back_up_slots();
  const std::string row = **data().log().wrapped_key(session_id(1));
  erase(1);
  back_up();  // newer than the copy of the keys
  restore({}, keys_to());
  CHECK(own_files(id).size() == kBusyParts + 2);
  CHECK_FALSE(
      any_slot_opens({}, {data().path() / "keys"}, options().master_key, session_id(1), row));
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(BusySafe, "a lost part is told with its slot, and put back from the copy") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  const KeySlotId id = slot(1);
  make_busy(id);
  erase(1);
  back_up_slots();
  const auto good = copied_files(id);
  const std::string part = name_of_part(id, 0);
  REQUIRE(good.contains(part));
  fs::remove(path() / "keys" / part);
  for (int i = 0; i < 2; ++i) {
    const auto report = back_up_keys(data(), keys_to(), random);
    REQUIRE_FALSE(report.has_value());
    CHECK(report.error().why.find("put back from") != std::string::npos);
    CHECK(report.error().why.find(to_string(id)) != std::string::npos);
    CHECK(copied_files(id) == good);
  }
  fs::copy_file(keys_to() / "keys" / part, path() / "keys" / part);
  reopen();
  back_up_slots();
  CHECK(read(2, 2) == "frame of session 2");
  erase(2);
  back_up_slots();
  CHECK(copied_files(id) == own_files(id));
  CHECK(read(3, 3) == "frame of session 3");
}

TEST_CASE_FIXTURE(BusySafe, "a part of the copy that its slot does not list is removed from it") {
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  const KeySlotId id = slot(1);
  make_busy(id);
  erase(1);
  back_up_slots();
  const fs::path stray = keys_to() / "keys" / name_of_part(id, 999);
  fs::copy_file(keys_to() / "keys" / name_of_part(id, 0), stray);
  back_up_slots();
  CHECK_FALSE(fs::exists(stray));
  CHECK(copied_files(id) == own_files(id));
}

TEST_CASE_FIXTURE(BusySafe, "the end of a divided slot's day destroys its parts, here and there") {
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  const KeySlotId id = slot(1);
  make_busy(id);
  erase(1);
  back_up_slots();
  REQUIRE(copied_files(id).size() == kBusyParts + 2);
  erase(2);
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  clock.advance(400 * kDay);
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  CHECK(own_files(id).empty());
  CHECK(back_up_slots().destroyed > 0);
  CHECK(copied_files(id).empty());
}

}  // namespace countersign::divided_slot_test
