#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include "core/machine/steady_now.h"
#include "core/random_source.h"
#include "core/reviewer/challenge_purpose.h"
#include "events/crypto/secret.h"

namespace countersign::http {

// The challenges of logins and registrations. The server keeps none of them: behind its purpose a
// challenge has the time, random bytes, and a keyed hash of both and of its ceremony's name. So
// however many a stranger begins, nobody else's is forgotten. The key is drawn at each start: a
// challenge ends with the server, and kLifetime after it was made. SpentChallenges sees to it that
// each is used once; only good answers enter there.
//
// Thread-safe.
class SealedChallenges {
 public:
  static constexpr std::chrono::minutes kLifetime{5};

  // `random` outlives this object.
  explicit SealedChallenges(RandomSource& random, SteadyNow now = steady_now);

  // The bytes of a new challenge for the ceremony of this name: that of a link, a login, a session.
  std::string make(ChallengePurpose purpose, std::string_view ceremony);
  // Returns whether the challenge was made here for this, and has not ended.
  bool is_open(std::string_view challenge,
               ChallengePurpose purpose,
               std::string_view ceremony) const;

 private:
  std::string sealed(std::string_view open, std::string_view ceremony) const;

  RandomSource& random_;
  const SteadyNow now_;
  const SteadyTime begun_;
  const SecretBytes<32> key_;
};

}  // namespace countersign::http
