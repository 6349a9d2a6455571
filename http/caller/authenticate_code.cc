#include "http/caller/authenticate_code.h"

#include <utility>

#include "core/client/client.h"
#include "http/caller/authenticate.h"
#include "http/edge/socket/address_block.h"
#include "http/secrets/credential_hash.h"
#include "http/secrets/lifetimes.h"
#include "projections/queries/caller_lookup.h"

namespace countersign::http {
namespace {

std::string_view sentence_of(LinkFault fault) {
  switch (fault) {
    case LinkFault::Completed:
      return "The capture was finished.";
    case LinkFault::Expired:
      return "The link has expired.";
    case LinkFault::Canceled:
      return "The session was canceled.";
    case LinkFault::InUse:
      return "A device has begun the capture; the link opens no second one.";
    case LinkFault::TakenBack:
      return "The link was taken back, or another one was made.";
  }
  check(false, "the fault of a link is an enumerator of LinkFault");
  return {};
}

}  // namespace

// A session and a client are looked up whether or not the text is a code, and the failure is
// counted after that.
std::optional<CodeHolder> authenticate_code(CallerService& service,
                                            const CaptureCodes& codes,
                                            const CallPtr& call,
                                            std::string_view code) {
  const auto opened = codes.open(code);
  const CodeHash hash = hash_of_code(code);
  const CallerLookup lookup(service.data.log().views());
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
  if (!opened || !*session || !is_usable(*client)) {
    call->refuse(refused_code(service, call));
    return std::nullopt;
  }
  CodeHolder holder{
      std::move(**session), opened->how, hash, token_ttl_of(*client, service.settings)};
  if (is_active(holder.session, service.clock.now())) return holder;
  call->refuse(refused_holder(service, call, holder));
  return std::nullopt;
}

Problem refused_holder(CallerService& service, const CallPtr& call, const CodeHolder& holder) {
  const UtcTime now = service.clock.now();
  const auto fault = link_fault(holder.session, holder.code, now);
  const bool is_told = holder.how == JoinedBy::Link || !is_active(holder.session, now);
  if (!is_told || !fault) return refused_code(service, call);
  auto exceeded = exceeded_redeem_rate(service, call, holder.session);
  if (exceeded) return *std::move(exceeded);
  Problem problem{.code = ProblemCode::SessionInvalid,
                  .detail = std::string(sentence_of(*fault)),
                  .link = fault};
  const auto& told = holder.session.review.told;
  if (fault == LinkFault::Completed && told) problem.told = told->sentence;
  return problem;
}

Problem refused_code(CallerService& service, const CallPtr& call) {
  auto exceeded = failed_authentication(service, call);
  if (exceeded) return *std::move(exceeded);
  call->limited({}, {});  // the rate of a device would reveal that the device exists
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
