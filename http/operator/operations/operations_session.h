#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/session/review/review_event.h"
#include "core/session/review/review_reasons.h"
#include "http/body/body_of.h"
#include "http/body/body_values.h"
#include "http/body/reason_rule.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations on sessions.
namespace countersign::http {

struct NamedSession {
  SessionId session;
};
template <>
inline constexpr auto members_of<NamedSession> = members(Member{"sessionId",
                                                                &NamedSession::session});

struct AskedHold {
  SessionId session;
  std::string reason;
};
template <>
inline constexpr auto members_of<AskedHold> =
    members(Member{"sessionId", &AskedHold::session},
            Member{"reason", &AskedHold::reason, "The reason, which the log keeps.", kReason});

// The reason why is sealed, as a reviewer's note is.
struct AskedCorrection {
  SessionId session;
  ReviewDecision decision = ReviewDecision::Passed;
  ReasonCodes reasons{};
  PlainText why{};
};
template <>
inline constexpr auto members_of<AskedCorrection> =
    members(Member{"sessionId", &AskedCorrection::session},
            Member{"decision",
                   &AskedCorrection::decision,
                   "The decision that counts from now on.",
                   {.wrong = "The member must be PASSED or FAILED."}},
            Member{"reasons",
                   &AskedCorrection::reasons,
                   "Codes, each once.",
                   {.max_length = kReviewReasonLengthMax,
                    .min_items = 1,
                    .max_items = kReviewReasonsMax,
                    .pattern = "^[A-Z0-9_]+$"}},
            Member{"why",
                   &AskedCorrection::why,
                   "Why it is corrected; erased with the session's files.",
                   {.max_length = kReviewNoteMax}});

}  // namespace countersign::http
