#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/fair_pool.h"
#include "events/crypto/secret.h"
#include "http/oidc/login.h"
#include "http/review/oidc/role_rule.h"

namespace countersign::http {

// The label under which the key of provider_login.h is derived from the service slot's key.
inline constexpr std::string_view kProviderPersonLabel = "countersign person of a provider";

struct ProviderLoginSettings {
  OidcSettings provider;
  std::vector<RoleRule> roles;
};

// The console's side of the identity provider: threads that ask it and do nothing but wait for it,
// with a line for each address, and what its people are here. An address has kAskingMost answers
// under way; its further ones wait. A slow provider therefore makes no address wait for another's
// answers as long as the answers under way are fewer than the threads.
//
// Thread-safe. Ownership: owns the threads; `random` and `clock` outlive it.
class ProviderLogin {
 public:
  static constexpr std::size_t kThreads = 32;
  static constexpr std::size_t kAskingMost = 4;  // of one address, or of a /64

  // The party without which a refusal does not happen. A stranger causes those of Anybody as often
  // as it likes, and in anybody's browser; they must hide no other.
  enum class Needs : std::uint8_t { Provider, Anybody };
  // Receives the reason why somebody is not logged in, on any thread. The reason has nothing of a
  // token and nothing that a stranger or the provider wrote. Must not block.
  using Notice = std::function<void(Needs needs, std::string_view why)>;

  // `person_key` is KeyRing::derive(kProviderPersonLabel).
  ProviderLogin(ProviderLoginSettings settings,
                Secret client_secret,
                SecretBytes<32> person_key,
                RandomSource& random,
                const Clock& clock,
                Notice notice);
  ~ProviderLogin() { stop(); }
  ProviderLogin(const ProviderLogin&) = delete;
  ProviderLogin& operator=(const ProviderLogin&) = delete;

  // The parts of a login that do not ask the provider, at once and on any thread.
  const OidcLogin& at_once() const { return login_; }

  // Runs `work` on a thread that asks. Returns false, without taking it, if too much waits there
  // for the address or for all.
  using Work = std::function<void(OidcLogin& login)>;
  bool submit(std::string_view peer_address, Work work);

  // Returns the reviewer of a subject of the provider. The id is a keyed hash of issuer and
  // subject, so that the same person is always the same reviewer, and nobody finds out who it is by
  // trying names.
  ReviewerId reviewer_of_subject(std::string_view subject) const;

  std::vector<RoleGrant> roles_of(const std::vector<std::string>& names) const {
    return granted(settings_.roles, names);
  }

  void tell(Needs needs, std::string_view why) const { notice_(needs, why); }

  // Ends what is asked, finishes what waits, and takes nothing more. Idempotent.
  void stop();

 private:
  const ProviderLoginSettings settings_;
  const SecretBytes<32> person_key_;
  const Notice notice_;
  OidcLogin login_;
  FairPool threads_;
};

}  // namespace countersign::http
