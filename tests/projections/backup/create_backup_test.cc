#include "projections/backup/create_backup.h"

#include <doctest/doctest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "projections/retention/sweep.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests what a backup copies, also from a folder in use, and which places it refuses.
namespace countersign::create_backup_test {

namespace fs = std::filesystem;

// A small file system for backups if the tests may mount one. Otherwise the test uses up the
// reserve of the disk that holds the data.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& folder) : folder_(folder) {
    fs::create_directories(folder);
    mounted_ = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1m,mode=0700") == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

TEST_CASE_FIXTURE(Safe, "a second backup copies only what is new") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const BackupReport first = back_up();
  CHECK(first.record.number == 1);
  CHECK(first.record.sequence == queries().head());
  CHECK(first.record.sessions == 2);
  CHECK(first.record.files == 2);
  CHECK(first.record.copied_files == 2);
  const auto before_files = files_in(to() / "files");
  const auto before_tables = files_in(to() / "log" / "shared_checksum");
  REQUIRE(before_files.size() == 2);
  REQUIRE_FALSE(before_tables.empty());

  capture_and_finalize(3);
  const BackupReport second = back_up();
  CHECK(second.record.number == 2);
  CHECK(second.record.files == 3);
  CHECK(second.record.copied_files == 1);
  CHECK(second.record.copied_bytes == second.record.bytes / 3);
  const auto after_files = files_in(to() / "files");
  const auto after_tables = files_in(to() / "log" / "shared_checksum");
  CHECK(after_files.size() == 3);
  for (const auto& [name, mark] : before_files) CHECK(after_files.at(name) == mark);
  for (const auto& [name, mark] : before_tables) CHECK(after_tables.at(name) == mark);
  CHECK(after_tables.size() > before_tables.size());
  CHECK(is_sound(1));
  CHECK(is_sound(2));
  const auto list = list_backups(to());
  REQUIRE(list.has_value());
  REQUIRE(list->records.size() == 2);
  CHECK(list->records.front() == first.record);
  CHECK(list->records.back() == second.record);
}

TEST_CASE_FIXTURE(Safe, "no key is in a backup") {
  capture_and_finalize(1);
  back_up();
  for (const auto& entry : fs::directory_iterator(path() / "keys")) {
    CHECK_FALSE(any_file_has(to(), content_of(entry.path()).substr(20, 100)));
    CHECK_FALSE(any_file_has(to(), "CSIGKEY"));
  }
  for (const auto& [name, mark] : files_in(to())) {
    CHECK_FALSE(parse_key_slot_id(fs::path(name).filename().string()).has_value());
  }
  CHECK_FALSE(any_file_has(to(), "frame of session 1"));
}

TEST_CASE_FIXTURE(Safe, "a stored file that was cut short is missing in the backup, and is said") {
  for (std::uint64_t n = 1; n <= 2; ++n) capture_and_finalize(n);
  const fs::path file = find_file(1);
  const auto size = fs::file_size(file);
  fs::resize_file(file, size / 2);
  const BackupReport report = back_up();
  CHECK(report.record.missing == 1);
  CHECK(report.record.files == 1);
  CHECK_FALSE(report.complete());
}

TEST_CASE_FIXTURE(Safe, "files that are purged while a backup is made are known not to be in it") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  clock.advance(kMinute);
  capture_and_finalize(3);
  clock.advance(kDay);
  capture_and_finalize(4);  // under a key of another day
  hold_backups();
  auto backup = std::async(std::launch::async, [&] { return try_back_up(to()); });
  wait_for_database();
  SUBCASE("by request") { erase(1); }
  SUBCASE("by a sweep, that leaves the day's key for others") {
    clock.advance(29 * kDay - kMinute + Duration(1));
    SweepOptions with;
    with.now = clock.now();
    const auto swept = sweep(data(), with);
    REQUIRE(swept.has_value());
    REQUIRE(swept->purged_sessions == 2);
  }
  SUBCASE("by nobody, so that it is damage") { fs::remove(find_file(1)); }
  const bool damaged = (*queries().session(session_id(1)))->purged_at == std::nullopt;
  const std::uint64_t left = 4 - (damaged ? 1 : queries().totals()->sessions_purged);
  proceed();
  const auto report = backup.get();
  REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error().why));
  CHECK(report->record.sessions == 4);  // in the backup's log
  CHECK(report->record.files == left);
  CHECK(report->record.missing == (damaged ? 1 : 0));
  CHECK(report->complete() == !damaged);
  CHECK(is_sound());

  const RestoreReport counts = restore({}, path());
  CHECK(counts.erased == (damaged ? 0 : 4 - left));
  CHECK(counts.readable == 4 - counts.erased);
  CHECK(counts.unreadable == 0);
  Actor actor;
  CHECK((purge_of(1, actor) != nullptr) == !damaged);
  CHECK_FALSE(has_stored_file(restored(), 1));
  CHECK(read(3, 3).has_value() == (purge_of(3, actor) == nullptr));
  CHECK(read(4, 4) == "frame of session 4");
  CHECK(views_are_right());
}

TEST_CASE_FIXTURE(Safe, "backups, captures, erasures and sweeps at once") {
  constexpr std::uint64_t kSessions = 20;
  for (std::uint64_t n = 1; n <= kSessions; ++n) capture_and_finalize(n);
  clock.advance(kDay);
  for (std::uint64_t n = kSessions + 1; n <= 2 * kSessions; ++n) capture_and_finalize(n);
  std::thread eraser([&] {
    for (std::uint64_t n = 1; n <= kSessions; n += 2) erase(n);
  });
  std::thread device([&] {
    for (std::uint64_t n = 2 * kSessions + 1; n <= 4 * kSessions; ++n) capture_and_finalize(n);
  });
  std::vector<BackupRecord> records;
  for (int i = 0; i < 5; ++i) records.push_back(back_up().record);
  eraser.join();
  device.join();
  records.push_back(back_up().record);
  for (const BackupRecord& record : records) {
    CAPTURE(record.number);
    CHECK(record.missing == 0);
    CHECK(is_sound(record.number));
  }
  restore(records[2].number, path());
  CHECK(views_are_right());
  std::uint64_t readable = 0;
  for (std::uint64_t n = 1; n <= 4 * kSessions; ++n) {
    const auto session = queries().session(session_id(n));
    REQUIRE(session.has_value());
    if (!*session || (*session)->files.empty() || (*session)->purged_at) continue;
    CAPTURE(n);
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
    ++readable;
  }
  CHECK(readable >= kSessions);
}

TEST_CASE_FIXTURE(Safe, "a folder in which a backup is being made is refused to others") {
  capture_and_finalize(1);
  back_up();
  hold_backups();
  auto backup = std::async(std::launch::async, [&] { return try_back_up(to()); });
  wait_for_database();
  CHECK(why_not(to()).find("in use") != std::string::npos);
  const auto list = list_backups(to());
  REQUIRE_FALSE(list.has_value());
  CHECK(list.error().find("in use") != std::string::npos);
  proceed();
  CHECK(backup.get().has_value());
  CHECK(list_backups(to())->records.size() == 2);
}

TEST_CASE_FIXTURE(Safe,
                  "a place that is wrong for a backup is refused, and nothing is written there") {
  capture(1);
  CHECK(why_not(path() / "backups").find("contains it") != std::string::npos);
  CHECK(why_not(path().parent_path()).find("contains it") != std::string::npos);
  back_up_slots();
  CHECK(why_not(keys_to() / "data").find("has keys") != std::string::npos);
  CHECK_FALSE(back_up_keys(data(), path() / "k", random).has_value());
  back_up();
  CHECK(why_not(to() / "files").find("another folder of backups") != std::string::npos);
  const auto beside = back_up_keys(data(), to() / "keys", random);
  REQUIRE_FALSE(beside.has_value());
  CHECK(beside.error().why.find("apart from them") != std::string::npos);
  const fs::path full = elsewhere.path() / "full";
  fs::create_directories(full / "something");
  CHECK(why_not(full).find("is not empty") != std::string::npos);
  CHECK_FALSE(fs::exists(full / "LOCK"));
  const fs::path file = elsewhere.path() / "file";
  std::ofstream(file) << "x";
  CHECK(why_not(file).find("is not a folder") != std::string::npos);
  CHECK(why_not(file / "below").find("cannot make") != std::string::npos);
  CHECK_FALSE(fs::exists(path() / "backups"));
  const Stranger stranger(*this);
  const auto mixed = create_backup(*stranger.data, {to()});
  REQUIRE_FALSE(mixed.has_value());
  CHECK(mixed.error().why.find("another log") != std::string::npos);
}

TEST_CASE_FIXTURE(Safe, "a log that was rolled back is not backed up over its future") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  back_up();
  restore(1, path());
  CHECK(why_not(to()).find("rolled back") != std::string::npos);
  capture_and_finalize(3);
  capture_and_finalize(4);
  CHECK(why_not(to()).find("rolled back") != std::string::npos);
  CHECK(list_backups(to())->records.size() == 2);
}

TEST_CASE_FIXTURE(Safe, "older backups are dropped with what only they need") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  back_up();
  erase(1);
  const BackupReport third = back_up(2);
  CHECK(third.dropped == 1);
  CHECK(list_backups(to())->records.front().number == 2);
  CHECK(has_stored_file(to(), 1));  // backup 2 still has it
  CHECK(is_sound(2));
  const BackupReport fourth = back_up(1);
  CHECK(fourth.dropped == 2);
  CHECK_FALSE(has_stored_file(to(), 1));
  CHECK(has_stored_file(to(), 2));
  CHECK(is_sound());
  restore({}, path());
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Safe, "a backup beside the data leaves the reserve free") {
  capture_and_finalize(1);
  close();
  DataFolderOptions tight = options();
  tight.reserve_bytes = fs::space(path()).available + (1ull << 30);
  adopt(*try_open(std::move(tight)));
  CHECK(why_not(path().parent_path() / "beside").find("--reserve-bytes") != std::string::npos);
  CHECK(list_backups(path().parent_path() / "beside")->records.empty());
}

TEST_CASE_FIXTURE(Safe, "a disk that is full ends a backup, and those before it stay") {
  const SmallDisk disk(to());
  capture_and_finalize(1);
  back_up();
  create(2);
  commit(challenging(session_id(2), Step::Liveness, 2, clock.now()));
  const StoredFile large = store(2, 2, std::string(2 << 20, 'x'));
  commit(sending_frames(session_id(2), 2, {large}, clock.now()));
  finalize(2);
  if (!disk.mounted()) {
    close();
    DataFolderOptions tight = options();
    tight.reserve_bytes = fs::space(path()).available + (1ull << 30);
    adopt(*try_open(std::move(tight)));
  }
  for (int i = 0; i < 3; ++i) {
    const std::string why = why_not(to());
    CHECK(why.find(disk.mounted() ? "No space left" : "--reserve-bytes") != std::string::npos);
    CHECK(list_backups(to())->records.size() == 1);
    CHECK(is_sound());
  }
  reopen();
  erase(2);
  CHECK(back_up().record.files == 1);
  CHECK(list_backups(to())->records.size() == 2);
  CHECK(files_in(to() / "files").size() == 1);
  CHECK(is_sound());
}

TEST_CASE_FIXTURE(Safe, "an empty log is not backed up") {
  TempFolder empty;
  DataFolderOptions with = options();
  with.path = empty.path() / "data";
  const auto opened = try_open(std::move(with));
  REQUIRE(opened.has_value());
  const auto report = create_backup(**opened, {to()});
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().refused);
  CHECK_FALSE(fs::exists(to()));
}

}  // namespace countersign::create_backup_test
