#include "http/pages/docs/doc_answers.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::doc_answers_test {

TEST_CASE("a body has its bytes, and ends") {
  DocAnswers answers(100);
  const auto body = answers.body_of("a page");
  REQUIRE(body != nullptr);
  BodyPipe::Taken taken = body->take();
  CHECK(taken.state == BodyPipe::State::Finished);
  REQUIRE(taken.chunks.size() == 1);
  CHECK(taken.chunks.front() == "a page");
}

TEST_CASE("bodies under way hold at most so many bytes, and give the room back") {
  DocAnswers answers(100);
  auto first = answers.body_of(std::string(60, 'a'));
  CHECK(first != nullptr);
  CHECK(answers.body_of(std::string(41, 'b')) == nullptr);
  auto second = answers.body_of(std::string(40, 'c'));
  CHECK(second != nullptr);
  CHECK(answers.bytes_under_way() == 100);
  CHECK(answers.body_of("d") == nullptr);
  first.reset();
  CHECK(answers.bytes_under_way() == 40);
  CHECK(answers.body_of(std::string(60, 'e')) != nullptr);
  second.reset();
  CHECK(answers.bytes_under_way() == 0);
}

TEST_CASE("an empty body takes no room") {
  DocAnswers answers(0);
  const auto body = answers.body_of("");
  REQUIRE(body != nullptr);
  CHECK(body->take().state == BodyPipe::State::Finished);
}

}  // namespace countersign::http::doc_answers_test
