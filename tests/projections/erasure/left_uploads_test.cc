#include "projections/erasure/left_uploads.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/file_calls.h"
#include "tests/projections/support/open_folder.h"

// Starts of a folder in which the last process had uploads under way.
namespace countersign::left_uploads_test {

namespace fs = std::filesystem;

struct Left : OpenFolder {
  FilePlace place(std::uint64_t n) const { return FilePlace(file_id(n), day_of(clock.now())); }
  bool is_new(std::uint64_t n) const { return fs::exists(path() / "files" / place(n).new_path()); }
  // A liveness session that waits for its frames, and has stored them as file `n`.
  StoredFile begin(std::uint64_t n) {
    create(n);
    commit(challenging(session_id(n), Step::Liveness, n, clock.now()));
    return store(n, n, "frame of session " + std::to_string(n));
  }
  // How often a start of the closed folder, which is closed again, looks at the stored files.
  std::uint64_t calls_of_start() {
    const FileCalls calls(fs::canonical(path() / "files"));
    open();
    close();
    return calls.count();
  }
};

TEST_CASE_FIXTURE(Left, "a file that is killed before it has its place is removed by the start") {
  create(1);
  const fs::path made = path() / "files" / place(1).new_path();
  close();
  for (const std::string& bytes : {std::string(), std::string(10'000, 'x')}) {
    std::ofstream(made) << bytes;
    open();
    CHECK_FALSE(fs::exists(made));
    close();
  }
}

TEST_CASE_FIXTURE(Left, "a file that has its place and no event waits for the survey") {
  begin(1);
  reopen();
  CHECK(has_file(1));
  CHECK(is_new(1));
  const FileSurvey::Progress found = survey();
  CHECK(found.phase == FileSurvey::Phase::Done);
  CHECK(found.removed == 1);
  CHECK_FALSE(has_file(1));
  CHECK_FALSE(is_new(1));
}

TEST_CASE_FIXTURE(Left, "a file that an event names leaves the new files at the start") {
  const StoredFile file = begin(1);
  commit(sending_frames(session_id(1), 1, {file}, clock.now()));
  CHECK(is_new(1));
  SUBCASE("it has its place") {}
  SUBCASE("its place was lost") { fs::remove(find_file(1)); }
  reopen();
  CHECK_FALSE(is_new(1));
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(survey().missing_files == 0);
  CHECK(has_file(1));
}

TEST_CASE_FIXTURE(Left, "a copy of the folder with two files for the two names has lost nothing") {
  const StoredFile named = begin(1);
  commit(sending_frames(session_id(1), 1, {named}, clock.now()));
  begin(2);
  close();
  for (const std::uint64_t n : {1, 2}) {
    const fs::path name = path() / "files" / place(n).new_path();
    fs::copy_file(find_file(n), name.string() + ".copy");
    fs::rename(name.string() + ".copy", name);
  }
  open();
  CHECK(survey().removed == 1);
  CHECK(read(1, 1) == "frame of session 1");
  for (const std::uint64_t n : {1, 2}) CHECK_FALSE(is_new(n));
  CHECK_FALSE(has_file(2));
}

TEST_CASE_FIXTURE(Left, "the calls of a start do not grow with the files or the sessions") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  reopen();
  survey();
  close();
  const std::uint64_t few = calls_of_start();
  CHECK(few > 0);

  open();
  for (std::uint64_t n = 4; n <= 60; ++n) capture_and_finalize(n);
  close();
  const fs::path files = path() / "files" / day_of(clock.now());
  for (std::uint64_t n = 1000; n < 1500; ++n) {
    const FilePlace stray = place(n);
    fs::create_directories(files / stray.bucket);
    std::ofstream(files / stray.bucket / stray.name) << "named by another log";
  }
  CHECK(calls_of_start() == few);
  SUBCASE("they grow with what was under way") {
    open();
    for (std::uint64_t n = 61; n <= 65; ++n) begin(n);
    close();
    CHECK(calls_of_start() > few);
  }
}

}  // namespace countersign::left_uploads_test
