// The answers of an external engine, of which nothing is known but its address.
#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "http/external/engine_contract.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::engine_answer_target {

constexpr std::string_view kRequestId = "r1";

void check_answer(const Result<http::EngineAnswer, std::string>& answer, std::string_view body) {
  if (!answer) {
    check(!answer.error().empty(), "the refusal of an answer has a reason");
    // The error repeats nothing of an answer, except a name from the contract that the answer may
    // have.
    check(answer.error().size() < 200 && is_utf8(answer.error()),
          "the refusal of an answer is UTF-8 of less than 200 bytes");
    return;
  }
  check(is_utf8(body) && body.find('\0') == std::string_view::npos,
        "an accepted answer is UTF-8 without a zero byte");
  check(
      body.find(kRequestId) != std::string_view::npos || body.find("\\u") != std::string_view::npos,
      "an accepted answer contains its request id or a Unicode escape");
  const bool undecided = answer->decision == http::EngineDecision::Inconclusive;
  check(undecided || (answer->score_milli && answer->threshold_milli),
        "a answer other than Inconclusive has a score and a threshold");
  for (const auto& milli : {answer->score_milli, answer->threshold_milli}) {
    check(!milli || (*milli >= 0 && *milli <= 1000),
          "a score and a threshold are from 0 to 1000 thousandths");
  }
  // Rounded to thousandths, the two may be equal.
  if (answer->decision == http::EngineDecision::Yes) {
    check(*answer->score_milli >= *answer->threshold_milli,
          "the score of a Yes is at least the threshold");
  }
  if (answer->decision == http::EngineDecision::No) {
    check(*answer->score_milli <= *answer->threshold_milli,
          "the score of a No is at most the threshold");
  }
}

bool passed(const Evaluation& evaluation) {
  for (const auto& check : evaluation.checks) {
    if (check.status == CheckStatus::Passed) return true;
  }
  return false;
}

void run(std::string_view input) {
  const std::string body(input);
  const auto description = http::read_engine_description(body);
  check(description || !description.error().empty(),
        "the refusal of an engine's description has a reason");

  const auto match = http::read_match_answer(body, kRequestId);
  check_answer(match, input);
  if (match) {
    check(passed(http::match_evaluation(*match)) == (match->decision == http::EngineDecision::Yes),
          "a face match has a check that passed exactly if the answer is Yes");
  }
  const auto liveness = http::read_liveness_answer(body, kRequestId);
  check_answer(liveness, input);
  if (liveness) {
    check(passed(http::liveness_evaluation(*liveness)) ==
              (liveness->decision == http::EngineDecision::Yes),
          "a liveness evaluation has a check that passed exactly if the answer is Yes");
  }
  check(int{description.has_value()} + int{match.has_value()} + int{liveness.has_value()} <= 1 ||
            (match && liveness && match->decision == http::EngineDecision::Inconclusive),
        "only an Inconclusive answer is valid for more than one question");
}

const Target kTarget("engine_answer", run);

}  // namespace countersign::fuzz::engine_answer_target
