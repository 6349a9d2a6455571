#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/event/capture_page.h"
#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/schema.h"

// The events of a client's stream. core/stream/event.h says how an event changes.
namespace countersign {

struct ClientRegistered {
  std::string name;
  ClientPolicy policy;
  std::uint32_t secret_id = 0;  // from 1, within the client
  SecretHash secret;
  bool sandbox = false;  // permanent: no other client event has it
  bool operator==(const ClientRegistered&) const = default;
};
template <>
inline constexpr auto fields_of<ClientRegistered> =
    fields(Field{"name", &ClientRegistered::name},
           Field{"policy", &ClientRegistered::policy},
           Field{"secretId", &ClientRegistered::secret_id},
           Field{"secret", &ClientRegistered::secret},
           Field{"sandbox", &ClientRegistered::sandbox});
template <>
inline constexpr EventType event_type<ClientRegistered> = {
    15, 3, "ClientRegistered", "An operator registered a client with its first secret."};

struct ClientChanged {
  std::string name;
  ClientPolicy policy;
  bool operator==(const ClientChanged&) const = default;
};
template <>
inline constexpr auto fields_of<ClientChanged> = fields(Field{"name", &ClientChanged::name},
                                                        Field{"policy", &ClientChanged::policy});
template <>
inline constexpr EventType event_type<ClientChanged> = {
    16, 3, "ClientChanged", "An operator gave the client another name or policy."};

struct SecretAdded {
  std::uint32_t secret_id = 0;
  SecretHash secret;
  bool operator==(const SecretAdded&) const = default;
};
template <>
inline constexpr auto fields_of<SecretAdded> = fields(Field{"secretId", &SecretAdded::secret_id},
                                                      Field{"secret", &SecretAdded::secret});
template <>
inline constexpr EventType event_type<SecretAdded> = {
    17, 1, "SecretAdded", "A second secret was added, to rotate without an interruption."};

struct SecretRevoked {
  std::uint32_t secret_id = 0;
  bool operator==(const SecretRevoked&) const = default;
};
template <>
inline constexpr auto fields_of<SecretRevoked> = fields(Field{"secretId",
                                                              &SecretRevoked::secret_id});
template <>
inline constexpr EventType event_type<SecretRevoked> = {
    18, 1, "SecretRevoked", "A secret stopped being accepted."};

struct ClientDisabled {
  std::string reason;
  bool operator==(const ClientDisabled&) const = default;
};
template <>
inline constexpr auto fields_of<ClientDisabled> = fields(Field{"reason", &ClientDisabled::reason});
template <>
inline constexpr EventType event_type<ClientDisabled> = {
    19, 1, "ClientDisabled", "The client's credentials stopped being accepted."};

// The client is disabled, if it was not, and from `purge_at` on no file of an ended session is kept
// unless a legal hold keeps it. A later event replaces the time.
struct ClientClosed {
  std::string reason;
  UtcTime purge_at;
  bool operator==(const ClientClosed&) const = default;
};
template <>
inline constexpr auto fields_of<ClientClosed> = fields(Field{"reason", &ClientClosed::reason},
                                                       Field{"purgeAt", &ClientClosed::purge_at});
template <>
inline constexpr EventType event_type<ClientClosed> = {
    70, 1, "ClientClosed", "The client was disabled for good, and its files have a last day."};

struct CapturePageChanged {
  CapturePage page;
  bool operator==(const CapturePageChanged&) const = default;
};
template <>
inline constexpr auto fields_of<CapturePageChanged> = fields(Field{"page",
                                                                   &CapturePageChanged::page});
template <>
inline constexpr EventType event_type<CapturePageChanged> = {
    30, 2, "CapturePageChanged", "An operator changed what the client's capture page shows."};

struct ClientLogoChanged {
  std::optional<LogoFile> logo;  // none: the logo was removed
  std::string bytes;             // of the file, in base64url; empty without a logo
  bool operator==(const ClientLogoChanged&) const = default;
};
template <>
inline constexpr auto fields_of<ClientLogoChanged> =
    fields(Field{"logo", &ClientLogoChanged::logo}, Field{"bytes", &ClientLogoChanged::bytes});
template <>
inline constexpr EventType event_type<ClientLogoChanged> = {
    31, 1, "ClientLogoChanged", "An operator changed the logo of the client's capture page."};

struct ConsentTextChanged {
  std::optional<ConsentVersion> consent;  // none: the text was removed
  std::string text;                       // empty without a consent
  std::optional<std::string> language;    // none: the text of every language without its own
  bool operator==(const ConsentTextChanged&) const = default;
};
template <>
inline constexpr auto fields_of<ConsentTextChanged> =
    fields(Field{"consent", &ConsentTextChanged::consent},
           Field{"text", &ConsentTextChanged::text},
           Field{"language", &ConsentTextChanged::language});
template <>
inline constexpr EventType event_type<ConsentTextChanged> = {
    32, 2, "ConsentTextChanged", "An operator changed the text that people consent to."};

using ClientEvent = std::variant<ClientRegistered,
                                 ClientChanged,
                                 SecretAdded,
                                 SecretRevoked,
                                 ClientDisabled,
                                 ClientClosed,
                                 CapturePageChanged,
                                 ClientLogoChanged,
                                 ConsentTextChanged>;
static_assert(events_are_sound<ClientEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
