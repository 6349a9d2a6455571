// The frames of one submission in one file of the vault, beside frames that are files of their own,
// in everything that walks the stored files.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/event/vault_file.h"
#include "projections/erasure/folder_doubt.h"
#include "projections/retention/sweep.h"
#include "tests/events/audit/audited_stream.h"
#include "tests/events/support/flipped_bit.h"
#include "tests/projections/backup/safe.h"

namespace countersign::containers_test {

namespace fs = std::filesystem;

// Session 1 has a frame of its own, as every session had; sessions 20 and 30 have containers.
struct Mixed : Safe {
  Mixed() {
    capture(1);
    capture_together(20, frames_of(20));
    capture_together(30, frames_of(30));
  }
  static std::vector<std::string> frames_of(std::uint64_t session) {
    return {"a frame of session " + std::to_string(session),
            std::string(100'000, static_cast<char>('a' + session % 10)),
            "the last frame of session " + std::to_string(session)};
  }
  bool has_all(std::uint64_t session) {
    const std::vector<std::string> frames = frames_of(session);
    for (std::uint64_t i = 0; i < frames.size(); ++i) {
      if (read(session, session + i) != frames[i]) return false;
    }
    return true;
  }
  Totals totals() { return *queries().totals(); }
  FilePlace place(std::uint64_t n) const { return FilePlace(file_id(n), day_of(clock.now())); }
};

TEST_CASE_FIXTURE(Mixed, "a log has frames of their own and frames in containers, and reads all") {
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(has_all(20));
  CHECK(has_all(30));
  CHECK(totals().files_held() == 7);
  CHECK(totals().vault_files_held() == 3);
  CHECK(files_in(path() / "files").size() == 3);
  CHECK((*queries().file(file_id(20)))->session == session_id(20));
  CHECK_FALSE((*queries().file(file_id(21))).has_value());
  CHECK(views_are_right());
  reopen();
  CHECK(has_all(20));
  CHECK(survey().names == 3);
  CHECK(data().survey().progress().strangers == 0);
  CHECK(data().survey().progress().missing_files == 0);
}

TEST_CASE_FIXTURE(Mixed, "a container that is lost is each of its frames, and no others") {
  fs::remove(find_file(20));
  CHECK(survey().missing_files == 3);
  CHECK_FALSE(read(20, 20).has_value());
  CHECK_FALSE(read(20, 22).has_value());
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(has_all(30));
}

TEST_CASE_FIXTURE(Mixed, "an erasure removes the container, and counts its frames") {
  const auto report =
      purge_session(data(), session_id(20), kClientActor, RequestId("r-erase"), clock.now());
  REQUIRE(report.has_value());
  CHECK(report->purged_files == 3);
  const std::vector<std::string> frames = frames_of(20);
  CHECK(report->purged_bytes == frames[0].size() + frames[1].size() + frames[2].size());
  CHECK_FALSE(has_file(20));
  CHECK(has_file(1));
  CHECK(has_all(30));
  CHECK(totals().files_held() == 4);
  CHECK(totals().vault_files_held() == 2);
  CHECK(views_are_right());
  const FileSurvey::Progress found = survey();
  CHECK(found.missing_files + found.strangers + found.removed == 0);
}

TEST_CASE_FIXTURE(Mixed, "a container that cannot be removed is remembered as all of its frames") {
  // A folder in the container's place cannot be unlinked.
  const fs::path place_of_container = find_file(20);
  fs::remove(place_of_container);
  fs::create_directories(place_of_container / "inside");
  const auto report =
      purge_session(data(), session_id(20), kClientActor, RequestId("r-erase"), clock.now());
  REQUIRE(report.has_value());
  CHECK(report->failed_files == 3);
  CHECK(data().erasure().files_left() == 3);
  fs::remove_all(place_of_container);
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  CHECK(data().erasure().files_left() == 0);
}

TEST_CASE_FIXTURE(Mixed,
                  "a purge that a crash interrupted removes the container at the next start") {
  record_purge(20, PurgeReason::Erasure);
  CHECK(has_file(20));
  reopen();
  CHECK_FALSE(has_file(20));
  CHECK(has_all(30));
}

TEST_CASE_FIXTURE(Mixed, "a container that no event names is removed by the survey") {
  create(40);
  store_container(40, 40, frames_of(40));
  reopen();
  CHECK(has_file(40));
  CHECK(survey().removed == 1);
  CHECK_FALSE(has_file(40));
  CHECK(has_all(20));
}

TEST_CASE_FIXTURE(Mixed, "a container that an event names leaves the new files at the start") {
  create(40);
  commit(challenging(session_id(40), Step::Liveness, 40, clock.now()));
  commit(sending_frames(session_id(40), 40, store_container(40, 40, frames_of(40)), clock.now()));
  CHECK(fs::exists(path() / "files" / place(40).new_path()));
  reopen();
  CHECK_FALSE(fs::exists(path() / "files" / place(40).new_path()));
  CHECK(has_all(40));
}

TEST_CASE_FIXTURE(Mixed, "a start without any file says how many are missing, also of containers") {
  close();
  fs::remove_all(path() / "files");
  fs::create_directory(path() / "files");
  fs::permissions(path() / "files", fs::perms::owner_all);
  const auto refused = try_open(options());
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("none of the 7 stored files") != std::string::npos);
}

TEST_CASE_FIXTURE(Mixed, "a folder with a container alone has a file that the log names") {
  fs::remove(find_file(1));
  fs::remove(find_file(30));
  reopen();
  CHECK(survey().missing_files == 4);
}

TEST_CASE_FIXTURE(Mixed, "a backup copies containers once, and a restore brings each frame back") {
  const BackupReport first = back_up();
  CHECK(first.record.files == 3);
  CHECK(first.record.copied_files == 3);
  CHECK(first.record.missing == 0);
  capture_together(40, frames_of(40));
  const BackupReport second = back_up();
  CHECK(second.record.files == 4);
  CHECK(second.record.copied_files == 1);
  CHECK(is_sound(1));
  CHECK(is_sound(2));
  const RestoreReport report = restore({}, path());
  CHECK(report.readable == 4);
  CHECK(report.unreadable == 0);
  CHECK(read(1, 1) == "frame of session 1");
  for (const std::uint64_t session : {20, 30, 40}) CHECK(has_all(session));
  CHECK(views_are_right());
}

TEST_CASE_FIXTURE(Mixed, "a container that is cut short is missing in the backup") {
  fs::resize_file(find_file(20), 4096);
  const BackupReport report = back_up();
  CHECK(report.record.files == 2);
  CHECK(report.record.missing == 1);
  CHECK_FALSE(report.complete());
}

TEST_CASE_FIXTURE(Mixed, "a changed byte of a copied container is found by verification") {
  back_up();
  REQUIRE(is_sound());
  const fs::path copy = to() / "files" / fs::relative(find_file(20), path() / "files");
  flip_bit(copy, 70'000);
  CHECK_FALSE(is_sound());
}

TEST_CASE_FIXTURE(Mixed, "a submission whose frames leave their container is refused") {
  create(40);
  commit(challenging(session_id(40), Step::Liveness, 40, clock.now()));
  std::vector<StoredFile> files = store_container(40, 40, frames_of(40));
  files[1].container->offset += 1;
  const Outcome outcome = submit(sending_frames(session_id(40), 40, files, clock.now()));
  const auto* rejection = std::get_if<Rejection>(&outcome);
  REQUIRE(rejection != nullptr);
  CHECK(rejection->why == Refusal::FilesMisplaced);
}

TEST_CASE_FIXTURE(Mixed,
                  "the audit finds frames that overlap, leave their container or miss a byte") {
  const auto stream = queries().timeline(session_id(20));
  REQUIRE(stream.has_value());
  CHECK_FALSE(audit_stream(*stream).has_value());
  const auto is_found = [&](const auto& change) {
    std::vector<StoredEvent> forged = *stream;
    for (StoredEvent& event : forged) {
      auto* accepted = std::get_if<LivenessAccepted>(&event.recorded.event);
      if (accepted != nullptr) change(accepted->files);
    }
    return audit_stream(forged).has_value();
  };
  using Files = std::vector<StoredFile>;
  CHECK_FALSE(is_found([](Files&) {}));
  CHECK(is_found([](Files& files) { --files[1].container->offset; }));
  CHECK(is_found([](Files& files) { files[2].container->offset = ~std::uint64_t{0}; }));
  CHECK(is_found([](Files& files) { ++files[2].size_bytes; }));
  CHECK(is_found([](Files& files) { files[1].container.reset(); }));
  CHECK(is_found([](Files& files) { files.pop_back(); }));
  CHECK(is_found([](Files& files) {
    for (StoredFile& file : files) file.container->id = file_id(30);
  }));
}

}  // namespace countersign::containers_test
