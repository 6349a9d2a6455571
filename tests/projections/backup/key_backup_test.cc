#include "projections/backup/key_backup.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "projections/retention/sweep.h"
#include "tests/events/support/patience.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests the copy of the keys.
namespace countersign::key_backup_test {

namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Safe, "a damaged key slot is not written over its good copy") {
  capture_and_finalize(1);
  back_up_slots();
  const std::string own_slot = to_string(slot(1));
  const fs::path own = path() / "keys" / own_slot;
  const fs::path copy = keys_to() / "keys" / own_slot;
  const std::string good = content_of(own);
  std::string changed = good;
  changed[100] = static_cast<char>(changed[100] ^ 1);
  SUBCASE("in use, an empty one") { std::ofstream(own, std::ios::binary) << ""; }
  SUBCASE("in use, one with a byte changed") { std::ofstream(own, std::ios::binary) << changed; }
  SUBCASE("found at a start") {
    close();
    SUBCASE("junk") { std::ofstream(own, std::ios::binary) << "junk"; }
    SUBCASE("one with a byte changed") { std::ofstream(own, std::ios::binary) << changed; }
    open();
  }
  capture_and_finalize(2);
  clock.advance(kDay);
  capture_and_finalize(3);  // under a slot that is not copied yet
  for (int i = 0; i < 2; ++i) {
    const auto report = back_up_keys(data(), keys_to(), random);
    REQUIRE_FALSE(report.has_value());
    CHECK_FALSE(report.error().refused);
    CHECK(report.error().why.find("1 key slot in " + (data().path() / "keys").string() +
                                  " is damaged, or was written with another master key: " +
                                  own_slot) != std::string::npos);
    CHECK(report.error().why.find("put back from") != std::string::npos);
    CHECK(content_of(copy) == good);
    CHECK(fs::exists(keys_to() / "keys" / to_string(slot(3))));
  }
  std::ofstream(own, std::ios::binary) << good;
  reopen();
  back_up_slots();
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Safe, "a copy of the keys that is given up is gone on with by the next one") {
  capture_and_finalize(1);
  clock.advance(kDay);
  capture_and_finalize(2);
  const std::size_t slots = data().keys().slots().size() + 1;  // and the service slot
  std::uint64_t given_up = 0;
  for (;; ++given_up) {
    Patience patience(given_up);
    const auto report = back_up_keys(data(), keys_to(), random, patience.given_up());
    if (report) break;
    CHECK_FALSE(report.error().refused);
    CHECK(report.error().why == kBackupGivenUp);
  }
  CHECK(given_up >= slots + 2);  // and for each session's key, which says whether it lost its slot
  const KeyBackupReport again = back_up_slots();
  CHECK(again.slots == slots);
  CHECK(again.written == 0);
  for (const auto& entry : fs::directory_iterator(path() / "keys")) {
    CHECK(content_of(keys_to() / "keys" / entry.path().filename()) == content_of(entry.path()));
  }
}

TEST_CASE_FIXTURE(Safe, "a slot that has no good copy is not said to be there to put back") {
  capture_and_finalize(1);
  const std::string own_slot = to_string(slot(1));
  close();
  std::ofstream(path() / "keys" / own_slot) << "junk";
  open();
  const auto report = back_up_keys(data(), keys_to(), random);
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().why.find("has no good copy of " + own_slot) != std::string::npos);
  CHECK(report.error().why.find("put back from") == std::string::npos);
  CHECK_FALSE(fs::exists(keys_to() / "keys" / own_slot));
  CHECK(fs::exists(keys_to() / "keys" / to_string(kServiceSlot)));
}

TEST_CASE_FIXTURE(Safe, "a key slot that is lost is missed though no copy of it was ever made") {
  capture_and_finalize(1);
  const KeySlotId lost = slot(1);
  fs::remove(path() / "keys" / to_string(lost));
  const auto report = back_up_keys(data(), keys_to(), random);
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().why.find("1 key slot is missing in") != std::string::npos);
  CHECK(report.error().why.find(to_string(lost)) != std::string::npos);
  CHECK(report.error().why.find("has no good copy of") != std::string::npos);
}

TEST_CASE_FIXTURE(Safe,
                  "the copy of an erased key slot does not stay because another one is lost") {
  capture_and_finalize(1);
  clock.advance(kDay);
  capture_and_finalize(2);
  back_up_slots();
  const KeySlotId erased = slot(1);
  const KeySlotId lost = slot(2);
  REQUIRE(erased != lost);
  const auto copy = [&](const KeySlotId& id) { return keys_to() / "keys" / to_string(id); };
  const std::string bytes = content_of(copy(lost));
  const std::string old_bytes = content_of(copy(erased));
  erase(1);
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());  // nothing is left in its slots
  REQUIRE_FALSE(data().keys().has(erased));
  fs::remove(path() / "keys" / to_string(lost));
  const auto report = back_up_keys(data(), keys_to(), random);
  REQUIRE_FALSE(report.has_value());
  const std::string& why = report.error().why;
  CHECK(why.find("1 key slot is missing in") != std::string::npos);
  CHECK(why.find(to_string(lost)) != std::string::npos);
  CHECK(why.find(to_string(erased)) == std::string::npos);
  CHECK_FALSE(fs::exists(copy(erased)));
  CHECK(content_of(copy(lost)) == bytes);
  // The erased slot is not copied again when somebody puts it back.
  fs::copy(copy(lost), path() / "keys" / to_string(lost));
  std::ofstream(path() / "keys" / to_string(erased), std::ios::binary) << old_bytes;
  back_up_slots();
  CHECK_FALSE(fs::exists(copy(erased)));
  CHECK(content_of(copy(lost)) == bytes);
}

TEST_CASE_FIXTURE(Safe, "the copy of a key slot that the data folder has lost is not destroyed") {
  capture_and_finalize(1);
  back_up_slots();
  const KeySlotId own_slot = slot(1);
  const fs::path own = path() / "keys" / to_string(own_slot);
  const fs::path copy = keys_to() / "keys" / to_string(own_slot);
  const std::string bytes = content_of(own);
  REQUIRE(content_of(copy) == bytes);
  const auto refused = [&] {
    const auto report = back_up_keys(data(), keys_to(), random);
    REQUIRE_FALSE(report.has_value());
    return report.error().why;
  };
  SUBCASE("one of them") {
    fs::remove(own);
    CHECK(refused().find("1 key slot is missing in") != std::string::npos);
  }
  SUBCASE("all of them, as when nothing is mounted there") {
    for (const auto& entry : fs::directory_iterator(path() / "keys")) fs::remove(entry.path());
    CHECK(refused().find("2 key slots are missing in") != std::string::npos);  // one of them unused
    CHECK(fs::exists(keys_to() / "keys" / to_string(kServiceSlot)));
  }
  CHECK(content_of(copy) == bytes);
  // Once it is back, an erasure of its session destroys the slot in the folder and the copy.
  fs::copy(keys_to() / "keys",
           path() / "keys",
           fs::copy_options::skip_existing | fs::copy_options::recursive);
  back_up_slots();
  erase(1);
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  CHECK(back_up_slots().destroyed >= 1);
  CHECK_FALSE(fs::exists(copy));
}

TEST_CASE_FIXTURE(
    Safe, "keys are copied into the folder that was looked at, and no other's are destroyed") {
  capture_and_finalize(1);
  back_up_slots();
  const fs::path moved = elsewhere.path() / "moved";
  const fs::path victim = elsewhere.path() / "victim";
  fs::create_directories(victim / "keys");
  for (const auto& slot : fs::directory_iterator(keys_to() / "keys")) {
    std::ofstream(victim / "keys" / slot.path().filename()) << "another's";
  }
  std::ofstream(victim / "keys" / "20200101.00000000000000000000000000000000") << "another's";
  std::ofstream(victim / "MASTER-KEY-ID") << "another's";
  const auto content = [&] {
    std::map<std::string, std::string> files;
    for (const auto& file : fs::recursive_directory_iterator(victim)) {
      if (file.is_regular_file()) files[file.path()] = content_of(file.path());
    }
    return files;
  };
  const auto before = content();
  fs::remove(keys_to() / "MASTER-KEY-ID");
  fs::remove(keys_to() / "LOG.new");
  const auto log_before = fs::last_write_time(keys_to() / "LOG");
  // The copy rewrites LOG when it has looked at the folder, and then waits for its turn.
  std::unique_lock turn(data().erasure().turn());
  auto copy =
      std::async(std::launch::async, [&] { return back_up_keys(data(), keys_to(), random); });
  while (fs::last_write_time(keys_to() / "LOG") == log_before) std::this_thread::yield();
  fs::rename(keys_to(), moved);
  fs::create_directory_symlink(victim, keys_to());
  turn.unlock();
  CHECK(copy.get().has_value());
  CHECK(content() == before);
  CHECK(content_of(moved / "MASTER-KEY-ID") == content_of(path() / "MASTER-KEY-ID"));
}

}  // namespace countersign::key_backup_test
