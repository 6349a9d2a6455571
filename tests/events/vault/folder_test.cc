#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/events/vault/vault_fixture.h"

namespace countersign::folder_test {

std::set<FileId> listed(VaultFixture& fixture) {
  std::set<FileId> files;
  REQUIRE(fixture.vault().list([&](const std::string& day, const FileId& file) {
    CHECK(day == fixture.day);
    CHECK(files.insert(file).second);
  }));
  return files;
}

::mode_t mode_of(const std::filesystem::path& path) {
  struct ::stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

TEST_CASE("the id of a file has the time at which the file was made") {
  Uuid random;
  random.fill(0xa5);
  const UtcTime at(1'795'996'800'123'456);
  CHECK(time_of(FileId(uuid_from_time(at, random))) == UtcTime(1'795'996'800'123'000));
  CHECK_FALSE(time_of(FileId(uuid_from_random(random))));
}

TEST_CASE("a file lies under its day and the start of its name, for its owner alone") {
  VaultFixture fixture;
  const ::mode_t before = ::umask(0);
  const SealedFile stored = fixture.store("bytes");
  ::umask(before);
  const std::filesystem::path path = fixture.path_of(stored.file);
  CHECK(std::filesystem::exists(path));
  CHECK((mode_of(path) & 0777) == 0600);
  CHECK(mode_of(path.parent_path()) == 0700);
  CHECK(mode_of(path.parent_path().parent_path()) == 0700);
}

TEST_CASE("a file that was committed outlives its writer, and the process") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("bytes");
  fixture.reopen();
  CHECK(holds(fixture.read(stored), std::string("bytes")));
}

TEST_CASE("a writer that goes without a commit takes its file with it") {
  VaultFixture fixture;
  { const auto untouched = fixture.create(); }
  {
    const auto appended = fixture.create();
    REQUIRE(appended->append(bytes_like_an_image(600'000)));
  }
  {
    const auto sealed = fixture.create();
    REQUIRE(sealed->append("bytes"));
    REQUIRE(sealed->seal());
    CHECK(fixture.files_on_disk() == 1);
  }
  CHECK(fixture.files_on_disk() == 0);
}

TEST_CASE("discarding removes at once, twice does no harm, and after a commit nothing") {
  VaultFixture fixture;
  const auto writer = fixture.create();
  REQUIRE(writer->append("bytes"));
  writer->discard();
  CHECK(fixture.files_on_disk() == 0);
  writer->discard();

  const auto kept = fixture.create();
  REQUIRE(kept->append("bytes"));
  REQUIRE(kept->seal());
  REQUIRE(kept->commit());
  kept->discard();
  CHECK(fixture.files_on_disk() == 1);
}

TEST_CASE("an id that is taken is refused, and the file that has it is not touched") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("bytes");
  const auto second =
      fixture.vault().create(fixture.session, fixture.key, stored.file, fixture.day);
  REQUIRE_FALSE(second);
  CHECK(second.error() == VaultError::Io);
  CHECK(holds(fixture.read(stored), std::string("bytes")));
}

TEST_CASE("a file is removed once, and removing it again is fine") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("bytes");
  const SealedFile kept = fixture.store("others");
  CHECK(fixture.vault().remove(stored.file, stored.day));
  CHECK(error_of(fixture.read(stored)) == VaultError::NotFound);
  CHECK(fixture.vault().remove(stored.file, stored.day));
  CHECK(fixture.vault().sync_day(stored.day));
  CHECK(fixture.vault().remove(fixture.new_file(), "20200101"));
  CHECK(fixture.vault().sync_day("20200101"));
  CHECK(holds(fixture.read(kept), std::string("others")));
}

TEST_CASE("a day whose last file was removed leaves no folder, and can be written again") {
  VaultFixture fixture;
  std::vector<SealedFile> stored;
  for (int i = 0; i < 20; ++i) stored.push_back(fixture.store("bytes"));
  for (const SealedFile& file : stored) REQUIRE(fixture.vault().remove(file.file, file.day));
  REQUIRE(fixture.vault().sync_day(fixture.day));
  CHECK(fixture.folders_on_disk() == 0);
  CHECK(holds(fixture.read(fixture.store("again")), std::string("again")));
}

TEST_CASE("a file that is removed while it is read can be read to its end") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(700'000);
  const SealedFile stored = fixture.store(plain);
  auto reader =
      fixture.vault().open(fixture.session, fixture.key, stored.file, stored.day, plain.size());
  REQUIRE(reader);
  REQUIRE(fixture.vault().remove(stored.file, stored.day));
  REQUIRE(fixture.vault().sync_day(stored.day));
  CHECK(holds(reader->read_all(plain.size()), plain));
}

TEST_CASE("folders that are dropped and made again at the same time lose no file") {
  VaultFixture fixture;
  const auto store_and_remove = [&](int rounds, int& failures) {
    OsRandom random;
    for (int i = 0; i < rounds; ++i) {
      Uuid id;
      random.fill(id);
      id[0] = static_cast<std::uint8_t>(i % 2);  // so that all files are in two folders
      const FileId file(id);
      auto writer = fixture.vault().create(fixture.session, fixture.key, file, fixture.day);
      const bool stored =
          writer && (*writer)->append("bytes") && (*writer)->seal() && (*writer)->commit();
      const bool read =
          stored && fixture.vault().open(fixture.session, fixture.key, file, fixture.day, 5);
      const bool removed = fixture.vault().remove(file, fixture.day).has_value() &&
                           fixture.vault().sync_day(fixture.day).has_value();
      failures += !read || !removed;
    }
  };
  std::vector<int> failures(3, 0);
  std::vector<std::thread> threads;
  for (int& count : failures) threads.emplace_back([&] { store_and_remove(60, count); });
  for (std::thread& thread : threads) thread.join();
  CHECK(failures == std::vector<int>(3, 0));
  CHECK(fixture.folders_on_disk() == 0);
}

TEST_CASE("the list has every file, and nothing that the vault did not make") {
  VaultFixture fixture;
  std::set<FileId> stored;
  for (int i = 0; i < 50; ++i) stored.insert(fixture.store("bytes").file);
  const std::filesystem::path files = fixture.data() / "files";
  std::filesystem::create_directories(files / "lost+found");
  std::filesystem::create_directories(files / fixture.day / "zz");
  std::ofstream(files / "README") << "foreign";
  std::ofstream(files / fixture.day / "notes") << "foreign";
  const std::filesystem::path bucket = fixture.path_of(*stored.begin()).parent_path();
  std::ofstream(bucket / "notes") << "foreign";
  // A file with a valid name in the wrong folder belongs to no event.
  const FileId misplaced(*parse_uuid("ffffffff-ffff-4fff-bfff-ffffffffffff"));
  std::filesystem::create_directories(files / fixture.day / "00");
  std::ofstream(files / fixture.day / "00" / to_string(misplaced)) << "foreign";
  CHECK(listed(fixture) == stored);
}

TEST_CASE("a file is among the new files from its first byte until an event names it") {
  VaultFixture fixture;
  const FileStore& store = fixture.vault().store();
  const FileId file = fixture.new_file();
  const FilePlace place = fixture.place_of(file);
  const auto writer = fixture.create(file);
  CHECK(*store.is_new(place));
  CHECK_FALSE(*store.has(place));
  REQUIRE(writer->append("bytes"));
  const auto sealed = writer->seal();
  REQUIRE(sealed);
  CHECK_FALSE(*store.has(place));
  const auto reader = writer->reader();
  CHECK(reader.has_value());

  REQUIRE(writer->commit());
  CHECK(*store.is_new(place));
  CHECK(*store.has(place));
  CHECK(mode_of(fixture.path_of(file)) == 0600);
  const auto found = store.new_files();
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().file == file);
  CHECK(found->front().day == fixture.day);

  REQUIRE(fixture.vault().mark_named(file, fixture.day));
  CHECK_FALSE(*store.is_new(place));
  CHECK(*store.has(place));
  CHECK(holds(fixture.read(*sealed), std::string("bytes")));
  // Succeeds for a file that was purged in the meantime.
  CHECK(fixture.vault().mark_named(fixture.new_file(), "20200101"));
}

TEST_CASE("only names that the vault gives are new files") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("bytes");
  const std::string id = to_string(fixture.new_file());
  for (const std::string& name : {std::string("README"),
                                  id,
                                  "2026." + id,
                                  "20261121." + id + "x",
                                  "20261121" + id,
                                  "2026112x." + id,
                                  std::string("20261121.")}) {
    std::ofstream(fixture.new_folder() / name) << "foreign";
    CHECK_FALSE(place_of_new_name(name));
  }
  const auto found = fixture.vault().store().new_files();
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().file == stored.file);
  CHECK(place_of_new_name(fixture.place_of(stored.file).new_name())->path() ==
        fixture.place_of(stored.file).path());
}

TEST_CASE("a file that no event names goes from its place first") {
  VaultFixture fixture;
  const SealedFile rest = fixture.store("a rest");
  const SealedFile kept = fixture.store("kept");
  CHECK(fixture.vault().remove_unnamed(rest.file, rest.day));
  CHECK(error_of(fixture.read(rest)) == VaultError::NotFound);
  CHECK(fixture.new_files() == 1);
  CHECK(fixture.vault().remove_unnamed(rest.file, rest.day));
  CHECK(holds(fixture.read(kept), std::string("kept")));
  // While its place cannot be removed, the file stays among the new files.
  const std::filesystem::path place = fixture.path_of(kept.file);
  std::filesystem::remove(place);
  std::filesystem::create_directory(place);
  CHECK_FALSE(fixture.vault().remove_unnamed(kept.file, kept.day));
  CHECK(fixture.new_files() == 1);
}

TEST_CASE("a purged file loses both of its names") {
  VaultFixture fixture;
  const SealedFile purged = fixture.store("purged");
  CHECK(fixture.vault().remove(purged.file, purged.day));
  CHECK(fixture.files_on_disk() == 0);
}

TEST_CASE("a new file that has lost its place gets it again") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("bytes");
  std::filesystem::remove(fixture.path_of(stored.file));
  CHECK(error_of(fixture.read(stored)) == VaultError::NotFound);
  CHECK(fixture.vault().store().keep(fixture.place_of(stored.file)));
  CHECK(holds(fixture.read(stored), std::string("bytes")));
}

TEST_CASE("a name that is not a file's is not a file's place") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("named");
  const std::filesystem::path place = fixture.path_of(stored.file);
  std::filesystem::remove(place);
  SUBCASE("a link") { std::filesystem::create_symlink("nowhere", place); }
  SUBCASE("a folder") { std::filesystem::create_directory(place); }
  CHECK_FALSE(*fixture.vault().store().has(fixture.place_of(stored.file)));
  std::size_t names = 0;
  REQUIRE(
      fixture.vault().store().list_day(fixture.day, [&](const std::vector<PlaceEntry>& entries) {
        names += entries.size();
        for (const PlaceEntry& entry : entries) CHECK_FALSE(entry.is_file);
        return true;
      }));
  CHECK(names == 1);
}

TEST_CASE("a day is listed one folder at a time, until the caller has enough") {
  VaultFixture fixture;
  for (int i = 0; i < 40; ++i) fixture.store("bytes");
  std::size_t folders = 0;
  std::size_t names = 0;
  const auto count = [&](const std::vector<PlaceEntry>& entries) {
    ++folders;
    names += entries.size();
    for (const PlaceEntry& entry : entries) CHECK(entry.is_file);
    return true;
  };
  REQUIRE(fixture.vault().store().list_day(fixture.day, count));
  CHECK(names == 40);
  CHECK(folders == fixture.folders_on_disk() - 1);
  folders = 0;
  REQUIRE(fixture.vault().store().list_day(fixture.day, [&](const auto& entries) {
    count(entries);
    return false;
  }));
  CHECK(folders == 1);
  const auto days = fixture.vault().store().days();
  REQUIRE(days);
  CHECK(*days == std::vector<std::string>{fixture.day});
}

TEST_CASE("the empty folders of a day are dropped, and no others") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("bytes");
  std::filesystem::create_directories(fixture.data() / "files" / "20200101" / "ab");
  std::filesystem::create_directories(fixture.data() / "files" / "20200102");
  for (const char* day : {"20200101", "20200102", "20200103"}) {
    CHECK(fixture.vault().store().drop_empty_folders(day));
  }
  CHECK(fixture.vault().store().drop_empty_folders(fixture.day));
  CHECK(fixture.folders_on_disk() == 2);
  CHECK(holds(fixture.read(stored), std::string("bytes")));
}

// Gives a stored file the form of version 0.2.0: its place alone, with the mark of a new file.
void make_old(VaultFixture& fixture, const SealedFile& stored) {
  REQUIRE(fixture.vault().mark_named(stored.file, stored.day));
  std::filesystem::permissions(fixture.path_of(stored.file),
                               std::filesystem::perms::sticky_bit,
                               std::filesystem::perm_options::add);
}

TEST_CASE("the mark of version 0.2.0 is replaced by a name among the new files") {
  VaultFixture fixture;
  FileStore& store = fixture.vault().store();
  const SealedFile named = fixture.store("named");
  const SealedFile rest = fixture.store("a rest");
  const FilePlace named_place = fixture.place_of(named.file);
  const FilePlace rest_place = fixture.place_of(rest.file);
  CHECK_FALSE(store.bears_old_mark(named_place));
  for (const SealedFile& file : {named, rest}) make_old(fixture, file);
  CHECK(store.bears_old_mark(named_place));
  REQUIRE(store.replace_old_mark(named_place, true));
  REQUIRE(store.replace_old_mark(rest_place, false));
  for (const FilePlace& place : {named_place, rest_place}) {
    CHECK(*store.has(place));
    CHECK_FALSE(store.bears_old_mark(place));
  }
  CHECK_FALSE(*store.is_new(named_place));
  CHECK(*store.is_new(rest_place));
  // Once more, as after a crash between the two changes.
  std::filesystem::permissions(fixture.path_of(rest.file),
                               std::filesystem::perms::sticky_bit,
                               std::filesystem::perm_options::add);
  REQUIRE(store.replace_old_mark(rest_place, false));
  CHECK_FALSE(store.bears_old_mark(rest_place));
  CHECK(*store.is_new(rest_place));
  CHECK(holds(fixture.read(rest), std::string("a rest")));
}

TEST_CASE("a process that dies leaves all that it had under way among the new files") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("known");
  const ::pid_t child = ::fork();
  if (child == 0) {
    auto sealed =
        fixture.vault().create(fixture.session, fixture.key, fixture.new_file(), fixture.day);
    const bool ok = sealed && (*sealed)->append(bytes_like_an_image(300'000)) && (*sealed)->seal();
    auto begun =
        fixture.vault().create(fixture.session, fixture.key, fixture.new_file(), fixture.day);
    ::_exit(ok && begun && (*begun)->append(bytes_like_an_image(300'000)) ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  CHECK(fixture.files_on_disk() == 3);
  fixture.reopen();
  CHECK(fixture.new_files() == 3);
  CHECK(listed(fixture) == std::set<FileId>{stored.file});
  CHECK(holds(fixture.read(stored), std::string("known")));
}

TEST_CASE(
    "a vault that is opened for reading makes no folder, and has no file where there is none") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("kept");
  const std::filesystem::path empty = fixture.data() / "empty";
  std::filesystem::create_directory(empty);
  const VaultSettings reading{.reserve_bytes = 0, .read_only = true};
  const auto nothing = Vault::open_folder(empty, fixture.clock, reading);
  REQUIRE(nothing);
  CHECK(std::filesystem::is_empty(empty));
  CHECK_FALSE((*nothing)->list([](const std::string&, const FileId&) {}));
  CHECK_FALSE((*nothing)->create(fixture.session, fixture.key, stored.file, fixture.day));
  CHECK_FALSE((*nothing)->store().new_files());
  CHECK_FALSE(
      (*nothing)->open(fixture.session, fixture.key, stored.file, stored.day, stored.size_bytes));
  const auto whole = Vault::open_folder(fixture.data(), fixture.clock, reading);
  REQUIRE(whole);
  CHECK((*whole)->open(fixture.session, fixture.key, stored.file, stored.day, stored.size_bytes));
}

TEST_CASE("a vault is not opened where its folder cannot be") {
  VaultFixture fixture;
  const auto missing = Vault::open_folder(fixture.data() / "no" / "such", fixture.clock);
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == VaultError::NotFound);
  const std::filesystem::path blocked = fixture.data() / "blocked";
  std::filesystem::create_directory(blocked);
  std::ofstream(blocked / "files") << "not a folder";
  CHECK_FALSE(Vault::open_folder(blocked, fixture.clock));
}

}  // namespace countersign::folder_test
