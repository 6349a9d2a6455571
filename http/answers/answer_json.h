#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/stream/event.h"
#include "core/terms.h"
#include "core/utc_time.h"
#include "http/answers/thresholds_json.h"
#include "http/json/schema_of.h"

// The bodies of the answers to requests that append. Each is a pure function of the recorded event
// (and of the token or nonce, which is never recorded), so that the same answer can be produced
// again from the log.
namespace countersign::http {

std::string session_json(const SessionId& session,
                         std::string_view token,
                         const std::optional<std::string>& capture_url,
                         const SessionCreated& created);
Schema session_schema();

std::string challenge_json(std::string_view nonce,
                           std::uint64_t expires_in_seconds,
                           const std::optional<ThresholdsJson>& thresholds,
                           const ChallengeIssued& issued);
Schema document_challenge_schema();
Schema liveness_challenge_schema();

// The outcome of a step. Returns nullopt if the event is not a step outcome.
std::optional<std::string> outcome_json(const Event& event);
Schema outcome_schema();

// LivenessNotPossible has an outcome of its own form: nothing was submitted.
Schema not_possible_schema();

std::string finalize_json(const SessionFinalized& finalized);
Schema finalize_schema();

}  // namespace countersign::http
