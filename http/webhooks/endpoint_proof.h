#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/webhooks/webhook_message.h"

namespace countersign::http {

// Returns whether the body of a 2xx answer shows that its author read the challenge: it is the
// challenge alone, or a JSON object whose member `challenge` is. The request has the challenge in
// `data`, so an echo of the whole request proves nothing. Pure.
bool answers_challenge(std::string_view body, std::string_view challenge);

// The challenge of one endpoint's address. An address gets events only after it has answered one,
// so that nobody can have a stranger's server sent them. Each attempt has a challenge of its own,
// which exists in memory and in the request alone.
//
// Pure, but for the random source. A value; one thread at a time.
class EndpointProof {
 public:
  static constexpr std::uint32_t kAttempts = 6;
  static constexpr std::size_t kAnswerBytesMax = 1024;  // a longer answer is not valid

  enum class Verdict : std::uint8_t {
    Proven,
    Later,    // another attempt follows
    GivenUp,  // that was the last one
    Stale,    // the challenge is no longer in flight
  };

  explicit EndpointProof(UtcTime now) : due_(now) {}

  // When the next attempt is due; nullopt while one is in flight, or after the last one.
  std::optional<UtcTime> next_due() const;
  // Begins an attempt, and returns its challenge. REQUIRES: next_due() has a value.
  std::string begin(RandomSource& random);
  // The attempt with this challenge is over. `body` is that of a 2xx answer; nullopt for any other
  // end.
  Verdict finish(const std::string& challenge,
                 const std::optional<std::string>& body,
                 UtcTime now,
                 RandomSource& random);

 private:
  std::optional<std::string> in_flight_;
  std::uint32_t failed_ = 0;
  UtcTime due_;
};

// The request with a challenge, signed as every delivery. Its id is of this attempt alone.
WebhookMessage challenge_message(const std::string& challenge, UtcTime now, RandomSource& random);
Schema challenge_message_schema();

}  // namespace countersign::http
