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
#include "tests/projections/support/archive.h"

// The erased data cannot be read with any key or file that still exists.
namespace countersign::erasure_test {

namespace fs = std::filesystem;

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
  const KeyLeaves before = leaves(1);
  const KeyLeaves other_before = leaves(2);
  REQUIRE(slot(2) == before.leaf.slot);
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
  CHECK(is_punctured(before.leaf));
  CHECK(is_punctured(*before.previous));
  CHECK_FALSE(holds_bytes(marked));
  // The row itself goes with the next sweep.
  CHECK(is_purging());
  sweep_now();
  CHECK_FALSE(holds_bytes(row));
  CHECK_FALSE(is_purging());
  // A process that holds the image open can still read its bytes, but there is no key for them.
  std::string image(content_of(fs::path("/proc/self/fd") / std::to_string(held_image.get())));
  CHECK_FALSE(image.empty());
  CHECK(image.find(marked) == std::string::npos);

  // The other session was under the same slot and has lost nothing; its key is the same row.
  CHECK(read(2, 2) == "frame of session 2");
  CHECK(leaves(2) == other_before);
  CHECK(**data().log().wrapped_key(session_id(2)) == other_row);

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
  CHECK((*opened)->session_key(session_id(2)).has_value());
  CHECK(opens_with_what_exists(2, other_row));
}

TEST_CASE_FIXTURE(Archive, "a session is under the day on which retention would purge it") {
  capture(1);
  CHECK(slot(1).day == day_number(day_of(clock.now() + kHour + kDay)));
  CHECK_FALSE(leaves(1).previous.has_value());
  const KeyLeaf while_open = leaves(1).leaf;
  finalize(1);
  CHECK(slot(1).day == day_number(day_of(clock.now() + 30 * kDay)));
  CHECK(leaves(1).previous == while_open);
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Archive, "a slot goes with the last session that retention purges from it") {
  capture_and_finalize(1);
  const KeyLeaves before = leaves(1);
  clock.advance(30 * kDay + Duration(1));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(before.leaf.slot));
  CHECK(is_destroyed(before.previous->slot));
  const Sequence head = queries().head();
  CHECK(sweep_now().purged_sessions == 0);
  CHECK(queries().head() == head);
}

TEST_CASE_FIXTURE(Archive,
                  "a slot that others are due in on the same day goes when the day is over") {
  capture_and_finalize(1);
  clock.advance(kMinute);
  capture_and_finalize(2);
  const KeyLeaves first = leaves(1);
  const KeyLeaves second = leaves(2);
  const KeySlotId own = first.leaf.slot;
  REQUIRE(second.leaf.slot == own);
  clock.advance(30 * kDay - kMinute + Duration(1));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_punctured(first.leaf));  // at once
  CHECK(has_slot(own));
  CHECK(leaves(2) == second);
  CHECK(read(2, 2) == "frame of session 2");
  clock.advance(kDay);
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(own));
}

TEST_CASE_FIXTURE(Archive,
                  "a held session leaves the slot of a day that is over, and stays readable") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const KeySlotId own = slot(1);
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  clock.advance(32 * kDay);
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(own));
  CHECK(slot(1).day == day_number(day_of(clock.now())));
  CHECK(read(1, 1) == "frame of session 1");
  commit(to_session(session_id(1), ReleaseHold{clock.now(), "closed"}));
  const KeySlotId last = slot(1);
  CHECK(sweep_now().purged_sessions == 1);
  CHECK(is_destroyed(last));
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(Archive, "sessions under a slot that came back keep their keys without it") {
  capture_and_finalize(1);
  const KeySlotId own = slot(1);
  capture_and_finalize(2);
  // As an earlier version did: the destruction was recorded, but the slot was in use again.
  commit({keys_stream(), KeyCommand(DestroyKey{clock.now(), to_string(own), 0}), kClientActor, {}});
  reopen();
  CHECK(is_destroyed(own));
  CHECK(slot(2) != own);
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
    sweep_now();
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
  const fs::path place = path() / "keys" / to_string(slot(1));
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
  const KeySlotId own = slot(1);
  commit(creating(acme, session_id(3), clock.now()));  // without a key, as if it was not seen
  clock.advance(31 * kDay);
  SweepOptions keeping{.now = clock.now()};
  keeping.periods = {std::chrono::hours(24 * 400), std::chrono::hours(24 * 400)};
  const auto report = sweep(data(), keeping);
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error() == StoreError::Corrupt);
  CHECK(has_slot(own));
  CHECK(read(1, 1) == "frame of session 1");
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
  CHECK(destroyed().empty());
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

}  // namespace countersign::erasure_test
