#pragma once
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/key_backup.h"
#include "projections/backup/restore_backup.h"
#include "projections/backup/verify_backup.h"
#include "projections/folder/rebuild.h"
#include "projections/retention/purge.h"
#include "tests/projections/support/held_slots.h"
#include "tests/projections/support/open_folder.h"

namespace countersign {

// A data folder, with places for its backups, the copies of its keys and what is restored.
struct Safe : OpenFolder {
  explicit Safe(std::string_view begun_by = {}) : OpenFolder(begun_by) {}

  TempFolder elsewhere;
  OsRandom random;
  std::atomic<bool> stop{false};

  std::filesystem::path to() const { return elsewhere.path() / "backups"; }
  std::filesystem::path keys_to() const { return elsewhere.path() / "slots"; }
  std::filesystem::path restored() const { return elsewhere.path() / "restored"; }

  Result<BackupReport, BackupFault> try_back_up(const std::filesystem::path& where,
                                                std::optional<std::uint64_t> keep = {}) {
    return create_backup(data(), {where, keep, GivenUp([this] { return stop.load(); })});
  }
  BackupReport back_up(std::optional<std::uint64_t> keep = {}) {
    const auto report = try_back_up(to(), keep);
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error().why));
    return *report;
  }
  std::string why_not(const std::filesystem::path& where) {
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
                                                 std::optional<std::filesystem::path> keys = {}) {
    return restore_backup({to(), number, restored(), std::move(keys), clock.now()}, random);
  }
  // Closes the live folder and continues with the restored one.
  RestoreReport restore(std::optional<std::uint32_t> number,
                        std::optional<std::filesystem::path> keys,
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
    std::filesystem::create_directories(data().path() / "checkpoints");
    REQUIRE(::mkfifo(gate().c_str(), 0600) == 0);
  }
  void wait_for_database() { gate_ = OwnedFd(::open(gate().c_str(), O_WRONLY | O_CLOEXEC)); }
  void proceed() {
    gate_.reset();
    std::filesystem::remove(gate());
  }
  std::filesystem::path gate() { return data().path() / "checkpoints" / std::string(20, '0'); }

 private:
  OwnedFd gate_;
  std::vector<StoredEvent> events_;
};

// Every file below a folder with its inode and modification time, which change if the file is
// written again.
inline std::map<std::string, std::pair<ino_t, std::int64_t>> files_in(
    const std::filesystem::path& folder) {
  std::map<std::string, std::pair<ino_t, std::int64_t>> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    struct ::stat status {};
    REQUIRE(::stat(entry.path().c_str(), &status) == 0);
    files[entry.path().lexically_relative(folder).string()] = {status.st_ino,
                                                               status.st_mtim.tv_nsec};
  }
  return files;
}

inline bool any_file_has(const std::filesystem::path& folder, const std::string& bytes) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    if (content_of(entry.path()).find(bytes) != std::string::npos) return true;
  }
  return false;
}

// Whether the vault's file of number `n` is somewhere below the folder.
inline bool has_stored_file(const std::filesystem::path& folder, std::uint64_t n) {
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

}  // namespace countersign
