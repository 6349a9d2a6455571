// The sentence of the client's that the person gets with a decision.
#include "core/event/client_policy.h"
#include "core/session/review/review_statement.h"
#include "tests/core/session/review/review_scenarios.h"

namespace countersign::test::told_sentence_test {

const ToldSentence kUnreadable{"unreadable", "We could not read your document."};
const ToldSentence kVisit{"visit", "Please visit a branch."};

// `now` is the client's sentence of the name, as the writer finds it; none: there is none.
template <class Command>
Command telling(Command command,
                const ToldSentence& told,
                std::optional<std::string> now = std::nullopt) {
  command.told = told;
  command.sentence_now = std::move(now);
  return command;
}

TEST_CASE("a decision tells the person the sentence that the client has") {
  Given past = in_review();
  const auto command = telling(failed(kAnna), kUnreadable, kUnreadable.sentence);
  CHECK(past.when(command).event<ReviewDecided>().told == kUnreadable);
  past.and_then(command);
  CHECK(past.session().review.told == kUnreadable);
}

TEST_CASE("a decision without a sentence tells none") {
  Given past = in_review();
  CHECK_FALSE(past.when(failed(kAnna)).event<ReviewDecided>().told.has_value());
  past.and_then(failed(kAnna));
  CHECK_FALSE(past.session().review.told.has_value());
}

TEST_CASE("a sentence that the client does not have, or has in other words, is not told") {
  const Given past = in_review();
  past.when(telling(failed(kAnna), kUnreadable)).then_refused(Refusal::ReviewSentenceUnknown);
  past.when(telling(failed(kAnna), kUnreadable, "Other words."))
      .then_refused(Refusal::ReviewChanged);
  Given decided = in_review();
  decided.and_then(failed(kAnna));
  decided.when(telling(correction(kBert), kVisit)).then_refused(Refusal::ReviewSentenceUnknown);
  decided.when(telling(correction(kBert), kVisit, "Other words."))
      .then_refused(Refusal::ReviewChanged);
}

TEST_CASE("of two opinions the one that settles has the sentence that counts") {
  Given past = in_review();
  past.and_then(telling(failed(kAnna, 2), kUnreadable, kUnreadable.sentence));
  CHECK_FALSE(past.session().review.told.has_value());
  past.and_then(telling(failed(kBert, 2), kVisit, kVisit.sentence));
  CHECK(past.session().review.told == kVisit);
}

TEST_CASE("a correction takes the sentence of the decision away, or replaces it") {
  const auto first = telling(failed(kAnna), kUnreadable, kUnreadable.sentence);
  Given without = in_review();
  without.and_then(first);
  without.and_then(correction(kBert, ReviewDecision::Passed));
  CHECK_FALSE(without.session().review.told.has_value());
  Given with = in_review();
  with.and_then(first);
  with.and_then(telling(correction(kBert, ReviewDecision::Passed), kVisit, kVisit.sentence));
  CHECK(with.session().review.told == kVisit);
}

TEST_CASE("a sentence is found by its name alone") {
  ClientPolicy policy;
  CHECK(sentence_named(policy, "visit") == nullptr);
  policy.review_reasons = ToldSentences({kUnreadable, kVisit});
  REQUIRE(sentence_named(policy, "visit") != nullptr);
  CHECK(*sentence_named(policy, "visit") == kVisit);
  CHECK(sentence_named(policy, "Visit") == nullptr);
  CHECK(sentence_named(policy, "") == nullptr);
  CHECK(sentence_now(policy, ToldSentence{"visit", "As it was."}) == kVisit.sentence);
  CHECK_FALSE(sentence_now(policy, ToldSentence{"other", {}}).has_value());
  CHECK_FALSE(sentence_now(policy, std::nullopt).has_value());
}

TEST_CASE("a statement has a line for the sentence only where there is one") {
  ReviewStatement statement{.session = {}, .reasons = {"OTHER"}, .view = SignedView{}};
  CHECK(text_of(statement).find("\ntold ") == std::string::npos);
  statement.told = StatedSentence{"visit", Sha256{}};
  CHECK(text_of(statement).find("\nreasons OTHER\ntold visit " + std::string(64, '0') +
                                "\nnote ") != std::string::npos);
}

}  // namespace countersign::test::told_sentence_test
