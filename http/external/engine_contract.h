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

// The contract with an external engine, version 1: JSON (RFC 8259) over HTTP. docs/engines.md
// describes it for authors of engines. Pure.
//
// An answer is accepted only as a whole. It is a failure of the engine, and not used, if it is for
// another contract or another request, if a member is missing, unknown, duplicated or of another
// type, if a number is out of its range, if every score passes its threshold, or if its decision
// contradicts its own numbers. The text of an error is the server's own and repeats nothing of an
// answer.
namespace countersign::http {

inline constexpr std::uint64_t kEngineContract = 1;
inline constexpr std::size_t kEngineAnswerBytesMax = 1 << 20;

struct EngineDescription {
  EngineVersion engine;
  EngineCapabilities offer;
  bool operator==(const EngineDescription&) const = default;
};
Result<EngineDescription, std::string> read_engine_description(const std::string& body);

// ---- requests ---------------------------------------------------------------
// `request_id` is random, and the only thing that distinguishes one request from another. REQUIRES:
// every image begins as one of the accepted formats.

std::string match_request(std::string_view request_id,
                          std::string_view reference,
                          std::string_view probe);

// Takes the frames one by one, so that memory does not hold all of them twice.
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

// Yes: the faces match, or the person is live.
enum class EngineDecision : std::uint8_t { Yes, No, Inconclusive };
struct EngineAnswer {
  EngineVersion engine;
  EngineDecision decision = EngineDecision::Inconclusive;
  // In thousandths, from 0 to 1000. Both are present unless the decision is Inconclusive.
  std::optional<std::int64_t> score_milli;
  std::optional<std::int64_t> threshold_milli;
  bool operator==(const EngineAnswer&) const = default;
};
Result<EngineAnswer, std::string> read_match_answer(const std::string& body,
                                                    std::string_view request_id);
Result<EngineAnswer, std::string> read_liveness_answer(const std::string& body,
                                                       std::string_view request_id);

// ---- evaluations ------------------------------------------------------------
// Each has one check, which is PASSED only for a Yes. Without an answer it is NOT_PERFORMED, with
// the code CHECK_NOT_AVAILABLE.
MatchEvaluation match_evaluation(const std::optional<EngineAnswer>& answer);
Evaluation liveness_evaluation(const std::optional<EngineAnswer>& answer);

}  // namespace countersign::http
