#include "http/review/passkey/assertion_check.h"

#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/passkey/assertion.h"

namespace countersign::http {

Result<std::uint32_t, Problem> check_assertion(const ReviewSite& site,
                                               SignCounters& counters,
                                               const Reviewer& reviewer,
                                               const AssertionResponse& response,
                                               std::string_view challenge) {
  const Problem refused{.code = ProblemCode::ReviewLoginFailed};
  const OwnedPasskey* owned = find_passkey(reviewer, response.id);
  // A passkey of another address of the console is unknown here, whatever it signed there.
  if (owned == nullptr || owned->passkey.origin != site.origin) return refused;
  const Passkey& passkey = owned->passkey;
  auto spki = from_base64url(passkey.spki);
  if (!spki) return refused;
  const auto counter = verify_assertion({*std::move(spki), passkey.relying_party, passkey.origin},
                                        response.authenticator_data,
                                        response.client_data,
                                        response.signature,
                                        challenge);
  if (!counter || !counters.advance(passkey.id, passkey.counter, *counter)) return refused;
  return *counter;
}

}  // namespace countersign::http
