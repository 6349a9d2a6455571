#include "http/caller/authenticate_code.h"

#include <utility>

#include "core/client/client.h"
#include "http/caller/authenticate.h"
#include "http/edge/socket/address_block.h"
#include "http/service/credential_hash.h"
#include "projections/queries/caller_lookup.h"

namespace countersign::http {

// A session and a client are looked up whether or not the text is a code, and the failure is
// counted after that.
std::optional<CodeHolder> authenticate_code(CallerService& service,
                                            const CaptureCodes& codes,
                                            const CallPtr& call,
                                            std::string_view code) {
  const auto opened = codes.open(code);
  const CodeHash hash = hash_of_code(code);
  const CallerLookup lookup(service.data.log());
  auto session = lookup.session(opened ? opened->session : SessionId(Uuid{}));
  if (!session) {
    call->refuse(problem_of(session.error()));
    return std::nullopt;
  }
  const auto client = lookup.client(*session ? (*session)->client : ClientKey("nobody"));
  if (!client) {
    call->refuse(problem_of(client.error()));
    return std::nullopt;
  }
  const bool is_good =
      opened && *session && is_active(**session, service.clock.now()) && is_usable(*client);
  if (!is_good) {
    call->refuse(refused_code(service, call));
    return std::nullopt;
  }
  return CodeHolder{std::move(**session), opened->how, hash};
}

Problem refused_code(CallerService& service, const CallPtr& call) {
  auto exceeded = failed_authentication(service, call);
  if (exceeded) return *std::move(exceeded);
  call->limited({}, {});  // the rate of a device tells that there is one
  return {.code = ProblemCode::SessionInvalid, .detail = "The code opens no session."};
}

std::optional<Problem> exceeded_redeem_rate(CallerService& service,
                                            const CallPtr& call,
                                            const Session& session) {
  const std::string key =
      to_string(session.id) + " " + address_block_name(call->head().peer_address);
  return exceeded_rate(service, call, RateClass::Redeem, key, service.settings.device_rate);
}

}  // namespace countersign::http
