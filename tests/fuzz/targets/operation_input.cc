// The JSON input of an operation on the admin socket.
#include "http/operator/operation_input.h"

#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

constexpr std::size_t kShortBytes = 8;
constexpr std::uint64_t kSmallNumber = 1000;

void check_text(const std::optional<std::string>& text, std::size_t max_bytes) {
  if (!text) return;
  check(!text->empty() && text->size() <= max_bytes,
        "the length of a text member is from 1 byte to the limit");
  // The text reaches the log, which is UTF-8.
  check(is_utf8(*text), "a text member is UTF-8");
}

void run(std::string_view input) {
  http::OperationInput asked(input);
  const bool there = asked.has("name");
  check_text(asked.text("name"), http::OperationInput::kTextMaxBytes);
  check_text(asked.text("short", kShortBytes), kShortBytes);
  check(asked.number("small", kSmallNumber).value_or(0) <= kSmallNumber,
        "a number member is at most its limit");
  check(asked.number("number").value_or(0) <= http::OperationInput::kNumberMax,
        "a number member is at most kNumberMax");
  const bool flag = asked.flag("flag");
  const auto rate = asked.rate("rate");
  const auto purposes = asked.purposes("purposes");
  const auto thresholds = asked.thresholds("thresholds");
  const auto session = asked.session("session");
  const auto client = asked.client("client");
  const auto problem = asked.problem();
  if (problem) {
    check(problem->code == http::ProblemCode::InvalidJson ||
              problem->code == http::ProblemCode::InvalidParameter,
          "the problem of an input is InvalidJson or InvalidParameter");
    check(is_utf8(problem->detail) && is_utf8(problem->field.value_or("")),
          "the detail and the field of a problem are UTF-8");
    return;
  }
  check(input.empty() || is_utf8(input), "an accepted input is UTF-8");
  check(input.find('\0') == std::string_view::npos, "an accepted input has no zero byte");
  check(there || !asked.text("name"), "an absent member has no text");
  if (client) check_text(client->value(), http::OperationInput::kTextMaxBytes);
  if (flag)
    check(asked.choice("flag") == true, "a flag that is set is also read as the choice true");
  if (rate)
    check(rate->count > 0 && rate->per_ms > 0, "the count and the period of a rate are above 0");
  if (purposes) check(!purposes->empty(), "a list of purposes is not empty");
  (void)thresholds;
  (void)session;
}

const Target kTarget("operation_input", run);

}  // namespace
}  // namespace countersign::fuzz
