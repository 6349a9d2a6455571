#pragma once
#include <cstdint>
#include <optional>

#include "core/terms.h"

namespace countersign {

// Every reason the domain can say no. The wire's codes and statuses are given
// to these in one table, in http/call/problem.cc.
enum class Refusal : std::uint8_t {
  SessionInvalid,     // unknown, expired, canceled, or already finalized
  SessionNotActive,   // the backend's call needs a session that has not ended
  StepOutOfSequence,  // not the turn of this step or side
  AttemptsExhausted,  // the step has no attempt left
  TooManyChallenges,  // unused nonces are waiting already
  ChallengeInvalid,   // see ChallengeFault
  FilesPurged,        // the bytes are gone
  FileUnknown,        // the session has no such file
  LegalHold,          // bytes under a hold are not purged
  NothingToDo,        // the state asked for is there already
  ClientUnknown,      // or disabled
  ClientExists,       // a client of that key is registered
  TooManySecrets,     // two are active already
  LastSecret,         // a client keeps one secret that works
  SecretUnknown,
  ScopeDenied,          // the purpose is not enabled for the client
  QuotaExceeded,        // the client's sessions of this month are used up
  IdempotencyMismatch,  // the key was used for another request
};

enum class ChallengeFault : std::uint8_t { Expired, AlreadyUsed, Unknown };
template <>
inline constexpr auto enum_names<ChallengeFault> = std::to_array<Named<ChallengeFault>>({
    {ChallengeFault::Expired, "EXPIRED"},
    {ChallengeFault::AlreadyUsed, "ALREADY_USED"},
    {ChallengeFault::Unknown, "UNKNOWN"},
});

struct Rejection {
  Refusal why = Refusal::SessionInvalid;
  std::optional<ChallengeFault> fault{};      // of ChallengeInvalid
  std::optional<CurrentStep> current_step{};  // of StepOutOfSequence
  bool operator==(const Rejection&) const = default;
};

}  // namespace countersign
