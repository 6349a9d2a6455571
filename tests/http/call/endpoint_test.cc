#include "http/call/endpoint.h"

#include <doctest/doctest.h>

#include <set>
#include <span>
#include <string_view>

namespace countersign::http::endpoint_test {

// The calls whose handlers make an earlier answer again themselves: it needs more than an event.
const std::set<std::string_view> kAgainByHandler{"decideReview"};

TEST_CASE("a row that takes an Idempotency-Key says how its answer is made again") {
  for (const auto table : {public_endpoints(), admin_endpoints(), review_endpoints()}) {
    for (const Endpoint& row : table) {
      CAPTURE(row.operation_id);
      const bool has_again = row.again != nullptr || kAgainByHandler.contains(row.operation_id);
      CHECK(has_again == row.parameters.has(Parameter::IdempotencyKey));
    }
  }
}

TEST_CASE("the table of a listener has the calls of its own callers alone") {
  for (const Endpoint& row : public_endpoints()) {
    CAPTURE(row.operation_id);
    CHECK_FALSE(is_called_by<by::Operator, by::Visitor, by::Entrant, by::Reviewer>(row.handler));
  }
  for (const Endpoint& row : admin_endpoints()) {
    CAPTURE(row.operation_id);
    CHECK(is_called_by<by::Operator>(row.handler));
  }
  for (const Endpoint& row : review_endpoints()) {
    CAPTURE(row.operation_id);
    CHECK(is_called_by<by::Browser, by::Visitor, by::Entrant, by::Reviewer>(row.handler));
  }
}

TEST_CASE("only a call of a reviewer names roles") {
  for (const auto table : {public_endpoints(), admin_endpoints(), review_endpoints()}) {
    for (const Endpoint& row : table) {
      CAPTURE(row.operation_id);
      CHECK((row.roles.empty() || is_called_by<by::Reviewer>(row.handler)));
    }
  }
}

}  // namespace countersign::http::endpoint_test
