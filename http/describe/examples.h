#pragma once
#include <span>
#include <string>
#include <string_view>

namespace countersign::http {

// Bodies of JSON as a client may send them and get them, for the OpenAPI document. Each fits the
// schema of its operation. Nothing in them is of a real session.
struct Example {
  std::string_view operation_id{};
  std::string_view request{};  // JSON; empty: the operation takes none
  std::string_view answer{};   // JSON; empty: there is none
};

// The examples, each of another operation.
std::span<const Example> examples();
// The body of a webhook of this type.
std::string example_of_message(std::string_view type);
// The body of a challenge to a webhook's address.
std::string example_of_challenge();
std::string example_of_webhook_test();
// Returns that of an operation; empty if it has none.
Example example_of(std::string_view operation_id);

}  // namespace countersign::http
