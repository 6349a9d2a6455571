#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <map>
#include <set>
#include <thread>

#include "projections/backup/backup_folder.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/key_backup.h"
#include "projections/backup/restore_backup.h"
#include "projections/backup/verify_backup.h"
#include "projections/folder/rebuild.h"
#include "projections/folder/rotation.h"
#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tests/projections/support/held_slots.h"
#include "tests/projections/support/open_folder.h"

// Backups that are made while the folder is in use, and what they restore.
namespace countersign {
namespace {

namespace fs = std::filesystem;

const Actor kClientActor{ActorKind::Client, "svck_acme"};

struct Safe : OpenFolder {
  TempFolder elsewhere;
  OsRandom random;
  std::atomic<bool> stop{false};

  fs::path to() const { return elsewhere.path() / "backups"; }
  fs::path keys_to() const { return elsewhere.path() / "slots"; }
  fs::path restored() const { return elsewhere.path() / "restored"; }

  Result<BackupReport, BackupFault> try_back_up(const fs::path& where,
                                                std::optional<std::uint64_t> keep = {}) {
    return create_backup(data(), {where, keep, &stop});
  }
  BackupReport back_up(std::optional<std::uint64_t> keep = {}) {
    const auto report = try_back_up(to(), keep);
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error().why));
    return *report;
  }
  std::string why_not(const fs::path& where) {
    const auto report = try_back_up(where);
    REQUIRE_FALSE(report.has_value());
    return report.error().why;
  }
  KeyBackupReport back_up_slots() {
    const auto report = back_up_keys(data(), keys_to(), random);
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error().why));
    return *report;
  }
  BackupFindings verdict(std::optional<std::uint32_t> number = {}) {
    const auto checked = verify_backup({.from = to(), .number = number, .key = {}});
    REQUIRE_MESSAGE(checked.has_value(), (checked ? std::string() : checked.error()));
    return *checked;
  }
  bool is_sound(std::optional<std::uint32_t> number = {}) {
    const BackupFindings checked = verdict(number);
    if (checked.damage) MESSAGE(checked.damage->file, ": ", checked.damage->why);
    return checked.ok();
  }
  Result<RestoreReport, std::string> try_restore(std::optional<std::uint32_t> number = {},
                                                 std::optional<fs::path> keys = {}) {
    return restore_backup({to(), number, restored(), std::move(keys), clock.now()}, random);
  }
  // Closes the live folder and continues with the restored one.
  RestoreReport restore(std::optional<std::uint32_t> number,
                        std::optional<fs::path> keys,
                        std::uint8_t master_key = 7) {
    const auto report = try_restore(number, std::move(keys));
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error()));
    close();
    DataFolderOptions with = options(master_key);
    with.path = restored();
    auto opened = try_open(std::move(with));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    adopt(*std::move(opened));
    return *report;
  }

  void erase(std::uint64_t n) {
    const auto report =
        purge_session(data(), session_id(n), kClientActor, RequestId("r-erase"), clock.now());
    REQUIRE(report.has_value());
  }
  const FilesPurged* purge_of(std::uint64_t n, Actor& actor) {
    const auto timeline = queries().timeline(session_id(n));
    REQUIRE(timeline.has_value());
    events_ = *timeline;
    for (const StoredEvent& event : events_) {
      if (const auto* purged = std::get_if<FilesPurged>(&event.recorded.event)) {
        actor = event.recorded.actor;
        return purged;
      }
    }
    return nullptr;
  }
  bool views_are_right() { return !verify(data())->first_difference.has_value(); }

  // Makes backups stop until proceed() is called. They stop when they have the database and would
  // copy the first checkpoint.
  void hold_backups() {
    fs::create_directories(data().path() / "checkpoints");
    REQUIRE(::mkfifo(gate().c_str(), 0600) == 0);
  }
  void wait_for_database() { gate_ = OwnedFd(::open(gate().c_str(), O_WRONLY | O_CLOEXEC)); }
  void proceed() {
    gate_.reset();
    fs::remove(gate());
  }
  fs::path gate() { return data().path() / "checkpoints" / std::string(20, '0'); }

 private:
  OwnedFd gate_;
  std::vector<StoredEvent> events_;
};

// Every file below a folder with its inode and modification time, which change if the file is
// written again.
std::map<std::string, std::pair<ino_t, std::int64_t>> files_in(const fs::path& folder) {
  std::map<std::string, std::pair<ino_t, std::int64_t>> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    struct ::stat status {};
    REQUIRE(::stat(entry.path().c_str(), &status) == 0);
    files[entry.path().lexically_relative(folder).string()] = {status.st_ino,
                                                               status.st_mtim.tv_nsec};
  }
  return files;
}

bool any_file_has(const fs::path& folder, const std::string& bytes) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    if (content_of(entry.path()).find(bytes) != std::string::npos) return true;
  }
  return false;
}

// Whether the vault's file of number `n` is somewhere below the folder.
bool has_stored_file(const fs::path& folder, std::uint64_t n) {
  const auto files = files_in(folder / "files");
  return std::ranges::any_of(
      files, [&](const auto& file) { return file.first.ends_with(to_string(file_id(n))); });
}

// A data folder with another log.
struct Stranger {
  explicit Stranger(Safe& safe) {
    DataFolderOptions with = safe.options();
    with.path = folder.path() / "data";
    data = *safe.try_open(std::move(with));
    const Outcome outcome =
        data->writer().submit_and_wait(registering(client_key("stranger"), safe.clock.now()));
    REQUIRE(std::holds_alternative<Committed>(outcome));
  }
  TempFolder folder;
  std::unique_ptr<DataFolder> data;
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

TEST_CASE_FIXTURE(Safe, "a restored folder is the one that was backed up") {
  capture_and_finalize(1);
  capture(2);
  const Sha256 root(data().log().head().root);
  back_up();
  capture(3);
  const RestoreReport report = restore({}, path());
  CHECK(report.readable == 2);
  CHECK(report.unreadable == 0);
  CHECK(Sha256(data().log().head().root) == root);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
  CHECK(views_are_right());
  CHECK_FALSE(fs::exists(restored() / "RESTORED"));
  // The restored folder continues, also with an upload that was open.
  finalize(2);
  capture_and_finalize(4);
  CHECK(read(4, 4) == "frame of session 4");
  CHECK(is_sound());
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

TEST_CASE_FIXTURE(Safe, "a byte that was changed anywhere in a backup is found") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  back_up();
  std::size_t tried = 0;
  for (const auto& each : files_in(to())) {
    if (each.first == "LOCK") continue;
    CAPTURE(each.first);
    const fs::path file = to() / each.first;
    const std::string whole = content_of(file);
    if (whole.empty()) continue;
    for (const std::size_t at : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
      CAPTURE(at);
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 1);
      std::ofstream(file, std::ios::binary) << changed;
      const auto checked = verify_backup({.from = to(), .number = {}, .key = {}});
      CHECK_FALSE((checked.has_value() && checked->ok()));
      const bool of_pool = each.first.starts_with("files/");
      if (of_pool && checked) CHECK(checked->damage->file == each.first);
      ++tried;
    }
    std::ofstream(file, std::ios::binary) << whole.substr(0, whole.size() - 1);
    const auto cut = verify_backup({.from = to(), .number = {}, .key = {}});
    CHECK_FALSE((cut.has_value() && cut->ok()));
    std::ofstream(file, std::ios::binary) << whole;
  }
  CHECK(tried > 20);
  CHECK(is_sound());
}

TEST_CASE_FIXTURE(Safe, "a damaged backup is not restored") {
  capture_and_finalize(1);
  back_up();
  SUBCASE("a file") {
    for (const auto& [name, mark] : files_in(to() / "files")) {
      std::ofstream(to() / "files" / name, std::ios::binary) << "something else";
    }
  }
  SUBCASE("the database") {
    for (const auto& [name, mark] : files_in(to() / "log" / "shared_checksum")) {
      const std::string whole = content_of(to() / "log" / "shared_checksum" / name);
      std::ofstream(to() / "log" / "shared_checksum" / name, std::ios::binary)
          << whole.substr(0, whole.size() - 1) + '?';
    }
  }
  REQUIRE_FALSE(try_restore({}, path()).has_value());
  DataFolderOptions half = options();
  half.path = restored();
  const auto opened = try_open(std::move(half));
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().find("was not restored to the end") != std::string::npos);
  CHECK(try_restore({}, path()).error().find("not empty") != std::string::npos);
}

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

TEST_CASE_FIXTURE(Safe, "without keys the log is restored, and every session is purged") {
  capture_and_finalize(1);
  capture(2);
  back_up();
  const RestoreReport report = restore({}, {});
  CHECK(report.readable == 0);
  CHECK(report.unreadable == 2);
  Actor actor;
  CHECK(purge_of(1, actor)->reason == PurgeReason::Restore);
  CHECK(purge_of(2, actor)->reason == PurgeReason::Restore);
  CHECK((*queries().session(session_id(2)))->status == SessionStatus::Canceled);
  CHECK(queries().totals()->files_held() == 0);
  CHECK(views_are_right());
  capture_and_finalize(3);
  CHECK(read(3, 3) == "frame of session 3");
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

TEST_CASE_FIXTURE(Safe,
                  "a backup that was made without any file is restored to a log that is served") {
  capture_and_finalize(1);
  back_up_slots();
  fs::remove(find_file(1));
  CHECK(back_up().record.missing == 1);
  restore({}, keys_to());
  CHECK(fs::exists(restored() / "files" / "LOST"));
  // Open the folder again, now that it is like any other folder.
  close();
  DataFolderOptions with = options();
  with.path = restored();
  auto opened = try_open(std::move(with));
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  adopt(*std::move(opened));
  CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
  CHECK_FALSE(read(1, 1).has_value());
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

TEST_CASE_FIXTURE(Safe, "a session under a legal hold is not purged by a restore") {
  capture_and_finalize(1);
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  back_up();
  restore({}, {});
  Actor actor;
  CHECK(purge_of(1, actor) == nullptr);
  CHECK(has_stored_file(restored(), 1));
  CHECK_FALSE(data().session_key(session_id(1)).has_value());
  CHECK(views_are_right());
}

TEST_CASE_FIXTURE(Safe, "keys of another log are not taken for those of this one") {
  capture_and_finalize(1);
  back_up();
  const auto refused = [&](const fs::path& keys) {
    const auto report = try_restore({}, keys);
    REQUIRE_FALSE(report.has_value());
    return report.error();
  };
  SUBCASE("a data folder") {
    const Stranger stranger(*this);
    CHECK(refused(stranger.data->path()).find("the keys of another log") != std::string::npos);
  }
  SUBCASE("a data folder that has lost its log") {
    Stranger stranger(*this);
    const fs::path folder = stranger.data->path();
    stranger.data.reset();
    fs::remove_all(folder / "log");
    CHECK(refused(folder).find("not the keys of this log") != std::string::npos);
  }
  SUBCASE("a folder that has none") {
    CHECK(refused(elsewhere.path()).find("is neither a copy of keys") != std::string::npos);
  }
  SUBCASE("a backup of keys, which says whose they are") {
    const Stranger stranger(*this);
    REQUIRE(back_up_keys(*stranger.data, keys_to(), random).has_value());
    CHECK(refused(keys_to()).find("the keys of another log") != std::string::npos);
    const auto over = back_up_keys(data(), keys_to(), random);
    REQUIRE_FALSE(over.has_value());
    CHECK(over.error().refused);
  }
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

  restore({}, path());
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

TEST_CASE_FIXTURE(Safe, "a backup that was given up is none, and the next one clears it away") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  capture_and_finalize(3);
  hold_backups();
  auto backup = std::async(std::launch::async, [&] { return try_back_up(to()); });
  wait_for_database();
  stop = true;
  proceed();
  const auto report = backup.get();
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().why.find("shutting down") != std::string::npos);
  CHECK(list_backups(to())->records.size() == 1);
  CHECK(is_sound());
  // Files that a crash would leave in addition.
  const FilePlace place(file_id(77), "20200101");
  const fs::path leftover = to() / "files" / place.path();
  fs::create_directories(leftover.parent_path());
  std::ofstream(leftover) << "a part";
  std::ofstream(leftover.string() + ".new") << "a part";
  // A file that no backup can have made belongs to somebody else.
  const fs::path foreign = to() / "files" / place.day / "notes.txt";
  std::ofstream(foreign) << "somebody's";
  stop = false;
  const BackupReport second = back_up();
  CHECK(second.record.number == 2);
  CHECK(second.record.files == 3);
  CHECK_FALSE(fs::exists(leftover));
  CHECK_FALSE(fs::exists(leftover.string() + ".new"));
  CHECK(content_of(foreign) == "somebody's");
  CHECK_FALSE(fs::exists(to() / "UNFINISHED"));
  CHECK(is_sound(1));
  CHECK(is_sound(2));
}

TEST_CASE_FIXTURE(Safe, "backups whose manifests are lost are not cleared away") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  back_up();
  const fs::path manifests = to() / "manifests";
  const fs::path kept = elsewhere.path() / "kept";
  SUBCASE("all of them") { fs::rename(manifests, kept); }
  SUBCASE("all of them, and a backup was being made") {
    std::ofstream(to() / "UNFINISHED") << "2\n";
    fs::rename(manifests, kept);
  }
  SUBCASE("all of them, and a backup of an earlier version was being made") {
    std::ofstream(to() / "UNFINISHED") << "";
    fs::rename(manifests, kept);
  }
  SUBCASE("one of them") {
    fs::create_directory(kept);
    for (const char* number : {"0000000001", "0000000002"}) {
      fs::copy(manifests / number, kept / number);
    }
    fs::remove(manifests / "0000000001");
  }
  SUBCASE("with their databases") {
    fs::rename(manifests, kept);
    fs::rename(to() / "log", elsewhere.path() / "log");
  }
  SUBCASE("the newest, and a backup of an earlier version was being made") {
    std::ofstream(to() / "UNFINISHED") << "";
    fs::create_directory(kept);
    for (const char* number : {"0000000001", "0000000002"}) {
      fs::copy(manifests / number, kept / number);
    }
    fs::remove(manifests / "0000000002");
  }
  SUBCASE("the oldest, and a backup was being made") {
    std::ofstream(to() / "UNFINISHED") << "2\n";
    fs::create_directory(kept);
    for (const char* number : {"0000000001", "0000000002"}) {
      fs::copy(manifests / number, kept / number);
    }
    fs::remove(manifests / "0000000001");
  }
  const auto files_before = files_in(to() / "files");
  CHECK(why_not(to()).find("has lost manifests") != std::string::npos);
  CHECK(files_in(to() / "files") == files_before);
  if (fs::exists(elsewhere.path() / "log")) {
    fs::remove_all(to() / "log");
    fs::rename(elsewhere.path() / "log", to() / "log");
  }
  fs::remove_all(manifests);
  fs::rename(kept, manifests);
  CHECK(is_sound(1));
  CHECK(is_sound(2));
  CHECK(back_up().record.number == 3);
}

TEST_CASE_FIXTURE(Safe, "a folder that an earlier version left unfinished is gone on with") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  back_up();
  const auto leave = [&](const char* mark) { std::ofstream(to() / "UNFINISHED") << mark; };
  const fs::path third = to() / "manifests" / "0000000003";
  std::uint64_t backups = 2;
  SUBCASE("with all manifests") { leave(""); }
  SUBCASE("with all manifests, by a version that wrote a number") { leave("2\n"); }
  SUBCASE("with a backup that was finished, and the mark still there") { leave("1\n"); }
  SUBCASE("with a database whose manifest was begun") {
    back_up();
    fs::rename(third, third.string() + ".new");
    leave("");
  }
  SUBCASE("with a database that was not finished") {
    back_up();
    fs::remove(third);
    SUBCASE("by what the mark says") { leave("2\n"); }
    SUBCASE("by what the operator was told to write") {
      leave("");
      CHECK(why_not(to()).find("write 2 into that file") != std::string::npos);
      leave("2\n");
    }
  }
  SUBCASE("with a database that was being dropped") {
    fs::remove(to() / "manifests" / "0000000001");
    leave("1\n");
    backups = 1;
  }
  capture_and_finalize(3);
  CHECK(back_up().record.number >= 3);
  CHECK(list_backups(to())->records.size() == backups + 1);
  CHECK_FALSE(fs::exists(to() / "UNFINISHED"));
  CHECK(is_sound(2));
  CHECK(is_sound());
}

TEST_CASE_FIXTURE(Safe, "a first backup that was not finished is begun anew") {
  capture_and_finalize(1);
  back_up();
  const fs::path first = to() / "manifests" / "0000000001";
  SUBCASE("by this version") {
    std::ofstream(to() / "UNFINISHED") << "0\n";
    SUBCASE("with its database") { fs::remove(first); }
    SUBCASE("without its database") {
      fs::remove(first);
      fs::remove(to() / "log" / "meta" / "1");
    }
  }
  SUBCASE("by an earlier version") {
    std::ofstream(to() / "UNFINISHED") << "";
    fs::rename(first, first.string() + ".new");
    SUBCASE("with its database") {}
    SUBCASE("without its database") { fs::remove(to() / "log" / "meta" / "1"); }
  }
  back_up();
  CHECK(is_sound());
  CHECK(list_backups(to())->records.size() == 1);
}

TEST_CASE_FIXTURE(Safe, "a backup is not dropped by the run that made it") {
  for (std::uint64_t n = 1; n <= 5; ++n) {
    capture_and_finalize(n);
    back_up(3);
  }
  const auto numbers = [&] {
    std::vector<std::uint32_t> found;
    const auto list = list_backups(to());
    REQUIRE(list.has_value());
    for (const BackupRecord& record : list->records) found.push_back(record.number);
    return found;
  };
  REQUIRE(numbers() == std::vector<std::uint32_t>{3, 4, 5});
  const fs::path log = to() / "log";
  const fs::path kept = elsewhere.path() / "log";
  SUBCASE("with all databases lost") { fs::rename(log, kept); }
  SUBCASE("with the newest lost") {
    fs::copy(log, kept, fs::copy_options::recursive);
    fs::remove(log / "meta" / "5");
  }
  SUBCASE("with the oldest lost, while a backup was being made") {
    fs::copy(log, kept, fs::copy_options::recursive);
    fs::remove(log / "meta" / "3");
    std::ofstream(to() / "UNFINISHED") << "5\n";
  }
  for (int i = 0; i < 2; ++i) {
    const auto report = try_back_up(to(), 3);
    REQUIRE_FALSE(report.has_value());
    CHECK(report.error().refused);
    CHECK(report.error().why.find("has lost databases") != std::string::npos);
    CHECK(numbers() == std::vector<std::uint32_t>{3, 4, 5});
  }
  fs::remove_all(log);
  fs::rename(kept, log);
  for (const std::uint32_t number : numbers()) CHECK(is_sound(number));
  CHECK(back_up(1).record.number == 6);
  CHECK(numbers() == std::vector<std::uint32_t>{6});
  CHECK(is_sound());
}

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
    CHECK(report.error().why.find("damaged, or were written with another master key: " +
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
  CHECK(report.error().why.find("1 key slots are missing in") != std::string::npos);
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
  CHECK(why.find("1 key slots are missing in") != std::string::npos);
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
    CHECK(refused().find("1 key slots are missing in") != std::string::npos);
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

TEST_CASE_FIXTURE(Safe, "sessions whose keys are lost after a restore are not purged") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  back_up();
  back_up_slots();
  erase(2);
  const auto report = try_restore({}, path());
  REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error()));
  CHECK(report->unreadable == 0);
  fs::remove_all(restored());
  const auto again = try_restore({}, keys_to());
  REQUIRE_MESSAGE(again.has_value(), (again ? std::string() : again.error()));
  CHECK(again->unreadable == 0);
  close();
  const auto start = [&] {
    DataFolderOptions with = options();
    with.path = restored();
    return try_open(std::move(with));
  };
  std::vector<fs::path> lost;
  for (const auto& entry : fs::directory_iterator(restored() / "keys")) {
    if (entry.path().filename() != to_string(kServiceSlot)) lost.push_back(entry.path());
  }
  const fs::path kept = elsewhere.path() / "lost";
  fs::create_directory(kept);
  for (const fs::path& file : lost) fs::rename(file, kept / file.filename());
  const auto refused = start();
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("2 sessions have lost the key") != std::string::npos);
  for (const fs::path& file : lost) fs::rename(kept / file.filename(), file);
  auto opened = start();
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  adopt(*std::move(opened));
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Safe, "a backup stays in its folder when another takes the folder's path") {
  capture_and_finalize(1);
  back_up();
  auto folder = BackupFolder::open(to(), LogBackups::Access::Write);
  REQUIRE_MESSAGE(folder.has_value(), (folder ? std::string() : folder.error()));
  const fs::path moved = elsewhere.path() / "moved";
  const fs::path victim = elsewhere.path() / "victim";
  fs::create_directories(victim / "log" / "private" / "9");
  fs::create_directories(victim / "log" / "shared_checksum");
  std::ofstream(victim / "log" / "shared_checksum" / "notes.txt") << "somebody's";
  fs::rename(to(), moved);
  fs::create_directory_symlink(victim, to());
  const auto number = folder->log().create(data().log(), [] { return std::nullopt; });
  REQUIRE_MESSAGE(number.has_value(), (number ? std::string() : number.error()));
  CHECK(*number == 2);
  CHECK_FALSE(folder->clear());
  CHECK(fs::exists(moved / "log" / "meta" / "1"));
  CHECK_FALSE(fs::exists(moved / "log" / "meta" / "2"));  // it has no manifest
  CHECK(content_of(victim / "log" / "shared_checksum" / "notes.txt") == "somebody's");
  CHECK(fs::exists(victim / "log" / "private" / "9"));
  CHECK_FALSE(fs::exists(victim / "log" / "meta"));
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

TEST_CASE_FIXTURE(Safe, "a restore writes into the folder that it made, whoever takes its path") {
  capture_and_finalize(1);
  back_up();
  back_up_slots();
  const fs::path victim = elsewhere.path() / "victim";
  fs::create_directories(victim / "log");
  fs::create_directories(victim / "keys");
  std::ofstream(victim / "log" / "ANCHOR") << "another's";
  std::ofstream(victim / "MASTER-KEY-ID") << "another's";
  // An attacker who waits for the marker file of the restore, and then takes the folder's place.
  bool swapped = false;
  for (int attempt = 0; attempt < 20 && !swapped; ++attempt) {
    std::atomic<bool> over{false};
    auto restoring = std::async(std::launch::async, [&] {
      const auto report = try_restore({}, keys_to());
      const bool whole = report.has_value();
      over = true;
      return whole;
    });
    while (!over && !fs::exists(restored() / "RESTORED")) std::this_thread::yield();
    const fs::path moved = elsewhere.path() / ("moved" + std::to_string(attempt));
    fs::rename(restored(), moved);
    fs::create_directory_symlink(victim, restored());
    swapped = !over;
    CHECK(restoring.get());
    CHECK(fs::exists(moved / "MASTER-KEY-ID"));
    fs::remove(restored());
  }
  CHECK(swapped);
  CHECK(content_of(victim / "log" / "ANCHOR") == "another's");
  CHECK(content_of(victim / "MASTER-KEY-ID") == "another's");
  CHECK(fs::is_empty(victim / "keys"));
  CHECK_FALSE(fs::exists(victim / "RESTORED"));
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
  const auto mixed = create_backup(*stranger.data, {to(), {}, nullptr});
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

TEST_CASE_FIXTURE(Safe, "a backup from before a rotation opens with the master key of today") {
  capture_and_finalize(1);
  back_up();
  back_up_slots();
  const auto rotated = rotate_master_key(data(),
                                         options(9).master_key,
                                         LostSlots::Refuse,
                                         kClientActor,
                                         RequestId("r-rotate"),
                                         clock.now());
  REQUIRE(rotated.has_value());
  const KeyBackupReport mirrored = back_up_slots();
  CHECK(mirrored.written == mirrored.slots);
  CHECK(back_up_slots().written == 0);
  restore({}, keys_to(), 9);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(views_are_right());
}

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
  const auto report = create_backup(**opened, {to(), {}, nullptr});
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().refused);
  CHECK_FALSE(fs::exists(to()));
}

}  // namespace
}  // namespace countersign
