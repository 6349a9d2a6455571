#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/events/support/disk_faults.h"
#include "tests/events/vault/vault_fixture.h"

// A process that is killed at each step of an upload, and what the next one finds.
namespace countersign::new_files_test {

// How far an upload was when its process died; the exit status of that process.
enum class Reached : int { Nothing = 10, Committed = 11, End = 12 };

// Uploads a file in a process of its own, which dies before its `step`-th change of the disk.
Reached upload_and_die(VaultFixture& fixture, const FileId& file, int step) {
  const ::pid_t child = ::fork();
  if (child == 0) {
    Reached reached = Reached::Nothing;
    DiskFaults disk;
    disk.before = [&, left = step](const char*) mutable {
      if (left-- == 0) ::_exit(static_cast<int>(reached));
    };
    auto writer = fixture.vault().create(fixture.session, fixture.key, file, fixture.day);
    const bool stored =
        writer && (*writer)->append("bytes") && (*writer)->seal() && (*writer)->commit();
    if (!stored) ::_exit(1);
    reached = Reached::Committed;
    const bool named = fixture.vault().mark_named(file, fixture.day).has_value();
    ::_exit(named ? static_cast<int>(Reached::End) : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) >= static_cast<int>(Reached::Nothing));
  return static_cast<Reached>(WEXITSTATUS(status));
}

TEST_CASE("killed at any step, an upload has no place that looks as if an event had named it") {
  int steps = 0;
  for (Reached reached = Reached::Nothing; reached != Reached::End; ++steps) {
    CAPTURE(steps);
    VaultFixture fixture;
    const FileId file = fixture.new_file();
    const FilePlace place = fixture.place_of(file);
    reached = upload_and_die(fixture, file, steps);
    fixture.reopen();
    const FileStore& store = fixture.vault().store();
    if (reached == Reached::End) {
      CHECK(*store.has(place));
      CHECK_FALSE(*store.is_new(place));
      continue;
    }
    if (*store.has(place)) CHECK(*store.is_new(place));
    CHECK(fixture.new_files() == (*store.is_new(place) ? 1 : 0));
    // An event may name the file by now.
    if (reached == Reached::Committed) CHECK(*store.has(place));
    CHECK(fixture.vault().remove_unnamed(file, fixture.day));
    CHECK(fixture.files_on_disk() == 0);
  }
  // At least: the write, two folders, a link, five syncs, an unlink.
  CHECK(steps > 9);
}

TEST_CASE("killed at any step, a removal leaves no place without the name of a new file") {
  bool ended = false;
  for (int step = 0; !ended; ++step) {
    CAPTURE(step);
    VaultFixture fixture;
    const SealedFile rest = fixture.store("a rest");
    const FilePlace place = fixture.place_of(rest.file);
    const ::pid_t child = ::fork();
    if (child == 0) {
      DiskFaults disk;
      disk.before = [left = step](const char*) mutable {
        if (left-- == 0) ::_exit(0);
      };
      ::_exit(fixture.vault().remove_unnamed(rest.file, rest.day) ? 2 : 1);
    }
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) != 1);
    ended = WEXITSTATUS(status) == 2;
    const FileStore& store = fixture.vault().store();
    if (*store.has(place)) CHECK(*store.is_new(place));
    CHECK(*store.is_new(place) == !ended);
  }
}

}  // namespace countersign::new_files_test
