#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/files/atomic_file.h"
#include "projections/erasure/erasure.h"
#include "projections/erasure/purging_record.h"
#include "tests/projections/support/archive.h"

// The next open finishes an erasure that a crash interrupted, and erases keys that an old copy
// brought back.
namespace countersign::erasure_crash_test {

namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Archive, "an erasure that a crash cut short is finished by the next open") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeyLeaves before = leaves(1);
  const KeyLeaves other = leaves(2);
  const std::string row = **data().log().wrapped_key(session_id(1));
  SUBCASE("before the event: nothing has happened") {
    REQUIRE_FALSE(data().erasure().begin());
    reopen();
    CHECK(read(1, 1) == "frame of session 1");
    CHECK(leaves(1) == before);
    CHECK(times_punctured(before.leaf) == 0);
  }
  SUBCASE("after the event") {
    record_purge(1, PurgeReason::Erasure);
    reopen();
    CHECK_FALSE(has_file(1));
    CHECK_FALSE(data().session_key(session_id(1)).has_value());
    CHECK(is_punctured(before.leaf));
    CHECK(is_punctured(*before.previous));
    CHECK_FALSE(any_slot_opens({}, {path() / "keys"}, options().master_key, session_id(1), row));
    CHECK_FALSE(holds_bytes(row));
  }
  SUBCASE("after the puncture") {
    record_purge(1, PurgeReason::Erasure);
    REQUIRE(data().keys().puncture({before.leaf, *before.previous}).has_value());
    reopen();
    CHECK_FALSE(has_file(1));
    CHECK(is_punctured(before.leaf));
    CHECK_FALSE(holds_bytes(row));
  }
  SUBCASE("before the sweep") {
    erase(1);
    reopen();
    CHECK(is_punctured(before.leaf));
    CHECK_FALSE(holds_bytes(row));
  }
  CHECK(leaves(2) == other);
  CHECK(read(2, 2) == "frame of session 2");
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Archive, "a pass that a crash cut short is finished for all of its sessions") {
  for (std::uint64_t n = 1; n <= 4; ++n) capture(n);
  clock.advance(kDay);
  capture(5);  // under a slot of another day
  const std::vector<KeyLeaf> erased{leaves(1).leaf, leaves(5).leaf};
  REQUIRE(slot(1) != slot(5));
  REQUIRE_FALSE(data().erasure().begin());
  // The crash happens when two of the three events are durable.
  record_purge(1, PurgeReason::Erasure);
  record_purge(5, PurgeReason::Erasure);
  reopen();
  for (const std::uint64_t n : {1, 5}) {
    CAPTURE(n);
    CHECK_FALSE(has_file(n));
    CHECK_FALSE(data().session_key(session_id(n)).has_value());
  }
  for (const KeyLeaf& leaf : erased) CHECK(is_punctured(leaf));
  for (const std::uint64_t n : {2, 3, 4}) {
    CAPTURE(n);
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Archive, "a slot that was destroyed just before a crash is recorded once") {
  capture(1);
  const KeySlotId own = slot(1);
  erase(1);
  REQUIRE(data().keys().destroy(own).has_value());
  close();
  for (int again = 0; again < 2; ++again) {  // then with the event in the log
    std::ofstream(path() / "PURGING") << to_string(own) + "\n";
    open();
    CHECK(is_destroyed(own));
    CHECK_FALSE(is_purging());
    close();
  }
  open();
}

// A slot whose day is over, and a session in it that is held.
struct HeldBack : Archive {
  KeySlotId own;
  HeldBack() {
    capture_and_finalize(1);
    capture_and_finalize(2);
    own = slot(1);
    REQUIRE(slot(2) == own);
    commit(to_session(session_id(2), SetHold{clock.now(), "a case"}));
    erase(1);
    clock.advance(32 * kDay);
  }
  PurgingRecord purging() const {
    return parse_purging(*AtomicFile(path() / "PURGING").read().value());
  }
  // As after a crash that came before the slot's first key was moved.
  void open_with(const std::string& purging) {
    close();
    std::ofstream(path() / "PURGING") << purging;
    open();
  }
  PurgingRecord with_members(PurgingRecord::Members members) const {
    return {std::nullopt, {{own, std::move(members)}}};
  }
};

TEST_CASE_FIXTURE(HeldBack, "a sweep that is ended has named the members of its slot in PURGING") {
  data().erasure().stop();
  SweepOptions with{.now = clock.now()};
  with.request = RequestId("r-sweep");
  (void)sweep(data(), with);
  REQUIRE(has_slot(own));
  REQUIRE(purging().slots.contains(own));
  CHECK(purging().slots.at(own) == PurgingRecord::Members{session_id(2)});
  reopen();
  CHECK(is_destroyed(own));
  CHECK_FALSE(is_purging());
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(HeldBack, "the open after a crash moves the members in PURGING") {
  // Session 1 is erased.
  open_with(to_text(with_members({session_id(1), session_id(2)})));
  CHECK(is_destroyed(own));
  CHECK_FALSE(is_purging());
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(HeldBack, "the open after a crash looks up the members in PURGING alone") {
  // No program leaves such a list. A scan would find the session, and save its key.
  open_with(to_text(with_members({})));
  CHECK(is_destroyed(own));
  CHECK_FALSE(data().session_key(session_id(2)).has_value());
}

TEST_CASE_FIXTURE(HeldBack, "a slot in PURGING without its members is scanned for them") {
  const std::string text = to_text(with_members({session_id(2)}));
  SUBCASE("as 0.2.0 wrote it") { open_with(without_members(text)); }
  SUBCASE("with members that were cut short") { open_with(text.substr(0, text.size() - 9)); }
  CHECK(is_destroyed(own));
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Archive, "a slot whose day is over waits for the sweep if PURGING lacks it") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlotId own = slot(1);
  record_purge(1, PurgeReason::Erasure);
  clock.advance(32 * kDay);
  reopen();
  CHECK_FALSE(has_file(1));
  CHECK(has_slot(own));
  CHECK(read(2, 2) == "frame of session 2");
  sweep_now();
  CHECK(is_destroyed(own));
}

TEST_CASE_FIXTURE(Archive, "what was erased while its slot was lost is not back with that slot") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const std::string row = **data().log().wrapped_key(session_id(1));
  const KeyLeaf leaf = leaves(1).leaf;
  REQUIRE(slot(2) == leaf.slot);
  close();
  const fs::path place = path() / "keys" / to_string(leaf.slot);
  const fs::path away = path().parent_path() / "slot";
  fs::rename(place, away);
  bool is_put_back = true;
  SUBCASE("it is not there, and put back") {}
  SUBCASE("it is damaged, and put back") { std::ofstream(place) << "junk"; }
  SUBCASE("its day is over") { is_put_back = false; }
  open();
  erase(1);
  CHECK(times_punctured(leaf) == 1);
  reopen();
  close();
  if (is_put_back) {
    fs::copy_file(away, place, fs::copy_options::overwrite_existing);
  } else {
    clock.advance(31 * kDay);
  }
  open();
  CHECK_FALSE(any_slot_opens({}, {path() / "keys"}, options().master_key, session_id(1), row));
  CHECK(is_punctured(leaf));
  if (!is_put_back) return;
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Archive,
                  "an old copy of a slot brings nothing back, and hands out no leaf again") {
  for (std::uint64_t n = 1; n <= 3; ++n) capture_and_finalize(n);
  const KeyLeaves erased = leaves(1);
  const std::string row = **data().log().wrapped_key(session_id(1));
  const fs::path copies = path().parent_path() / "copies";
  fs::copy(path() / "keys", copies);
  erase(1);
  for (std::uint64_t n = 4; n <= 6; ++n) {
    reopen();  // reserves another block each time
    capture_and_finalize(n);
  }
  close();
  for (const auto& entry : fs::directory_iterator(copies)) {
    fs::copy_file(entry.path(),
                  path() / "keys" / entry.path().filename(),
                  fs::copy_options::overwrite_existing);
  }
  REQUIRE(any_slot_opens({}, {path() / "keys"}, options().master_key, session_id(1), row));
  std::string told;
  DataFolderOptions with = options();
  with.progress = [&](std::string_view what) { told += what; };
  adopt(*try_open(std::move(with)));
  CHECK(told.find("keys: the slot " + to_string(erased.leaf.slot) +
                  " was older than the log: keys that were erased again: ") != std::string::npos);
  CHECK_FALSE(any_slot_opens({}, {path() / "keys"}, options().master_key, session_id(1), row));
  CHECK(is_punctured(erased.leaf));
  CHECK(is_punctured(*erased.previous));
  capture_and_finalize(7);
  std::set<KeyLeaf> all{erased.leaf};
  for (std::uint64_t n = 2; n <= 7; ++n) {
    CAPTURE(n);
    CHECK(all.insert(leaves(n).leaf).second);
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
}

TEST_CASE_FIXTURE(Archive, "a slot that the log has as destroyed is destroyed however it is back") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlotId own = slot(1);
  REQUIRE(slot(2) == own);
  const fs::path place = path() / "keys" / to_string(own);
  const fs::path copy = path().parent_path() / "slot";
  fs::copy_file(place, copy);
  erase(1);
  sweep_now();
  CHECK(has_slot(own));
  erase(2);
  sweep_now();
  CHECK(is_destroyed(own));                 // nothing that it handed out is left
  for (const std::uint64_t n : {3u, 4u}) {  // twice
    close();
    fs::copy_file(copy, place);
    open();
    CHECK(is_destroyed(own));
    CHECK_FALSE(is_purging());
    capture_and_finalize(n);
    CHECK(slot(n) != own);
  }
  CHECK(read(3, 3) == "frame of session 3");
}

}  // namespace countersign::erasure_crash_test
