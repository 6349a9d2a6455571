#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/random_source.h"

namespace countersign::http {

// Logins that have begun and not ended, in memory. Each belongs to the browser that began it, ends
// at most once, and is forgotten after ten minutes; when there are too many, the oldest is
// forgotten, so that a flood costs others the beginning of a login and this server no memory.
//
// Threading: one thread at a time.
class LoginTransactions {
 public:
  static constexpr std::size_t kMax = 4096;
  static constexpr std::chrono::minutes kLifetime{10};

  explicit LoginTransactions(RandomSource& random) : random_(random) {}

  // What a login needs; each text is base64url of 256 random bits. Only hashes of `state` and
  // `browser` are kept.
  struct Begun {
    std::string state;     // comes back with the provider's answer
    std::string browser;   // only the browser has it, in a cookie
    std::string nonce;     // comes back in the ID token
    std::string verifier;  // of PKCE, RFC 7636
  };
  Begun begin(SteadyTime now);

  struct Taken {
    std::string nonce;
    std::string verifier;
  };
  // Ends a login. Returns nullopt if there is none of this state, if it is too old, and if another
  // browser began it, which does not end it.
  std::optional<Taken> take(std::string_view state, std::string_view browser, SteadyTime now);

  std::size_t size() const { return waiting_.size(); }

 private:
  struct Waiting {
    Digest browser{};
    Taken taken;
    SteadyTime begun_at{};
  };

  std::string random_text();
  void forget_old(SteadyTime now);

  RandomSource& random_;
  std::map<Digest, Waiting> waiting_;  // by the hash of their state
  std::deque<Digest> in_order_;        // of their beginnings; some may have ended
};

}  // namespace countersign::http
