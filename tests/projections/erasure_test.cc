#include "projections/erasure/erasure.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "projections/folder/rebuild.h"
#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tests/projections/held_slots.h"
#include "tests/projections/open_folder.h"

// The erased data cannot be read with any key or file that still exists.
namespace countersign {
namespace {

namespace fs = std::filesystem;

const Actor kClientActor{ActorKind::Client, "svck_acme"};

struct Archive : OpenFolder {
  KeySlots slots(std::uint64_t n) {
    const auto row = *data().log().wrapped_key(session_id(n));
    REQUIRE(row.has_value());
    return *slots_of(WrappedKey(*row));
  }
  bool has_slot(const KeySlotId& slot) const { return fs::exists(slot_path(slot)); }
  fs::path slot_path(const KeySlotId& slot) const { return path() / "keys" / to_string(slot); }

  void erase(std::uint64_t n) {
    const auto report =
        purge_session(data(), session_id(n), kClientActor, RequestId("r-erase"), clock.now());
    REQUIRE(report.has_value());
    CHECK(report->failed_files == 0);
  }
  SweepReport sweep_now() {
    SweepOptions with;
    with.now = clock.now();
    with.request = RequestId("r-sweep");
    const auto report = sweep(data(), with);
    REQUIRE(report.has_value());
    return *report;
  }
  // The slots whose destruction is recorded in the log.
  std::vector<std::string> destroyed() {
    std::vector<std::string> slots;
    REQUIRE(data().log().read_stream(keys_stream(), [&](const StoredEvent& event) {
      if (const auto* gone = std::get_if<KeyDestroyed>(&event.recorded.event)) {
        slots.push_back(gone->slot);
      }
      return true;
    }));
    return slots;
  }
  bool is_destroyed(const KeySlotId& slot) {
    return !has_slot(slot) && std::ranges::count(destroyed(), to_string(slot)) == 1;
  }
  bool is_purging() const { return fs::exists(path() / "PURGING"); }

  std::vector<HeldSlot> hold_slots() const { return hold_slots_of(path() / "keys"); }
};

// Copies everything except the key slots, as a backup does.
void copy_without_keys(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    if (entry.path().filename() == "keys") continue;
    fs::copy(entry.path(), to / entry.path().filename(), fs::copy_options::recursive);
  }
}

TEST_CASE_FIXTURE(
    Archive, "what was erased opens with nothing: not the folder, its log, a backup, a held file") {
  const std::string marked = "frame of session 1";
  capture_and_finalize(1);
  capture_and_finalize(2);
  const std::string row = **data().log().wrapped_key(session_id(1));
  const std::string other_row = **data().log().wrapped_key(session_id(2));
  const KeySlots before = slots(1);
  REQUIRE(slots(2) == before);
  close();
  TempFolder elsewhere;
  copy_without_keys(path(), elsewhere.path() / "data");
  open();
  const std::vector<HeldSlot> held = hold_slots();
  const OwnedFd held_image(::open(find_file(1).c_str(), O_RDONLY | O_CLOEXEC));
  REQUIRE(held_image);
  const auto opens_with_what_exists = [&](std::uint64_t n, const std::string& of) {
    return any_slot_opens(held, {path() / "keys"}, options().master_key, session_id(n), of);
  };
  REQUIRE(opens_with_what_exists(1, row));

  erase(1);

  // No copy of the row opens, neither the one in the backup nor any that was flushed.
  CHECK_FALSE(opens_with_what_exists(1, row));
  CHECK_FALSE(holds_bytes(row));
  CHECK_FALSE(holds_bytes(marked));
  CHECK(is_destroyed(before.slot));
  CHECK(is_destroyed(*before.previous));
  CHECK_FALSE(is_purging());
  // A process that holds the image open can still read its bytes, but there is no key for them.
  std::string image(content_of(fs::path("/proc/self/fd") / std::to_string(held_image.get())));
  CHECK_FALSE(image.empty());
  CHECK(image.find(marked) == std::string::npos);

  // The other session was under the same slot and has lost nothing.
  CHECK(read(2, 2) == "frame of session 2");
  CHECK(slots(2).slot.day == before.slot.day);
  CHECK(slots(2).slot != before.slot);

  // Restore yesterday's backup with today's slots.
  close();
  fs::copy(path() / "keys", elsewhere.path() / "data" / "keys");
  DataFolderOptions restored = options();
  restored.path = elsewhere.path() / "data";
  const auto opened = try_open(std::move(restored));
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  REQUIRE((*opened)->log().wrapped_key(session_id(1))->has_value());
  const auto key = (*opened)->session_key(session_id(1));
  REQUIRE_FALSE(key.has_value());
  CHECK(std::get<KeyFault>(key.error()) == KeyFault::Unreadable);
  CHECK_FALSE(opens_with_what_exists(2, other_row));  // therefore a new backup is needed
}

TEST_CASE_FIXTURE(Archive, "a session is under the day on which retention would purge it") {
  capture(1);
  CHECK(slots(1).slot.day == day_number(day_of(clock.now() + kHour + kDay)));
  CHECK_FALSE(slots(1).previous.has_value());
  const KeySlotId while_open = slots(1).slot;
  finalize(1);
  CHECK(slots(1).slot.day == day_number(day_of(clock.now() + 30 * kDay)));
  CHECK(slots(1).previous == while_open);
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Archive, "a slot goes with the last session that retention purges from it") {
  capture_and_finalize(1);
  const KeySlots before = slots(1);
  clock.advance(30 * kDay + Duration(1));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(before.slot));
  CHECK(is_destroyed(*before.previous));
  const Sequence head = queries().head();
  CHECK(sweep_now().purged_sessions == 0);
  CHECK(queries().head() == head);
}

TEST_CASE_FIXTURE(Archive,
                  "a slot that others are due in on the same day goes when the day is over") {
  capture_and_finalize(1);
  clock.advance(kMinute);
  capture_and_finalize(2);
  const KeySlotId slot = slots(1).slot;
  REQUIRE(slots(2).slot == slot);
  clock.advance(30 * kDay - kMinute + Duration(1));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(has_slot(slot));
  CHECK(slots(2).slot == slot);
  clock.advance(kDay);
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(slot));
}

TEST_CASE_FIXTURE(Archive,
                  "a held session leaves the slot of a day that is over, and stays readable") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlotId slot = slots(1).slot;
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  clock.advance(32 * kDay);
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(slot));
  CHECK(slots(1).slot.day == day_number(day_of(clock.now())));
  CHECK(read(1, 1) == "frame of session 1");
  commit(to_session(session_id(1), ReleaseHold{clock.now(), "closed"}));
  const KeySlotId last = slots(1).slot;
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(last));
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(Archive, "an erasure that a crash cut short is finished by the next open") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlots before = slots(1);
  REQUIRE_FALSE(data().erasure().begin({session_id(1)}, PurgeReason::Erasure, clock.now()));
  SUBCASE("before the event: the slots are replaced for nothing") {
    reopen();
    CHECK(read(1, 1) == "frame of session 1");
  }
  SUBCASE("after the event") {
    commit(to_session(session_id(1), PurgeFiles{clock.now(), PurgeReason::Erasure, {}}));
    reopen();
    CHECK_FALSE(has_file(1));
    CHECK_FALSE(data().session_key(session_id(1)).has_value());
  }
  CHECK(is_destroyed(before.slot));
  CHECK(is_destroyed(*before.previous));
  CHECK(read(2, 2) == "frame of session 2");
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Archive, "a pass that a crash cut short is finished for all of its sessions") {
  for (std::uint64_t n = 1; n <= 4; ++n) capture(n);
  clock.advance(kDay);
  capture(5);  // under a slot of another day
  const KeySlotId first = slots(1).slot;
  const KeySlotId second = slots(5).slot;
  REQUIRE(first != second);
  const std::vector<SessionId> pass{session_id(1), session_id(2), session_id(5)};
  REQUIRE_FALSE(data().erasure().begin(pass, PurgeReason::Erasure, clock.now()));
  // The crash happens when two of the three events are durable.
  for (const std::uint64_t n : {1, 5}) {
    commit(to_session(session_id(n), PurgeFiles{clock.now(), PurgeReason::Erasure, {}}));
  }
  reopen();
  for (const std::uint64_t n : {1, 5}) {
    CAPTURE(n);
    CHECK_FALSE(has_file(n));
    CHECK_FALSE(data().session_key(session_id(n)).has_value());
  }
  CHECK(is_destroyed(first));
  CHECK(is_destroyed(second));
  for (const std::uint64_t n : {2, 3, 4}) {
    CAPTURE(n);
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Archive, "a slot that was destroyed just before a crash is recorded once") {
  capture(1);
  const KeySlotId slot = slots(1).slot;
  REQUIRE_FALSE(data().erasure().begin({session_id(1)}, PurgeReason::Erasure, clock.now()));
  commit(to_session(session_id(1), PurgeFiles{clock.now(), PurgeReason::Erasure, {}}));
  const std::string marker = content_of(path() / "PURGING");
  REQUIRE(marker == to_string(slot) + "\n");
  REQUIRE(data().keys().destroy(slot).has_value());
  reopen();
  CHECK(is_destroyed(slot));
  // Again, with the event in the log and the marker file still there.
  close();
  std::ofstream(path() / "PURGING") << marker;
  open();
  CHECK(is_destroyed(slot));
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Archive, "what was erased while its slot was lost is not back with that slot") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const std::string row = **data().log().wrapped_key(session_id(1));
  const KeySlotId slot = slots(1).slot;
  REQUIRE(slots(2).slot == slot);
  close();
  const fs::path place = path() / "keys" / to_string(slot);
  const fs::path away = path().parent_path() / "slot";
  fs::rename(place, away);
  bool is_put_back = true;
  SUBCASE("it is not there, and put back") {}
  SUBCASE("it is damaged, and put back") { std::ofstream(place) << "junk"; }
  SUBCASE("its day is over") { is_put_back = false; }
  open();
  erase(1);
  CHECK(is_purging());
  reopen();
  CHECK(is_purging());
  close();
  if (is_put_back) {
    fs::copy_file(away, place, fs::copy_options::overwrite_existing);
  } else {
    clock.advance(31 * kDay);
  }
  open();
  CHECK_FALSE(has_slot(slot));
  CHECK_FALSE(is_purging());
  CHECK_FALSE(any_slot_opens({}, {path() / "keys"}, options().master_key, session_id(1), row));
  if (!is_put_back) return;
  CHECK(is_destroyed(slot));
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Archive, "a slot that the log has as destroyed is destroyed however it is back") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlotId slot = slots(1).slot;
  REQUIRE(slots(2).slot == slot);
  const fs::path place = path() / "keys" / to_string(slot);
  const fs::path copy = path().parent_path() / "slot";
  fs::copy_file(place, copy);
  SUBCASE("it was destroyed by an erasure") { erase(1); }
  SUBCASE("it was lost, and all of its sessions were erased") {
    close();
    fs::remove(place);
    open();
    erase(1);
    erase(2);
    CHECK_FALSE(is_purging());
  }
  CHECK(is_destroyed(slot));
  for (const std::uint64_t n : {3u, 4u}) {  // twice
    close();
    fs::copy_file(copy, place);
    open();
    CHECK(is_destroyed(slot));
    CHECK_FALSE(is_purging());
    capture_and_finalize(n);
    CHECK(slots(n).slot != slot);
  }
  CHECK(read(3, 3) == "frame of session 3");
}

TEST_CASE_FIXTURE(Archive, "sessions under a slot that came back keep their keys without it") {
  capture_and_finalize(1);
  const KeySlotId slot = slots(1).slot;
  capture_and_finalize(2);
  // As an earlier version did: the destruction was recorded, but the slot was in use again.
  commit(
      {keys_stream(), KeyCommand(DestroyKey{clock.now(), to_string(slot), 0}), kClientActor, {}});
  reopen();
  CHECK(is_destroyed(slot));
  CHECK(slots(2).slot != slot);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Archive,
                  "purges leave no name in PURGING, whatever slots their keys were under") {
  for (std::uint64_t n = 1; n <= 6; ++n) {
    capture(n);
    if (n % 2 == 1) finalize(n);
  }
  // The previous slot of session 1 is destroyed first.
  for (const std::uint64_t n : {2u, 1u, 4u, 3u, 6u, 5u}) {
    erase(n);
    CHECK_FALSE(is_purging());
  }
}

TEST_CASE_FIXTURE(Archive, "no text in PURGING ends the service slot, or keeps a folder shut") {
  capture_and_finalize(1);
  close();
  std::ofstream(path() / "PURGING") << "00000000.0000000000000000\nnonsense\n\n";
  open();
  CHECK(read(1, 1) == "frame of session 1");
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Archive,
                  "a slot that nothing opens goes when its day is over, if nothing is in it") {
  capture_and_finalize(1);
  const fs::path place = path() / "keys" / to_string(slots(1).slot);
  const fs::path other = path() / "keys" / "20260101.0123456789abcdef";
  std::ofstream(other) << "junk";
  fs::permissions(other, fs::perms::owner_read | fs::perms::owner_write);
  close();
  std::ofstream(place) << "junk";
  clock.advance(31 * kDay);
  open();
  SweepOptions keeping{.now = clock.now()};
  keeping.periods = {std::chrono::hours(24 * 400), std::chrono::hours(24 * 400)};
  REQUIRE(sweep(data(), keeping).has_value());
  CHECK_FALSE(fs::exists(other));
  CHECK(fs::exists(place));  // the original may open the session again
}

TEST_CASE_FIXTURE(Archive, "a slot is not destroyed on a scan that did not see every key") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlotId slot = slots(1).slot;
  commit(creating(acme, session_id(3), clock.now()));  // without a key, as if it was not seen
  const auto report =
      purge_session(data(), session_id(1), kClientActor, RequestId("r"), clock.now());
  REQUIRE_FALSE(report.has_value());
  CHECK(std::get<StoreError>(report.error()) == StoreError::Corrupt);
  CHECK(has_slot(slot));
  CHECK(is_purging());
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Archive, "sessions that are created and finalized meanwhile keep their keys") {
  constexpr std::uint64_t kSessions = 30;
  for (std::uint64_t n = 1; n <= kSessions; ++n) capture(n);
  std::thread finalizer([&] {
    for (std::uint64_t n = 11; n <= kSessions; ++n) finalize(n);
    for (std::uint64_t n = kSessions + 1; n <= kSessions + 10; ++n) capture(n);
  });
  for (std::uint64_t n = 1; n <= 10; ++n) erase(n);
  finalizer.join();
  for (std::uint64_t n = 11; n <= kSessions + 10; ++n) {
    CAPTURE(n);
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
  const std::vector<std::string> gone = destroyed();
  CHECK(std::set(gone.begin(), gone.end()).size() == gone.size());
  CHECK(gone.size() >= 10);
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(Archive, "a folder without key slots is refused and not misread") {
  capture_and_finalize(1);
  close();
  fs::rename(path() / "keys", path().parent_path() / "lost");
  const auto opened = try_open(options());
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().find("earlier version") != std::string::npos);
  CHECK_FALSE(fs::exists(path() / "keys"));
  fs::rename(path().parent_path() / "lost", path() / "keys");
  open();
  CHECK(read(1, 1) == "frame of session 1");
}

}  // namespace
}  // namespace countersign
