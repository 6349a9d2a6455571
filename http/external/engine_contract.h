#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/finding.h"
#include "core/inspection/engines/external_judge.h"
#include "core/result.h"
#include "core/terms.h"

// The contract with an external engine, version 1: JSON (RFC 8259) over HTTP, for whoever writes
// one in docs/engines.md. Pure.
//
// An answer is taken only as a whole: another contract, the answer to another request, a member
// that is missing, unknown, twice there or of another type, a number out of its range, and a
// decision that its own numbers contradict are failures of the engine, and its answer is none.
// What is wrong is said in our words; nothing of an answer is repeated.
namespace countersign::http {

inline constexpr std::uint64_t kEngineContract = 1;
inline constexpr std::size_t kEngineAnswerBytesMax = 1 << 20;

struct EngineDescription {
  EngineVersion engine;
  Offer offer;
  bool operator==(const EngineDescription&) const = default;
};
Result<EngineDescription, std::string> read_engine_description(const std::string& body);

// ---- requests ---------------------------------------------------------------
// `request_id` is random, and all that tells one request from another.
// REQUIRES: every image begins as one of the accepted formats.

std::string match_request(std::string_view request_id,
                          std::string_view reference,
                          std::string_view probe);

// Taken one by one, so that memory does not hold all frames twice.
class LivenessRequestText {
 public:
  LivenessRequestText(std::string_view request_id, const std::vector<Action>& actions);
  void add_frame(std::string_view image);
  std::string finish() &&;

 private:
  std::string text_;
  bool first_ = true;
};

// ---- answers ----------------------------------------------------------------

// A match or a live person is Yes.
enum class VerdictAnswer : std::uint8_t { Yes, No, Inconclusive };
struct EngineVerdict {
  EngineVersion engine;
  VerdictAnswer answer = VerdictAnswer::Inconclusive;
  // In thousandths, from 0 to 1. Both are there, but for an Inconclusive.
  std::optional<std::int64_t> score_milli;
  std::optional<std::int64_t> threshold_milli;
  bool operator==(const EngineVerdict&) const = default;
};
Result<EngineVerdict, std::string> read_match_answer(const std::string& body,
                                                     std::string_view request_id);
Result<EngineVerdict, std::string> read_liveness_answer(const std::string& body,
                                                        std::string_view request_id);

// ---- what a verdict means here ----------------------------------------------
// One check each; PASSED only of a Yes. Without a verdict: NOT_PERFORMED, CHECK_NOT_AVAILABLE.
MatchEvaluation match_evaluation(const std::optional<EngineVerdict>& verdict);
Evaluation liveness_evaluation(const std::optional<EngineVerdict>& verdict);

}  // namespace countersign::http
