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

// Removes orphans as a start does. Returns the number of removed files.
Result<std::uint64_t, VaultError> sweep_orphans(
    Vault& vault, const std::function<bool(const FilePlace&)>& known) {
  const auto found = vault.survey(known);
  if (!found) return found.error();
  if (const auto removed = vault.remove(found->rests); !removed) return removed.error();
  return std::uint64_t{found->rests.size()};
}

TEST_CASE("the sweep removes what no event knows, and only that") {
  VaultFixture fixture;
  std::set<FileId> known;
  for (int i = 0; i < 30; ++i) known.insert(fixture.store("known").file);
  for (int i = 0; i < 20; ++i) fixture.store("an orphan");
  const std::filesystem::path foreign = fixture.data() / "files" / "README";
  std::ofstream(foreign) << "foreign";
  fixture.reopen();
  const auto is_known = [&](const FilePlace& place) { return known.contains(place.file); };
  const auto found = fixture.vault().survey(is_known);
  REQUIRE(found);
  CHECK(found->known_files == 30);
  CHECK(found->rests.size() == 20);
  CHECK(fixture.files_on_disk() == 51);  // including the foreign file
  CHECK(holds(sweep_orphans(fixture.vault(), is_known), std::uint64_t{20}));
  CHECK(listed(fixture) == known);
  CHECK(std::filesystem::exists(foreign));
  CHECK(holds(sweep_orphans(fixture.vault(), is_known), std::uint64_t{0}));
}

TEST_CASE("a file that cannot be removed does not keep others from being removed") {
  VaultFixture fixture;
  std::vector<FilePlace> places;
  for (int i = 0; i < 3; ++i) {
    const SealedFile stored = fixture.store("a rest");
    places.emplace_back(stored.file, stored.day);
  }
  const std::filesystem::path first = fixture.path_of(places.front().file);
  std::filesystem::remove(first);
  std::filesystem::create_directory(first);
  CHECK_FALSE(fixture.vault().remove(places).has_value());
  CHECK(fixture.files_on_disk() == 0);
}

TEST_CASE("a name that is not a file's is not one that the log names") {
  VaultFixture fixture;
  const SealedFile stored = fixture.store("named");
  const std::filesystem::path place = fixture.path_of(stored.file);
  std::filesystem::remove(place);
  SUBCASE("a link") { std::filesystem::create_symlink("nowhere", place); }
  SUBCASE("a folder") { std::filesystem::create_directory(place); }
  const auto found = fixture.vault().survey([](const FilePlace&) { return true; });
  REQUIRE(found);
  CHECK(found->known_files == 0);
  CHECK(found->strangers.size() == 1);
  CHECK(found->rests.empty());
}

TEST_CASE("a file is not an upload's rest once an event has named it") {
  VaultFixture fixture;
  const SealedFile named = fixture.store("named");
  const SealedFile rest = fixture.store("a rest");
  const std::unique_ptr<FileWriter> under_way = fixture.create();
  REQUIRE(fixture.vault().mark_named(named.file, named.day));
  CHECK(mode_of(fixture.path_of(named.file)) == 0600);
  CHECK(mode_of(fixture.path_of(rest.file)) == 01600);
  const auto found = fixture.vault().survey([](const FilePlace&) { return false; });
  REQUIRE(found);
  REQUIRE(found->strangers.size() == 1);
  CHECK(found->strangers[0].file == named.file);
  CHECK(found->rests.size() == 2);
  const auto known = fixture.vault().survey([](const FilePlace&) { return true; });
  REQUIRE(known);
  CHECK(known->known_files == 3);
  CHECK(known->known_new.size() == 2);
  CHECK(holds(fixture.read(named), std::string("named")));
  // Succeeds for a file that was purged in the meantime.
  CHECK(fixture.vault().mark_named(fixture.new_file(), "20200101"));
}

TEST_CASE("the sweep of an empty vault finds nothing, and drops empty folders") {
  VaultFixture fixture;
  const auto none = [](const FilePlace&) { return false; };
  CHECK(holds(sweep_orphans(fixture.vault(), none), std::uint64_t{0}));
  std::filesystem::create_directories(fixture.data() / "files" / "20200101" / "ab");
  std::filesystem::create_directories(fixture.data() / "files" / "20200102");
  CHECK(holds(sweep_orphans(fixture.vault(), none), std::uint64_t{0}));
  CHECK(fixture.folders_on_disk() == 0);
}

TEST_CASE("a process that dies leaves orphans for the next one") {
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
  const auto is_known = [&](const FilePlace& place) { return place.file == stored.file; };
  CHECK(holds(sweep_orphans(fixture.vault(), is_known), std::uint64_t{2}));
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
