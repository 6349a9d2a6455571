#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "events/crypto/secret.h"

namespace countersign::http {

// Logins that have begun and not ended. Each belongs to the browser and the page that began it,
// ends at most once, and is good for ten minutes. A login that has begun takes no memory here, so
// that nobody's beginnings push out another's: its state is its time and its page under a keyed
// hash, and what else it needs is derived from what the browser keeps. The states that have ended
// are remembered while they would be good, the newest kEndedMost of them.
//
// Thread-safe.
class LoginTransactions {
 public:
  static constexpr std::size_t kEndedMost = 65'536;
  static constexpr std::chrono::minutes kLifetime{10};

  // `random` outlives this object.
  explicit LoginTransactions(RandomSource& random)
      : random_(random), key_(SecretBytes<32>::random(random)) {}

  // The values that a new login needs; each text is base64url.
  struct Begun {
    std::string state;     // comes back with the provider's answer
    std::string browser;   // 256 random bits that only the browser has, in a cookie
    std::string nonce;     // comes back in the ID token
    std::string verifier;  // of PKCE, RFC 7636
  };
  // `page` names the page that begins: the hash of a key that the page alone has.
  Begun begin(const Digest& page, SteadyTime now) const;

  // Returns whether take() would end a login.
  bool is_open(std::string_view state, std::string_view browser, SteadyTime now) const;

  struct Taken {
    Digest page;
    std::string nonce;
    std::string verifier;
  };
  // Ends a login. Returns nullopt if this object has not begun it, if it is too old, if it has
  // ended before, and if another browser began it, which does not end it.
  std::optional<Taken> take(std::string_view state, std::string_view browser, SteadyTime now);

  // How many ended logins are remembered.
  std::size_t ended() const;

 private:
  // The hash of a login under the key: for another purpose another one. `begun` is when and where
  // the login has begun, the first bytes of its state.
  Digest keyed(std::string_view purpose, std::string_view begun, std::string_view browser) const;
  // The hash in the state of a login that is good but for its having ended.
  std::optional<Digest> good(std::string_view state,
                             std::string_view browser,
                             SteadyTime now) const;
  void forget_old(SteadyTime now) REQUIRES_LOCK(mutex_);

  RandomSource& random_;
  const SecretBytes<32> key_;
  mutable Mutex mutex_;
  std::set<Digest> ended_ GUARDED_BY(mutex_);
  std::deque<std::pair<SteadyTime, Digest>> in_order_ GUARDED_BY(mutex_);  // of their ends
};

}  // namespace countersign::http
