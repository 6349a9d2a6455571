#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event.h"
#include "events/upcaster.h"

// Events as they were in earlier versions, and the ways from each version to the next.
// A record that one of these shares with the present ones (ClientPolicy) is copied here
// before it changes.
namespace countersign {

struct SessionCreatedV1 {
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;
  UtcTime expires_at;
  std::uint32_t attempts_allowed = 0;
  std::optional<std::string> user_ref;
  std::vector<std::string> origin_allowlist;
};
template <>
inline constexpr auto fields_of<SessionCreatedV1> =
    fields(Field{"client", &SessionCreatedV1::client},
           Field{"purpose", &SessionCreatedV1::purpose},
           Field{"token", &SessionCreatedV1::token},
           Field{"expiresAt", &SessionCreatedV1::expires_at},
           Field{"attemptsAllowed", &SessionCreatedV1::attempts_allowed},
           Field{"userRef", &SessionCreatedV1::user_ref},
           Field{"originAllowlist", &SessionCreatedV1::origin_allowlist});
static_assert(record_is_sound<SessionCreatedV1>);

struct ClientRegisteredV1 {
  std::string name;
  ClientPolicy policy;
  std::uint32_t secret_id = 0;
  SecretHash secret;
};
template <>
inline constexpr auto fields_of<ClientRegisteredV1> =
    fields(Field{"name", &ClientRegisteredV1::name},
           Field{"policy", &ClientRegisteredV1::policy},
           Field{"secretId", &ClientRegisteredV1::secret_id},
           Field{"secret", &ClientRegisteredV1::secret});
static_assert(record_is_sound<ClientRegisteredV1>);

// Before there were sandboxes, nothing was one.
inline SessionCreated with_sandbox(const SessionCreatedV1& old) {
  return {old.client,
          old.purpose,
          old.token,
          old.expires_at,
          old.attempts_allowed,
          old.user_ref,
          old.origin_allowlist,
          false};
}
inline ClientRegistered with_sandbox(const ClientRegisteredV1& old) {
  return {old.name, old.policy, old.secret_id, old.secret, false};
}

inline constexpr std::array kUpcasters{
    upcaster<static_cast<SessionCreated (*)(const SessionCreatedV1&)>(&with_sandbox)>(
        "SessionCreated", 1),
    upcaster<static_cast<ClientRegistered (*)(const ClientRegisteredV1&)>(&with_sandbox)>(
        "ClientRegistered", 1),
};

}  // namespace countersign
