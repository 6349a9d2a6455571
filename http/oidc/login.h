#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "http/oidc/login_transactions.h"
#include "http/oidc/provider.h"
#include "http/oidc/token/id_token.h"

namespace countersign::http {

// Where a browser goes to log in, and what it has to bring back besides the answer.
struct LoginBegun {
  std::string address;  // of the provider, visible ASCII
  std::string browser;  // for a cookie of the browser that began
};

// The person that the provider has logged in.
struct LoggedIn {
  std::string subject;             // the provider's permanent identifier of the person
  std::string name;                // for people to read, printable; may be ""
  std::vector<std::string> roles;  // as the provider names them
  Digest page{};                   // where the login has begun
};

// Why nobody is logged in.
enum class LoginFault : std::uint8_t {
  ProviderFails,  // it cannot be asked, or it is not what the operator has said
  Stale,          // no login waits for this: too old, used before, or begun in another browser
  Refused,        // the provider has not logged the person in
  NotBelieved,    // its answer or its ID token is not right
};
struct LoginRefusal {
  LoginFault fault;
  std::string why;  // for the operator's log; nothing of a token, and nothing that a stranger wrote
};

// Logs people in at an identity provider: OpenID Connect Core 1.0, the code flow with PKCE
// (RFC 7636, S256), state, nonce and the issuer of the answer (RFC 9207).
//
// Thread-safe. begin() and finish() block while the provider is asked; begin_at_once() and
// wrong_with_answer() never do. `random` and `clock` outlive this object.
class OidcLogin {
 public:
  OidcLogin(OidcSettings settings,
            Secret client_secret,
            RandomSource& random,
            const Clock& clock,
            SteadyNow now = steady_now);

  // `page` is where the login begins: finish() returns it.
  Result<LoginBegun, LoginRefusal> begin(const Digest& page);
  // Returns the result of begin() if that needs no answer of the provider; else nullopt.
  std::optional<Result<LoginBegun, LoginRefusal>> begin_at_once(const Digest& page) const;

  // Why finish() would refuse an answer before it asks the provider; nullopt if it would ask. Ends
  // no login.
  std::optional<LoginRefusal> wrong_with_answer(std::string_view query,
                                                std::string_view browser) const;

  // `query` is that of the redirection, `browser` what begin() has given the browser, or "".
  Result<LoggedIn, LoginRefusal> finish(std::string_view query, std::string_view browser);

  // Ends the requests that wait for the provider, and every later one.
  void cancel() { provider_.cancel(); }

 private:
  Result<LoginBegun, LoginRefusal> begun_at(
      const Result<ProviderMetadata, ProviderFailure>& metadata, const Digest& page) const;
  Result<LoggedIn, LoginRefusal> redeem(std::string_view code,
                                        const LoginTransactions::Taken& login);
  Result<IdToken, LoginRefusal> verified(std::string_view token, std::string_view nonce);

  OidcProvider provider_;
  LoginTransactions transactions_;
  const Clock& clock_;
  const SteadyNow now_;
};

}  // namespace countersign::http
