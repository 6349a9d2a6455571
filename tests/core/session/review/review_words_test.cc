#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/session/review/review_reasons.h"

namespace countersign::review_words_test {

TEST_CASE("a reason is a code of capital letters, digits and underscores") {
  for (const char* code : {"OTHER", "A", "7", "_", "DOCUMENT_FORGED_2"})
    CHECK(is_reason_code(code));
  CHECK(is_reason_code(std::string(64, 'A')));
  CHECK_FALSE(is_reason_code(std::string(65, 'A')));
  for (const char* text : {"", "other", "A B", "A-B", "A,B", "A\n", "\xc3\x84"}) {
    CHECK_FALSE(is_reason_code(text));
  }
}

TEST_CASE("every reason that the console offers is a code") {
  for (const auto& reason : enum_names<ReviewReason>) CHECK(is_reason_code(reason.name));
}

TEST_CASE("a decision has from 1 to 16 reasons, none of them twice") {
  CHECK_FALSE(are_review_reasons({}));
  CHECK(are_review_reasons({"OTHER"}));
  CHECK_FALSE(are_review_reasons({"OTHER", "OTHER"}));
  CHECK_FALSE(are_review_reasons({"OTHER", "other"}));
  std::vector<std::string> many;
  for (int i = 0; i < 16; ++i) many.push_back("R" + std::to_string(i));
  CHECK(are_review_reasons(many));
  many.emplace_back("ONE_MORE");
  CHECK_FALSE(are_review_reasons(many));
}

TEST_CASE("a decision that asks again may have no reasons, and has the same ones otherwise") {
  CHECK(are_review_reasons({}, ReviewDecision::Resubmit));
  CHECK_FALSE(are_review_reasons({}, ReviewDecision::Failed));
  const std::vector<std::string> twice(2, "OTHER");
  CHECK_FALSE(are_review_reasons(twice, ReviewDecision::Resubmit));
}

TEST_CASE("a back office names a reviewer, but cannot name a registered one") {
  for (const char* name : {"anna", "Anna.K@bank-1.example", "a+b_c", "7"}) {
    CHECK(is_reviewer_name(name));
  }
  CHECK(is_reviewer_name(std::string(64, 'a')));
  CHECK_FALSE(is_reviewer_name(std::string(65, 'a')));
  for (const char* name : {"", "a b", "a/b", "a\n", "\xc3\xa4", "<b>", "rvw_", "rvw_anna"}) {
    CHECK_FALSE(is_reviewer_name(name));
  }
  CHECK(is_registered_reviewer("rvw_anna"));
  CHECK_FALSE(is_registered_reviewer("anna"));
}

}  // namespace countersign::review_words_test
