#include "projections/erasure/file_survey.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/projections/support/archive.h"

// The survey of all stored files and sessions, while the log is in use.
namespace countersign::file_survey_test {

namespace fs = std::filesystem;
using Phase = FileSurvey::Phase;
using Worked = std::chrono::steady_clock::duration;

struct Surveyed : Archive {
  FilePlace place(std::uint64_t n) const { return FilePlace(file_id(n), day_of(clock.now())); }
  fs::path files() const { return path() / "files"; }
  bool is_new(std::uint64_t n) const { return fs::exists(files() / place(n).new_path()); }
  // A file at its place that neither the log nor the folder of the new files has.
  void put_stranger(std::uint64_t n) const {
    fs::create_directories(files() / place(n).bucket_path());
    std::ofstream(files() / place(n).path()) << "named by another log";
  }
  // Gives a file the form of version 0.2.0: its place alone, with the sticky bit while it is new.
  void make_old(std::uint64_t n) const {
    fs::remove(files() / place(n).new_path());
    fs::permissions(find_file(n), fs::perms::sticky_bit, fs::perm_options::add);
  }
  bool has_old_mark(std::uint64_t n) const {
    return (fs::status(find_file(n)).permissions() & fs::perms::sticky_bit) != fs::perms::none;
  }
  std::string taken_over() const {
    std::string text;
    std::ifstream(files() / "TAKEN-OVER") >> text;
    return text;
  }
  // A pass that is ended after this many steps.
  FileSurvey::Progress survey_steps(int steps) {
    data().survey().run([steps](Worked) mutable { return steps-- > 0; });
    return data().survey().progress();
  }
};

TEST_CASE_FIXTURE(Surveyed, "a sound folder is surveyed without a finding") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  CHECK(data().survey().progress().phase == Phase::Waiting);
  const FileSurvey::Progress found = survey();
  CHECK(found.phase == Phase::Done);
  CHECK(found.names == 3);
  CHECK(found.sessions == 3);
  CHECK(found.missing_files + found.missing_keys + found.strangers == 0);
  CHECK(found.removed + found.failed == 0);
  CHECK(found.old_marks_replaced);
}

TEST_CASE_FIXTURE(Surveyed, "an upload that is under way is left alone, and one of before is not") {
  capture(1);
  store(1, 98, "an upload that a crash cut short");
  reopen();
  store(1, 99, "an upload that is under way");
  CHECK(survey().removed == 1);
  CHECK_FALSE(has_file(98));
  CHECK(has_file(99));
  CHECK(is_new(99));
}

TEST_CASE_FIXTURE(Surveyed, "what is lost is counted, and what the log has purged is not lost") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  erase(3);
  fs::remove(find_file(2));
  const FileSurvey::Progress found = survey();
  CHECK(found.missing_files == 1);
  CHECK(found.missing_keys == 0);
  CHECK(found.sessions == 3);
}

TEST_CASE_FIXTURE(Surveyed, "a purged file that came back is removed, although no event names it") {
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  const fs::path place_of_file = find_file(1);
  erase(1);
  sweep_now();
  REQUIRE_FALSE(is_purging());
  fs::create_directories(place_of_file.parent_path());
  std::ofstream(place_of_file) << "what a power cut brought back";
  put_stranger(77);
  const FileSurvey::Progress found = survey();
  CHECK(found.removed == 1);
  CHECK(found.strangers == 1);
  CHECK_FALSE(has_file(1));
  CHECK(has_file(77));
}

TEST_CASE_FIXTURE(Surveyed, "while there is a stranger, what is in doubt is kept with it") {
  capture(1);
  store(1, 99, "an upload that a crash cut short");
  reopen();
  put_stranger(77);
  CHECK(survey().strangers == 2);
  for (const std::uint64_t n : {77, 99}) CHECK(has_file(n));
  fs::remove(find_file(77));
  reopen();
  CHECK(survey().removed == 1);
  CHECK_FALSE(has_file(99));
}

TEST_CASE_FIXTURE(Surveyed, "a survey that is ended at any step is made again by the next start") {
  capture_and_finalize(1);
  Phase ended = Phase::Stopped;
  for (int steps = 0; ended == Phase::Stopped; ++steps) {
    CAPTURE(steps);
    REQUIRE(steps < 10);
    store(1, 99, "an upload that a crash cut short");
    reopen();
    ended = survey_steps(steps).phase;
    CHECK(has_file(99) == (ended == Phase::Stopped));
    reopen();
    CHECK(survey().phase == Phase::Done);
    CHECK_FALSE(has_file(99));
    CHECK(read(1, 1) == "frame of session 1");
  }
  CHECK(ended == Phase::Done);
}

TEST_CASE_FIXTURE(Surveyed,
                  "an order to remove strangers is for one survey, and taken away first") {
  capture(1);
  put_stranger(77);
  std::ofstream(files() / "REMOVE-UNNAMED") << "";
  reopen();
  CHECK(fs::exists(files() / "REMOVE-UNNAMED"));
  CHECK(survey().removed == 1);
  CHECK_FALSE(fs::exists(files() / "REMOVE-UNNAMED"));
  CHECK_FALSE(has_file(77));
  put_stranger(77);
  reopen();
  CHECK(survey().strangers == 1);
  CHECK(has_file(77));
}

TEST_CASE_FIXTURE(Surveyed, "a folder of version 0.2.0 is taken over by the first survey") {
  capture_and_finalize(1);  // named, and its mark was removed
  create(2);
  commit(challenging(session_id(2), Step::Liveness, 2, clock.now()));
  commit(sending_frames(session_id(2), 2, {store(2, 2, "frame of session 2")}, clock.now()));
  store(1, 99, "an upload that a crash cut short");
  for (const std::uint64_t n : {2, 99}) make_old(n);
  close();
  fs::remove_all(files() / "new");

  SUBCASE("in one pass") {}
  SUBCASE("after passes that were ended at each step") {
    for (int steps = 0; steps < 3; ++steps) {
      open();
      survey_steps(steps);
      close();
    }
  }
  open();
  const FileSurvey::Progress found = survey();
  CHECK(found.phase == Phase::Done);
  CHECK(found.old_marks_replaced);
  CHECK(found.strangers + found.missing_files == 0);
  CHECK(taken_over() == "all");
  CHECK_FALSE(has_file(99));
  CHECK_FALSE(is_new(99));
  CHECK_FALSE(is_new(2));
  CHECK_FALSE(has_old_mark(2));
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Surveyed, "the rest of an upload under version 0.2.0 is kept beside a stranger") {
  capture(1);
  store(1, 99, "an upload that a crash cut short");
  make_old(99);
  put_stranger(77);
  reopen();
  CHECK(survey().strangers == 2);
  for (const std::uint64_t n : {77, 99}) CHECK(has_file(n));
  // It is a new file of this version now, and no longer a matter of its mode.
  CHECK(is_new(99));
  CHECK_FALSE(has_old_mark(99));
  fs::remove(find_file(77));
  reopen();
  CHECK(survey().removed == 1);
  CHECK_FALSE(has_file(99));
}

TEST_CASE_FIXTURE(Surveyed, "days that are taken over are not looked at for old marks again") {
  capture(1);
  CHECK(survey().old_marks_replaced);
  reopen();
  make_old(1);
  CHECK(data().survey().progress().old_marks_replaced);
  CHECK(survey().phase == Phase::Done);
  CHECK(has_old_mark(1));
  // A text that no survey writes is no text.
  for (const char* text : {"", "al", "2026", "all all", "99999999x"}) {
    CAPTURE(text);
    std::ofstream(files() / "TAKEN-OVER", std::ios::trunc) << text;
    fs::permissions(find_file(1), fs::perms::sticky_bit, fs::perm_options::add);
    reopen();
    CHECK_FALSE(data().survey().progress().old_marks_replaced);
    CHECK(survey().old_marks_replaced);
    CHECK_FALSE(has_old_mark(1));
  }
}

}  // namespace countersign::file_survey_test
