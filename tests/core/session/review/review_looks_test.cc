// No rubber stamp: whoever decides has looked at each picture that is asked for, or says why not.
#include "tests/core/session/review/review_scenarios.h"

namespace countersign::test::review_looks_test {

DecideReview without_reason(const char* reviewer) {
  DecideReview command = passed(reviewer);
  command.says_why_unlooked = false;
  return command;
}

StoredFile picture(std::uint8_t n, FileKind kind, std::optional<Side> side = {}) {
  StoredFile file;
  file.file = FileId(Uuid{n});
  file.kind = kind;
  file.side = side;
  return file;
}

TEST_CASE("a reviewer who has looked at nothing says why, or is refused") {
  const Given past = in_review();
  past.when(without_reason(kAnna)).then_refused(Refusal::ReviewNotLookedAt);
  ReviewDecided unlooked_at = opinion(ReviewDecision::Passed, kAnna, 1, true);
  CHECK(unlooked_at.not_looked_at == std::vector{front_file()});
  past.when(passed(kAnna)).then({unlooked_at});
}

TEST_CASE("a reviewer who has looked needs no reason, and one that is given counts for nothing") {
  Given past = in_review();
  past.and_then(look(kAnna));
  ReviewDecided looked_at = opinion(ReviewDecision::Passed, kAnna, 1, true);
  looked_at.not_looked_at = {};
  past.when(without_reason(kAnna)).then({looked_at});
  past.when(passed(kAnna)).then({looked_at});
  // The look of one is not the look of another.
  past.when(without_reason(kBert)).then_refused(Refusal::ReviewNotLookedAt);
}

TEST_CASE("a client may forbid decisions without a look, whatever the reviewer says") {
  Given past = in_review();
  DecideReview decided = passed(kAnna);
  decided.looks_only = true;
  past.when(decided).then_refused(Refusal::ReviewLooksOnly);
  CorrectReview corrects = correction(kBert);
  corrects.looks_only = true;
  Given(past).and_then(passed(kAnna)).when(corrects).then_refused(Refusal::ReviewLooksOnly);
  past.and_then(look(kAnna));
  CHECK_FALSE(past.when(decided).was_refused());
}

TEST_CASE("who corrects has looked too, or says why not") {
  Given past = in_review();
  past.and_then(passed(kAnna));
  CorrectReview corrects = correction(kBert);
  corrects.says_why_unlooked = false;
  past.when(corrects).then_refused(Refusal::ReviewNotLookedAt);
  past.and_then(look(kBert));
  CHECK_FALSE(past.when(corrects).was_refused());
}

TEST_CASE("a back office is asked for no looks: it has the files") {
  const Given past = in_review();
  past.when(without_reason("")).then({opinion(ReviewDecision::Passed, "", 1, true)});
  past.when(without_reason("anna")).then({opinion(ReviewDecision::Passed, "anna", 1, true)});
}

TEST_CASE("an event of a release that asked for no looks names no pictures") {
  DecideReview old = without_reason(kAnna);
  old.looks_unasked = true;
  ReviewDecided as_then = opinion(ReviewDecision::Passed, kAnna, 1, true);
  as_then.not_looked_at = {};
  in_review().when(old).then({as_then});
}

TEST_CASE("each side of the document and one picture of the face are asked for") {
  Review review;
  const StoredFile front = picture(1, FileKind::Document, Side::Front);
  const StoredFile back = picture(2, FileKind::Document, Side::Back);
  const StoredFile first = picture(3, FileKind::Selfie);
  const StoredFile second = picture(4, FileKind::Selfie);
  const std::vector<StoredFile> files{front, back, first, second};
  const ReviewCase of{review, files};
  using Files = std::vector<FileId>;
  CHECK(not_looked_at(of, kAnna) == Files{front.file, back.file, first.file, second.file});
  CHECK(not_looked_at(of, "anna").empty());
  apply(review, ImageViewed{kAnna, second.file});
  CHECK(not_looked_at(of, kAnna) == Files{front.file, back.file});
  apply(review, ImageViewed{kAnna, back.file});
  CHECK(not_looked_at(of, kAnna) == Files{front.file});
  apply(review, ImageViewed{kAnna, front.file});
  CHECK(not_looked_at(of, kAnna).empty());
  CHECK(not_looked_at(of, kBert).size() == 4);
}

TEST_CASE("what a case remembers of looks is bounded, and ends with the files") {
  Given past = in_review();
  past.and_then(look(kAnna)).and_then(look(kAnna));
  REQUIRE(past.session().review.looks.size() == 1);
  CHECK(past.session().review.looks[0].files.size() == 1);
  Review review = past.session().review;
  for (std::size_t n = 0; n < kLookersMax; ++n) {
    apply(review, ImageViewed{"rvw_" + std::to_string(n), front_file()});
  }
  CHECK(review.looks.size() == kLookersMax);
  CHECK(review.looks.front().reviewer == "rvw_0");
  apply(review, ImageViewed{"a back office", front_file()});
  CHECK(review.looks.size() == kLookersMax);
  past.and_event(FilesPurged{});
  CHECK(past.session().review.looks.empty());
}

}  // namespace countersign::test::review_looks_test
