#pragma once
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

// The console's side of the identity provider: a thread that asks it, with a line for each address,
// and what its people are here.
//
// Threading: safe from any thread. Ownership: owns the thread; `random` and `clock` outlive it.
class ProviderLogin {
 public:
  // Told why somebody is not logged in, on the thread that asks. Must not block.
  using Notice = std::function<void(const LoginRefusal& refusal)>;

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

  // Runs `work` on the thread that asks. Returns false, without taking it, if too much waits there
  // for the address or for all.
  using Work = std::function<void(OidcLogin& login)>;
  bool submit(std::string_view peer_address, Work work);

  // Which reviewer the provider's subject is: a keyed hash of issuer and subject, so that the same
  // person is the same reviewer for ever, and nobody learns who it is by trying names.
  ReviewerId reviewer_of_subject(std::string_view subject) const;

  std::vector<RoleGrant> roles_of(const std::vector<std::string>& names) const {
    return granted(settings_.roles, names);
  }

  void tell(const LoginRefusal& refusal) const { notice_(refusal); }

  // Ends what is asked, finishes what waits, and takes nothing more. Idempotent.
  void stop();

 private:
  const ProviderLoginSettings settings_;
  const SecretBytes<32> person_key_;
  const Notice notice_;
  OidcLogin login_;
  FairPool thread_;
};

}  // namespace countersign::http
