// Walks the table of the rules of reviews: an attempt against each rule at each door.
#include <array>
#include <string>

#include "tests/http/review/doors/world.h"

namespace countersign::http::doors_test {

std::string_view name_of_door(ReviewDoor door) {
  constexpr std::array<std::string_view, kReviewDoors> kNames{
      "console", "back office", "operator", "writer", "log"};
  return kNames[static_cast<std::size_t>(door)];
}

// Each cell of the column has an attempt, unless the door has no such act, and it ends as the table
// says; no attempt is for a rule that is not in the table.
void walk(ReviewDoor door, const Attempts& attempts) {
  std::size_t tried = 0;
  for (const ReviewRule& rule : kReviewRules) {
    CAPTURE(name_of_door(door));
    CAPTURE(rule.sentence);
    const auto attempt = attempts.find(rule.sentence);
    const AtDoor at = rule.at_door(door);
    REQUIRE((attempt == attempts.end()) == (at == AtDoor::NoAct));
    if (at == AtDoor::NoAct) continue;
    ++tried;
    CHECK(attempt->second() == (at == AtDoor::Holds));
    if (at == AtDoor::Free) CHECK_FALSE(rule.why_free.empty());
  }
  CHECK(tried == attempts.size());
}

TEST_CASE("each rule of a review holds at the console") {
  walk(ReviewDoor::Console, attempts_at_the_console());
}

TEST_CASE("each rule of a review holds for a client's back office") {
  walk(ReviewDoor::BackOffice, attempts_at_the_back_office());
}

TEST_CASE("each rule of a review holds for the operators' command") {
  walk(ReviewDoor::Operator, attempts_at_the_operators_command());
}

TEST_CASE("each rule of a review holds where commands are decided") {
  walk(ReviewDoor::Writer, attempts_at_the_writer());
}

TEST_CASE("each rule of a review holds in a log that is audited") {
  walk(ReviewDoor::Audit, attempts_in_the_log());
}

}  // namespace countersign::http::doors_test
