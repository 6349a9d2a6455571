#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/client/client_command.h"
#include "core/client/client_event.h"
#include "core/event/capture_page.h"
#include "core/event/client_policy.h"
#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/utc_time.h"

namespace countersign {

struct ActiveSecret {
  std::uint32_t secret_id = 0;
  SecretHash secret;
  UtcTime added_at;
  bool operator==(const ActiveSecret&) const = default;
};
template <>
inline constexpr auto fields_of<ActiveSecret> = fields(Field{"secretId", &ActiveSecret::secret_id},
                                                       Field{"secret", &ActiveSecret::secret},
                                                       Field{"addedAt", &ActiveSecret::added_at});
static_assert(record_is_sound<ActiveSecret>);

// The client's logo, and the event that has its bytes.
struct ClientLogo {
  LogoFile file;
  Sequence event;
  bool operator==(const ClientLogo&) const = default;
};
template <>
inline constexpr auto fields_of<ClientLogo> = fields(Field{"file", &ClientLogo::file},
                                                     Field{"event", &ClientLogo::event});
static_assert(record_is_sound<ClientLogo>);

// The text that people consent to, and the event that has it.
struct ClientConsent {
  ConsentVersion consent;
  Sequence event;
  bool operator==(const ClientConsent&) const = default;
};
template <>
inline constexpr auto fields_of<ClientConsent> = fields(Field{"consent", &ClientConsent::consent},
                                                        Field{"event", &ClientConsent::event});
static_assert(record_is_sound<ClientConsent>);

// The text of one language, where it has its own.
struct LanguageConsent {
  std::string language;
  ClientConsent text;
  bool operator==(const LanguageConsent&) const = default;
};
template <>
inline constexpr auto fields_of<LanguageConsent> =
    fields(Field{"language", &LanguageConsent::language}, Field{"text", &LanguageConsent::text});
static_assert(record_is_sound<LanguageConsent>);

// A text that the client has or had.
struct KnownConsent {
  ConsentVersion consent;
  std::optional<std::string> language;
  bool operator==(const KnownConsent&) const = default;
};
template <>
inline constexpr auto fields_of<KnownConsent> = fields(Field{"consent", &KnownConsent::consent},
                                                       Field{"language", &KnownConsent::language});
static_assert(record_is_sound<KnownConsent>);

// A customer's backend: the fold of its stream. A value type; `registered` is false until the first
// event. Each call of a client copies this state, so what is large stays in its event.
struct Client {
  bool registered = false;
  bool disabled = false;
  bool sandbox = false;  // fixed at registration, see core/session/sandbox.h
  ClientKey key;
  std::string name;
  ClientPolicy policy;
  std::vector<ActiveSecret> secrets;  // one, or two during rotation
  std::uint32_t last_secret_id = 0;
  UtcTime created_at;
  std::optional<UtcTime> purge_at;  // no file is kept longer; none: the client was not closed
  CapturePage page;
  std::optional<ClientLogo> logo;
  std::optional<ClientConsent> consent;      // of every language without its own
  std::vector<LanguageConsent> consents_in;  // none without `consent`
  std::vector<KnownConsent> consents;        // all that there ever were, the oldest first
  std::uint64_t version = 0;                 // of the stream
  std::uint64_t last_sequence = 0;           // of the last event of the stream
  Sha256 last_leaf;                          // leaf hash of the last event of the stream
  bool operator==(const Client&) const = default;
};
template <>
inline constexpr auto fields_of<Client> = fields(Field{"registered", &Client::registered},
                                                 Field{"disabled", &Client::disabled},
                                                 Field{"sandbox", &Client::sandbox},
                                                 Field{"key", &Client::key},
                                                 Field{"name", &Client::name},
                                                 Field{"policy", &Client::policy},
                                                 Field{"secrets", &Client::secrets},
                                                 Field{"lastSecretId", &Client::last_secret_id},
                                                 Field{"createdAt", &Client::created_at},
                                                 Field{"purgeAt", &Client::purge_at},
                                                 Field{"page", &Client::page},
                                                 Field{"logo", &Client::logo},
                                                 Field{"consent", &Client::consent},
                                                 Field{"consentsIn", &Client::consents_in},
                                                 Field{"consents", &Client::consents},
                                                 Field{"version", &Client::version},
                                                 Field{"lastSequence", &Client::last_sequence},
                                                 Field{"lastLeaf", &Client::last_leaf});
static_assert(record_is_sound<Client>);

inline constexpr std::size_t kSecretsMax = 2;

// Whether the client's credentials are accepted.
inline bool is_usable(const Client& client) { return client.registered && !client.disabled; }

// Whether a client of this name and policy differs from the client in nothing but its periods of
// retention. True also if it does not differ at all.
bool changes_retention_alone(const Client& client,
                             const std::string& name,
                             const ClientPolicy& policy);

// How long the client's files are kept; `server` has the periods that the client does not set.
RetentionPeriods periods_of(const Client& client, const RetentionPeriods& server);

// The text that people of this language are asked to consent to; null if they are asked for none.
const ClientConsent* consent_in(const Client& client, std::string_view language);
// Whether the text is one that the client asks people for now, in any language.
bool is_present(const Client& client, const ConsentVersion& consent);

// Pure: the same client and command always give the same decision. Whether a client may open a
// session is decided in core/session/session_decide.cc.
Decision<ClientEvent> decide(const Client& client, const ClientCommand& command);

// Pure and total: an event has already happened, so it cannot be refused.
void evolve(Client& client, EventRef<ClientEvent> event, const EventPlace& place);

}  // namespace countersign
