#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests backups that were changed or have lost parts.
namespace countersign::damaged_backup_test {

namespace fs = std::filesystem;

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

}  // namespace countersign::damaged_backup_test
