#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests that a session erased after a backup stays erased when the backup is restored.
namespace countersign::erased_since_test {

namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Safe, "what was erased since stays erased when an older backup is restored") {
  const std::string marked = "frame of session 1";
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  clock.advance(kDay);
  capture_and_finalize(3);
  capture(4);
  const KeyLeaves erased = leaves(1);
  const KeyLeaves other = leaves(2);
  REQUIRE((slot(2) == slot(1) && slot(3) != slot(1)));
  const std::string row = **data().log().wrapped_key(session_id(1));
  back_up();
  back_up_slots();
  // Open descriptors on every key, in the folder and in the copy, and on the image.
  std::vector<HeldSlot> held = hold_slots_of(path() / "keys");
  std::ranges::move(hold_slots_of(keys_to() / "keys"), std::back_inserter(held));
  const OwnedFd image(::open(find_file(1).c_str(), O_RDONLY | O_CLOEXEC));
  REQUIRE(image);
  const auto opens = [&] {
    return any_slot_opens(
        held, {path() / "keys", keys_to() / "keys"}, options().master_key, session_id(1), row);
  };
  REQUIRE(opens());

  erase(1);
  CHECK(opens());  // with the copy of the keys, until it is updated
  CHECK(back_up_slots().written >= 2);
  CHECK_FALSE(opens());
  CHECK_FALSE(any_file_has(elsewhere.path(), marked));
  const fs::path still_open = fs::path("/proc/self/fd") / std::to_string(image.get());
  CHECK_FALSE(content_of(still_open).empty());
  CHECK(content_of(still_open).find(marked) == std::string::npos);

  fs::path keys;
  SUBCASE("with the keys of the folder, which is still there") { keys = path(); }
  SUBCASE("with the copy of the keys") { keys = keys_to(); }
  // All slots are there; which leaves are, the first open sees.
  CHECK(restore({}, keys).unreadable == 0);
  Actor actor;
  const FilesPurged* purged = purge_of(1, actor);
  REQUIRE(purged != nullptr);
  CHECK(purged->reason == PurgeReason::Restore);
  CHECK(purged->files == std::vector<FileId>{file_id(1)});
  CHECK(actor == Actor{ActorKind::Operator, "uid:" + std::to_string(::getuid())});
  CHECK_FALSE(data().session_key(session_id(1)).has_value());
  CHECK_FALSE(any_file_has(restored(), row));
  CHECK_FALSE(any_file_has(restored(), marked));
  CHECK((is_punctured(erased.leaf) && is_punctured(*erased.previous)));
  // Session 2 shared its slot with the erased session, and has lost nothing.
  CHECK(leaves(2) == other);
  for (const std::uint64_t n : {2, 3, 4})
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  CHECK(views_are_right());
  CHECK_FALSE(fs::exists(restored() / "PURGING"));
  const Sequence head = queries().head();
  close();
  DataFolderOptions again = options();
  again.path = restored();
  adopt(*try_open(std::move(again)));
  CHECK(queries().head() == head);
}

TEST_CASE_FIXTURE(Safe, "an old copy of the keys does not bring back what the log says is erased") {
  capture_and_finalize(1);
  clock.advance(kDay);
  capture_and_finalize(2);
  back_up_slots();
  const KeyLeaves erased = leaves(1);
  const std::string row = **data().log().wrapped_key(session_id(1));
  erase(1);
  back_up();  // this backup is newer than the copy of the keys
  const auto opens = [&](const fs::path& keys) {
    return any_slot_opens({}, {keys}, options().master_key, session_id(1), row);
  };
  REQUIRE(opens(keys_to() / "keys"));
  restore({}, keys_to());
  CHECK_FALSE(opens(restored() / "keys"));
  CHECK(is_punctured(erased.leaf));
  CHECK(is_punctured(*erased.previous));
  CHECK(read(2, 2) == "frame of session 2");
  CHECK(views_are_right());
}

TEST_CASE_FIXTURE(Safe, "a backup of which everything was erased since can be restored") {
  capture_and_finalize(1);
  back_up();
  back_up_slots();
  erase(1);
  fs::path keys = path();
  SUBCASE("with the keys of the folder") {}
  SUBCASE("with the copy of the keys") {
    back_up_slots();
    keys = keys_to();
  }
  restore({}, keys);
  Actor actor;
  CHECK(purge_of(1, actor)->reason == PurgeReason::Restore);
}

}  // namespace countersign::erased_since_test
