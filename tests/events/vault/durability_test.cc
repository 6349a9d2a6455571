#include <doctest/doctest.h>
#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/events/support/disk_faults.h"
#include "tests/events/vault/vault_fixture.h"

namespace countersign::durability_test {

using Paths = std::vector<std::string>;

FileId in_bucket(VaultFixture& fixture, std::uint8_t bucket) {
  Uuid id = fixture.new_file().value();
  id[0] = bucket;
  return FileId(id);
}

// The path of a file that has no place yet.
std::string new_path(VaultFixture& fixture, const FileId& file) {
  return fixture.new_folder() / fixture.place_of(file).new_name();
}

TEST_CASE("appending and sealing sync nothing, and a commit syncs the file and each new folder") {
  VaultFixture fixture;
  DiskFaults disk;
  const FileId file = in_bucket(fixture, 0xab);
  const auto writer = fixture.create(file);
  REQUIRE(writer->append(bytes_like_an_image(300'000)));
  REQUIRE(writer->seal());
  CHECK(disk.synced().empty());

  REQUIRE(writer->commit());
  const std::filesystem::path path = fixture.path_of(file);
  const std::filesystem::path files = fixture.data() / "files";
  // The name among the new files is durable before the file has its place.
  CHECK(disk.synced() == Paths{new_path(fixture, file),
                               fixture.new_folder(),
                               path.parent_path(),
                               files / fixture.day,
                               files});
}

TEST_CASE("a second file in a folder costs three syncs, or two if it is of the same submission") {
  VaultFixture fixture;
  DiskFaults disk;
  fixture.store("first", in_bucket(fixture, 0xab));
  disk.forget();
  const FileId second = in_bucket(fixture, 0xab);
  fixture.store("second", second);
  const std::string bucket = fixture.path_of(second).parent_path();
  CHECK(disk.synced() == Paths{new_path(fixture, second), fixture.new_folder(), bucket});

  const auto third = fixture.create(in_bucket(fixture, 0xab));
  const auto fourth = fixture.create(in_bucket(fixture, 0xab));
  for (const auto& writer : {third.get(), fourth.get()}) {
    REQUIRE(writer->append("bytes"));
    REQUIRE(writer->seal());
  }
  REQUIRE(third->commit());
  disk.forget();
  REQUIRE(fourth->commit());
  CHECK(disk.synced() == Paths{new_path(fixture, fourth->file()), bucket});
}

TEST_CASE("a folder that an earlier process made is synced again, since that one may have died") {
  VaultFixture fixture;
  fixture.store("first", in_bucket(fixture, 0xab));
  fixture.reopen();
  DiskFaults disk;
  fixture.store("second", in_bucket(fixture, 0xab));
  CHECK(disk.synced().size() == 5);
}

TEST_CASE("a folder that was dropped and made again is synced again") {
  VaultFixture fixture;
  const SealedFile first = fixture.store("first", in_bucket(fixture, 0xab));
  REQUIRE(fixture.vault().remove(first.file, first.day));
  REQUIRE(fixture.vault().sync_day(first.day));
  DiskFaults disk;
  fixture.store("second", in_bucket(fixture, 0xab));
  CHECK(disk.synced().size() == 5);
}

TEST_CASE("a sync that fails fails the commit for good, and the file does not stay") {
  VaultFixture fixture;
  const Paths stages = {"/new/", "/new", "/ab", fixture.day, "/files"};
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const auto writer = fixture.create(in_bucket(fixture, 0xab));
    REQUIRE(writer->append("bytes"));
    REQUIRE(writer->seal());
    DiskFaults disk;
    disk.fail_sync = [&, left = stage](const std::string&) mutable {
      return left-- == 0 ? EIO : 0;
    };
    CHECK(error_of(writer->commit()) == VaultError::Io);
    CHECK(disk.synced().size() == stage + 1);
    CHECK(error_of(writer->commit()) == VaultError::Io);
    CHECK(writer->reader().has_value() == false);
    CHECK(disk.synced().size() == stage + 1);
    writer->discard();
    CHECK(fixture.files_on_disk() == 0);
  }
}

TEST_CASE(
    "a removal is durable only after the sync of its folder, which is tried again if it failed") {
  VaultFixture fixture;
  const SealedFile gone = fixture.store("gone", in_bucket(fixture, 0xab));
  fixture.store("stays", in_bucket(fixture, 0xab));
  fixture.store("elsewhere", in_bucket(fixture, 0xcd));
  const std::string bucket = fixture.path_of(gone.file).parent_path();
  DiskFaults disk;
  REQUIRE(fixture.vault().remove(gone.file, gone.day));
  CHECK(disk.synced().empty());
  disk.fail_sync = [](const std::string&) { return EIO; };
  CHECK(error_of(fixture.vault().sync_day(gone.day)) == VaultError::Io);
  disk.fail_sync = nullptr;
  disk.forget();
  CHECK(fixture.vault().sync_day(gone.day));
  CHECK(disk.synced() == Paths{bucket});
  CHECK(fixture.vault().sync_day(gone.day));
  CHECK(disk.synced() == Paths{bucket});
}

TEST_CASE("a removal that an earlier process may not have synced is synced when it is repeated") {
  VaultFixture fixture;
  const SealedFile gone = fixture.store("gone", in_bucket(fixture, 0xab));
  fixture.store("stays", in_bucket(fixture, 0xab));
  REQUIRE(fixture.vault().remove(gone.file, gone.day));
  fixture.reopen();
  DiskFaults disk;
  REQUIRE(fixture.vault().remove(gone.file, gone.day));
  REQUIRE(fixture.vault().sync_day(gone.day));
  CHECK(disk.synced() == Paths{fixture.path_of(gone.file).parent_path()});
}

TEST_CASE("a file that no event names keeps its name among the new files until its place is gone") {
  VaultFixture fixture;
  const SealedFile rest = fixture.store("a rest", in_bucket(fixture, 0xab));
  DiskFaults disk;
  disk.fail_sync = [](const std::string&) { return EIO; };
  CHECK(error_of(fixture.vault().remove_unnamed(rest.file, rest.day)) == VaultError::Io);
  CHECK(fixture.new_files() == 1);
  disk.fail_sync = nullptr;
  disk.forget();
  CHECK(fixture.vault().remove_unnamed(rest.file, rest.day));
  CHECK(fixture.new_files() == 0);
  CHECK(disk.synced().size() <= 1);  // the folder, unless it was dropped
}

TEST_CASE("a name among the new files is durable before it replaces a mark of version 0.2.0") {
  VaultFixture fixture;
  const SealedFile rest = fixture.store("a rest", in_bucket(fixture, 0xab));
  REQUIRE(fixture.vault().mark_named(rest.file, rest.day));
  const std::filesystem::path path = fixture.path_of(rest.file);
  std::filesystem::permissions(
      path, std::filesystem::perms::sticky_bit, std::filesystem::perm_options::add);
  DiskFaults disk;
  disk.fail_sync = [](const std::string&) { return EIO; };
  FileStore& store = fixture.vault().store();
  const FilePlace place = fixture.place_of(rest.file);
  CHECK(error_of(store.replace_old_mark(place, false)) == VaultError::Io);
  CHECK(store.bears_old_mark(place));
  disk.fail_sync = nullptr;
  disk.forget();
  REQUIRE(store.replace_old_mark(place, false));
  CHECK(disk.synced() == Paths{fixture.new_folder()});
  CHECK_FALSE(store.bears_old_mark(place));
}

TEST_CASE("a disk that gets full is Full at every write, and nothing is left") {
  VaultFixture fixture;
  constexpr int kWrites = 3;  // two whole buffers, and the rest at seal()
  for (int stage = 0; stage < kWrites; ++stage) {
    DiskFaults disk;
    disk.fail_write = [left = stage](int) mutable { return left-- == 0 ? ENOSPC : 0; };
    const auto writer = fixture.create();
    const auto appended = writer->append(bytes_like_an_image(600'000));
    if (!appended) {
      CHECK(appended.error() == VaultError::Full);
      CHECK(error_of(writer->append("more")) == VaultError::Full);
    }
    CHECK(error_of(writer->seal()) == VaultError::Full);
    CHECK(error_of(writer->commit()) == VaultError::Full);
    writer->discard();
    CHECK(fixture.files_on_disk() == 0);
  }
}

TEST_CASE("a disk that fails is Io") {
  VaultFixture fixture;
  DiskFaults disk;
  disk.fail_write = [](int) { return EIO; };
  const auto writer = fixture.create();
  REQUIRE(writer->append("bytes"));
  CHECK(error_of(writer->seal()) == VaultError::Io);
}

TEST_CASE("writes that are interrupted or short are carried on") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(600'000);
  DiskFaults disk;
  disk.write_limit_bytes = 3 * 4096;
  disk.fail_write = [calls = 0](int) mutable { return ++calls % 3 == 0 ? EINTR : 0; };
  CHECK(holds(fixture.read(fixture.store(plain)), plain));
}

TEST_CASE("where direct I/O is refused at the first write the page cache serves") {
  VaultFixture fixture;
  const std::string plain = bytes_like_an_image(600'000);
  DiskFaults disk;
  disk.fail_write = [](int descriptor) {
    return (::fcntl(descriptor, F_GETFL) & O_DIRECT) != 0 ? EINVAL : 0;
  };
  CHECK(holds(fixture.read(fixture.store(plain)), plain));
}

TEST_CASE("four commits are at the disk at the same time, and never a fifth") {
  VaultFixture fixture;
  constexpr std::size_t kWriters = 12;
  std::vector<std::unique_ptr<FileWriter>> writers;
  for (std::size_t i = 0; i < kWriters; ++i) {
    writers.push_back(fixture.create(in_bucket(fixture, static_cast<std::uint8_t>(i))));
    REQUIRE(writers.back()->append("bytes"));
    REQUIRE(writers.back()->seal());
  }
  // A commit into a new folder begins with the sync of its file and ends with the sync of the root
  // folder. The first four commits wait for each other in the sync of their file.
  std::mutex mutex;
  std::condition_variable changed;
  int begun = 0;
  int inside = 0;
  int most = 0;
  bool four_met = false;
  DiskFaults disk;
  disk.fail_sync = [&](const std::string& path) {
    std::unique_lock lock(mutex);
    if (path.ends_with("/files")) --inside;
    if (!std::filesystem::is_regular_file(path)) return 0;
    most = std::max(most, ++inside);
    ++begun;
    changed.notify_all();
    const bool met = changed.wait_for(lock, std::chrono::seconds(20), [&] { return begun >= 4; });
    four_met = met;
    return 0;
  };
  std::vector<std::thread> threads;
  std::atomic<int> committed{0};
  for (const auto& writer : writers) {
    threads.emplace_back([&] { committed += writer->commit().has_value(); });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(committed == static_cast<int>(kWriters));
  CHECK(four_met);
  CHECK(most == 4);
}

}  // namespace countersign::durability_test
