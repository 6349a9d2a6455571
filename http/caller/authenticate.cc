#include "http/caller/authenticate.h"

#include <algorithm>

#include "core/ids.h"
#include "events/crypto/secret.h"
#include "http/call/machine_problem.h"
#include "http/caller/idempotency.h"
#include "http/edge/socket/address_block.h"
#include "http/limits/rate_limiter.h"
#include "http/secrets/credential_hash.h"
#include "http/secrets/session_token_issuer.h"
#include "http/wire/cors.h"
#include "projections/queries/caller_lookup.h"

namespace countersign::http {
namespace {

constexpr std::size_t kCredentialMaxLength = 256;

// ---- devices ----------------------------------------------------------------

std::optional<std::string_view> token_of(const RequestHead& head) {
  const auto value = head.headers.find("authorization");
  if (!value || head.headers.count("authorization") > 1) return std::nullopt;
  return bearer_token(*value);
}

// Returns whether a call of an ended session repeats one that was answered before.
Result<bool, Problem> may_be_repeated(CallerService& service,
                                      const Session& session,
                                      const RequestHead& head) {
  const auto key = idempotency_key_of(head);
  if (!key || !*key) return false;
  return service.idempotency.is_known(stream_of(session.id), **key);
}

bool take_rate(CallerService& service,
               const CallPtr& call,
               RateClass limited,
               std::string_view key,
               const Rate& rate) {
  const auto exceeded = exceeded_rate(service, call, limited, key, rate);
  if (exceeded) call->refuse(*exceeded);
  return !exceeded;
}

// The devices that have lost a session share a rate of their own, so that they take nothing from
// the device that has it. Each that may take it back has another.
std::string rate_key_of(const Session& session, const TokenHash& token) {
  std::string key = to_string(session.id);
  if (!is_handed_off(session, token)) return key;
  return key + (may_take_back(session, token) ? "-" + to_hex(token.value()) : "-older");
}

enum class Ended : std::uint8_t { Refused, MayRepeat };

std::optional<DeviceSession> authenticate_bearer(CallerService& service,
                                                 const CallPtr& call,
                                                 Ended ended) {
  const auto refuse = [&](const Problem& problem) -> std::optional<DeviceSession> {
    call->refuse(problem);
    return std::nullopt;
  };
  const auto token = token_of(call->head());
  if (!token) return refuse({.code = ProblemCode::SessionInvalid});
  const TokenHash hash = hash_of_token(*token);
  auto found = service.data.queries().session_by_token(hash);
  if (!found) return refuse(problem_of(found.error()));
  if (!*found) return refuse({.code = ProblemCode::SessionInvalid});
  Session& session = **found;
  if (!takes_device_calls(session, service.clock.now())) {
    if (ended == Ended::Refused) return refuse({.code = ProblemCode::SessionInvalid});
    const auto repeated = may_be_repeated(service, session, call->head());
    if (!repeated) return refuse(repeated.error());
    if (!*repeated) return refuse({.code = ProblemCode::SessionInvalid});
  }
  if (!is_origin_allowed(service.settings, session, call->head())) {
    return refuse({.code = ProblemCode::OriginNotAllowed});
  }
  const bool handed_off = is_handed_off(session, hash);
  const std::string key = rate_key_of(session, hash);
  if (!take_rate(service, call, RateClass::Device, key, service.settings.device_rate)) {
    return std::nullopt;
  }
  if (handed_off && !call->endpoint()->after_handoff) {
    return refuse({.code = ProblemCode::HandedOff});
  }
  return DeviceSession{std::move(session), hash};
}

// ---- clients ----------------------------------------------------------------

std::optional<std::string_view> only_header(const RequestHead& head, std::string_view name) {
  if (head.headers.count(name) != 1) return std::nullopt;
  return head.headers.find(name);
}

// Compares with kSecretsMax hashes, however many the client has, so that the time does not depend
// on it.
bool has_secret(const Client& client, const SecretHash& given) {
  bool matches = false;
  for (std::size_t i = 0; i < kSecretsMax; ++i) {
    const bool there = i < client.secrets.size();
    const SecretHash stored = there ? client.secrets[i].secret : SecretHash{};
    const bool equal = equal_in_constant_time(ByteView(stored.value()), ByteView(given.value()));
    matches = matches || (there && equal);
  }
  return matches;
}

Rate rate_of(const CallerService& service, const Client& client, RateClass limited) {
  switch (limited) {
    case RateClass::Create:
      return client.policy.create_rate.value_or(service.settings.create_rate);
    case RateClass::Read:
      return client.policy.read_rate.value_or(service.settings.read_rate);
    case RateClass::Purge:
      return service.settings.purge_rate;
    case RateClass::Bundle:
      return client.policy.bundle_rate.value_or(service.settings.bundle_rate);
    case RateClass::None:
    case RateClass::Device:
    case RateClass::Redeem:
    case RateClass::AuthFailure:
    case RateClass::Login:
    case RateClass::Challenge:
    case RateClass::Replay:
    case RateClass::Review:
    case RateClass::Look:
    case RateClass::Report:
      break;
  }
  check(false, "the rate class of a client's request is Create, Read, Purge or Bundle");
  return {};
}

// The only answer for a call that authenticate_owner() refuses as unknown.
void refuse_as_unknown(const CallPtr& call) {
  call->refuse(
      {.code = ProblemCode::NotFound,
       .detail = "The session does not exist, or the credentials do not give access to it."});
}

std::optional<Client> client_of_headers(CallerService& service,
                                        const CallPtr& call,
                                        bool& answered) {
  const RequestHead& head = call->head();
  auto checked = check_credentials(service,
                                   call,
                                   only_header(head, "x-svc-client-key"),
                                   only_header(head, "x-svc-client-secret"));
  if (checked) return std::move(*checked);
  if (checked.error().fault != CredentialFault::Wrong) {
    call->refuse(checked.error().problem);
    answered = true;
  }
  return std::nullopt;
}

}  // namespace

std::optional<DeviceSession> authenticate_device(CallerService& service, const CallPtr& call) {
  return authenticate_bearer(service, call, Ended::Refused);
}

std::optional<DeviceSession> authenticate_repeatable(CallerService& service, const CallPtr& call) {
  return authenticate_bearer(service, call, Ended::MayRepeat);
}

Result<Client, CredentialProblem> check_credentials(CallerService& service,
                                                    const CallPtr& call,
                                                    std::optional<std::string_view> key,
                                                    std::optional<std::string_view> secret) {
  // A missing or overlong key or secret is replaced by one that no client has. The request is then
  // handled like one with other wrong credentials.
  const bool well_formed = key && secret && !key->empty() && !secret->empty() &&
                           key->size() <= kCredentialMaxLength &&
                           secret->size() <= kCredentialMaxLength;
  const ClientKey client_key(std::string(well_formed ? *key : "nobody"));
  const SecretHash given = hash_of_secret(well_formed ? *secret : "nothing");
  auto found = CallerLookup(service.data.log().views()).client(client_key);
  if (!found) {
    return CredentialProblem{CredentialFault::Unavailable, problem_of(found.error())};
  }
  Client& client = *found;
  const bool right = has_secret(client, given);
  if (right && well_formed && client.registered && !client.disabled) return std::move(client);
  // Only wrong credentials are counted and limited. A right secret is not refused because of
  // failures of others at its address: it has 256 random bits, so unlimited guessing gains nothing.
  if (auto exceeded = failed_authentication(service, call)) {
    return CredentialProblem{CredentialFault::TooManyFailures, *std::move(exceeded)};
  }
  return CredentialProblem{};
}

std::optional<Problem> failed_authentication(CallerService& service, const CallPtr& call) {
  const std::string address = address_block_name(call->head().peer_address);
  RateDecision failed =
      service.limiter.take(RateClass::AuthFailure, address, service.settings.auth_failure_rate);
  if (failed.allowed) {
    service.metrics.count(Counter::AuthenticationFailures);
    return std::nullopt;
  }
  call->limited(std::move(failed.policy), std::move(failed.state));
  service.metrics.rate_limited(call->operation());
  return Problem{.code = ProblemCode::RateLimited,
                 .retry_after_seconds = failed.retry_after_seconds};
}

std::optional<Problem> exceeded_rate(CallerService& service,
                                     const CallPtr& call,
                                     RateClass limited,
                                     std::string_view key,
                                     const Rate& rate) {
  RateDecision decision = service.limiter.take(limited, key, rate);
  call->limited(std::move(decision.policy), std::move(decision.state));
  if (decision.allowed) return std::nullopt;
  service.metrics.rate_limited(call->operation());
  return Problem{.code = ProblemCode::RateLimited,
                 .retry_after_seconds = decision.retry_after_seconds};
}

bool is_origin_allowed(const ServiceSettings& settings,
                       const Session& session,
                       const RequestHead& head) {
  if (session.origin_allowlist.empty()) return true;
  const auto origin = head.headers.find("origin");
  if (!origin) return true;  // a native client sends no Origin
  if (head.headers.count("origin") > 1) return false;
  const auto normalised = normalised_client_origin(*origin);
  if (!normalised) return false;
  return *normalised == settings.public_origin ||
         std::ranges::count(session.origin_allowlist, *normalised) > 0;
}

bool keep_client_rate(CallerService& service, const CallPtr& call, const Client& client) {
  const RateClass limited = call->endpoint()->rate;
  if (limited == RateClass::None) return true;
  return take_rate(service, call, limited, client.key.value(), rate_of(service, client, limited));
}

std::optional<AuthenticatedClient> authenticate_client(CallerService& service,
                                                       const CallPtr& call) {
  bool answered = false;
  auto client = client_of_headers(service, call, answered);
  if (answered) return std::nullopt;
  if (!client) {
    refuse_as_unknown(call);
    return std::nullopt;
  }
  if (!keep_client_rate(service, call, *client)) return std::nullopt;
  return AuthenticatedClient{std::move(*client)};
}

std::optional<AuditorClient> authenticate_auditor(CallerService& service, const CallPtr& call) {
  auto caller = authenticate_client(service, call);
  if (!caller) return std::nullopt;
  if (!caller->client.policy.auditor) {
    call->refuse({.code = ProblemCode::Forbidden, .detail = "This client is not an auditor."});
    return std::nullopt;
  }
  return AuditorClient{std::move(caller->client)};
}

std::optional<OwnedSession> authenticate_owner(CallerService& service, const CallPtr& call) {
  bool answered = false;
  auto client = client_of_headers(service, call, answered);
  if (answered) return std::nullopt;

  // An owner is looked up whether or not the credentials are right. Without a client it is never
  // the owner of the requested session, so that not even the time of the lookup reveals anything
  // about it.
  const auto parameter = call->parameters().empty() ? std::string() : call->parameters().front();
  const auto id = parse_uuid(parameter);
  const SessionId session_id(client ? id.value_or(Uuid{}) : Uuid{});
  const auto owner = CallerLookup(service.data.log().views()).owner(session_id);
  if (!owner) {
    call->refuse(problem_of(owner.error()));
    return std::nullopt;
  }
  const bool owned = client && id && *owner == client->key;
  // Guessing session ids with valid credentials is limited like the call itself. The answer stays
  // the same as without valid credentials, without rate limit headers.
  if (client && !keep_client_rate(service, call, *client)) return std::nullopt;
  if (!owned) {
    call->limited({}, {});
    refuse_as_unknown(call);
    return std::nullopt;
  }
  auto session = service.data.queries().session(session_id);
  if (!session || !*session) {
    call->refuse(session ? Problem{} : problem_of(session.error()));
    return std::nullopt;
  }
  return OwnedSession{std::move(*client), std::move(**session)};
}

}  // namespace countersign::http
