#pragma once
#include <doctest/doctest.h>

#include <string>

#include "tests/programs/support/json.h"
#include "tests/programs/support/wire.h"

namespace countersign::tests {

// Checks an answer against the shape that every answer outside 2xx has.
inline void check_problem(const Answer& answer, int status, const std::string& code) {
  CHECK(answer.status == status);
  CHECK(answer.header("content-type") == "application/problem+json");
  const Json problem(answer.body);
  REQUIRE(problem.valid());
  CHECK(problem.text("/code") == code);
  CHECK(problem.dump("/ok") == "false");
  CHECK(problem.number("/status") == status);
  CHECK_FALSE(problem.text("/type").empty());
  CHECK_FALSE(problem.text("/title").empty());
  CHECK_FALSE(problem.text("/detail").empty());
  CHECK_FALSE(problem.has("/instance"));
  CHECK_FALSE(problem.text("/requestId").empty());
  CHECK(problem.text("/requestId") == answer.header("x-request-id"));
}

}  // namespace countersign::tests
