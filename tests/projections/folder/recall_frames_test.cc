#include "projections/folder/recall_frames.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "projections/fold/record_bytes.h"
#include "projections/retention/purge.h"
#include "projections/views/all_projections.h"
#include "tests/projections/support/refusals.h"
#include "tests/projections/support/tampering.h"

namespace countersign::recall_frames_test {

struct Recalling : Refusals {
  // A start does not wait for what this does.
  void recall(const GivenUp& given_up = {}) { data().recall().run(data().writer(), given_up); }
  void open_with_warnings() {
    close();
    auto with = options();
    with.warn = [this](std::string_view what) { warnings.append(what).append("\n"); };
    auto opened = try_open(std::move(with));
    REQUIRE(opened.has_value());
    adopt(*std::move(opened));
  }
  // Puts a row into the view of refused recordings, behind the log's back.
  void put_row(std::uint64_t session, const std::string& row) {
    data().writer().run_between_groups([&] {
      tamper_with_views(data().log(), projection_versions(), [&](ViewBatch& views) {
        views.put(space::kRefusedRecordings, RefusedRecordings::key(session_id(session)), row);
      });
    });
  }
  std::string warnings;
};

TEST_CASE_FIXTURE(Recalling, "a start recalls no frame, and the recall behind it recalls all") {
  // More sessions than are read in one step.
  constexpr std::uint64_t kSessions = 70;
  for (std::uint64_t n = 1; n <= kSessions; ++n) {
    create(n);
    CHECK(refused(n, {"a" + std::to_string(n)}) == "LIVENESS_ACTION_NOT_PERFORMED");
  }
  reopen();
  CHECK_FALSE(data().recall().is_done());
  recall();
  CHECK(data().recall().is_done());
  CHECK_FALSE(is_new("a1"));
  CHECK_FALSE(is_new("a" + std::to_string(kSessions)));
  CHECK(is_new("b"));
  recall();  // has nothing to do
  CHECK_FALSE(is_new("b"));
}

TEST_CASE_FIXTURE(Recalling, "a decision on a face that comes before the recall does the rest") {
  create(1);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  reopen();
  CHECK_FALSE(is_new("a"));
  CHECK(data().recall().is_done());
  recall();
  CHECK(is_new("b"));
}

TEST_CASE_FIXTURE(Recalling, "a decision without a face does not begin the recall") {
  create(1);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  reopen();
  create(2);
  capture_and_finalize(3);  // its frame has no mark
  CHECK_FALSE(data().recall().is_done());
}

TEST_CASE_FIXTURE(Recalling, "who comes during the recall waits for its end") {
  create(1);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  reopen();
  FrameRecall& frames = data().recall();
  std::optional<bool> known;
  const auto then = [&](bool is_known) { known = is_known; };
  // No recall is at work: the decision will do it.
  CHECK(frames.when_known(then));
  CHECK(known == true);
  bool ends = true;
  const auto ask = [&] {
    known.reset();
    CHECK(frames.when_known(then));
    CHECK_FALSE(known.has_value());
    return ends;
  };
  SUBCASE("and hears if it is given up") {
    recall(GivenUp(ask));
    CHECK(known == false);
    CHECK_FALSE(frames.is_done());
    CHECK_FALSE(is_new("a"));
  }
  SUBCASE("and goes on then") {
    ends = false;
    recall(GivenUp(ask));
    CHECK(known == true);
    CHECK(frames.is_done());
    known.reset();
    CHECK(frames.when_known(then));
    CHECK(known == true);
  }
}

TEST_CASE_FIXTURE(Recalling, "a limited number waits for the recall, and each is answered") {
  FrameRecall& frames = data().recall();
  std::size_t answered = 0;
  recall(GivenUp([&] {
    for (std::size_t i = 0; i < FrameRecall::kWaitingMost; ++i) {
      REQUIRE(frames.when_known([&](bool) { ++answered; }));
    }
    CHECK_FALSE(frames.when_known([&](bool) { ++answered; }));
    return true;
  }));
  CHECK(answered == FrameRecall::kWaitingMost);
}

TEST_CASE_FIXTURE(Recalling, "a session that is purged before its recall is not recalled") {
  create(1);
  create(2);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(2, {"b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  reopen();
  REQUIRE(purge_session(
      data(), session_id(1), {ActorKind::Client, acme.value()}, RequestId("r"), clock.now()));
  recall();
  CHECK(is_new("a"));
  CHECK_FALSE(is_new("b"));
}

TEST_CASE_FIXTURE(Recalling, "a damaged row is told, and the frames of the others are known") {
  create(1);
  create(2);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(2, {"b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  put_row(1, "junk");
  open_with_warnings();
  CHECK(warnings.empty());
  recall();
  CHECK(warnings.find("frames: the view of the refused recordings cannot be read") == 0);
  CHECK_FALSE(is_new("b"));
}

TEST_CASE_FIXTURE(Recalling, "a recording whose event is missing is counted, and told") {
  create(1);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  put_row(1, to_bytes(SessionRefusals{acme, {{1, Sequence(1'000'000)}}}));
  open_with_warnings();
  recall();
  CHECK(warnings ==
        "frames: 1 refused recording cannot be read: its frames are not known again; restore a "
        "backup\n");
  CHECK(is_new("b"));
}

}  // namespace countersign::recall_frames_test
