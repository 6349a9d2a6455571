#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"

// The events by which another device gets the session. session_event.h lists all of the stream.
namespace countersign {

// How a device got its token, other than from the backend: by the link that the creation answered,
// or from another device of the person.
enum class JoinedBy : std::uint8_t { Link, Handoff };
template <>
inline constexpr auto enum_names<JoinedBy> = std::to_array<Named<JoinedBy>>({
    {JoinedBy::Link, "LINK"},
    {JoinedBy::Handoff, "HANDOFF"},
});

struct HandoffOffered {
  CodeHash code;  // the code itself is never stored
  UtcTime expires_at;
  bool operator==(const HandoffOffered&) const = default;
};
template <>
inline constexpr auto fields_of<HandoffOffered> =
    fields(Field{"code", &HandoffOffered::code}, Field{"expiresAt", &HandoffOffered::expires_at});
template <>
inline constexpr EventType event_type<HandoffOffered> = {
    27, 1, "HandoffOffered", "The device asked for a code by which another device can go on."};

struct HandoffRefused {
  CodeHash code;
  bool operator==(const HandoffRefused&) const = default;
};
template <>
inline constexpr auto fields_of<HandoffRefused> = fields(Field{"code", &HandoffRefused::code});
template <>
inline constexpr EventType event_type<HandoffRefused> = {
    28, 1, "HandoffRefused", "A code came with the wrong number; it is spent."};

struct DeviceJoined {
  JoinedBy how = JoinedBy::Link;
  CodeHash code;
  TokenHash token;
  std::optional<UtcTime> expires_at;  // of the token; none: with the token before it
  bool operator==(const DeviceJoined&) const = default;
};
template <>
inline constexpr auto fields_of<DeviceJoined> = fields(Field{"how", &DeviceJoined::how},
                                                       Field{"code", &DeviceJoined::code},
                                                       Field{"token", &DeviceJoined::token},
                                                       Field{"expiresAt",
                                                             &DeviceJoined::expires_at});
template <>
inline constexpr EventType event_type<DeviceJoined> = {
    29,
    2,
    "DeviceJoined",
    "A device redeemed a code for a token; earlier tokens may only ask for the status."};

struct HandoffTakenBack {
  TokenHash token;  // of the device that has the session again
  bool operator==(const HandoffTakenBack&) const = default;
};
template <>
inline constexpr auto fields_of<HandoffTakenBack> = fields(Field{"token",
                                                                 &HandoffTakenBack::token});
template <>
inline constexpr EventType event_type<HandoffTakenBack> = {
    58,
    1,
    "HandoffTakenBack",
    "The device that offered the session goes on itself; the other may only ask for the status."};

struct LinkRenewed {
  CodeHash code;       // of the new link; every earlier one opens nothing
  UtcTime expires_at;  // of the link
  bool operator==(const LinkRenewed&) const = default;
};
template <>
inline constexpr auto fields_of<LinkRenewed> = fields(Field{"code", &LinkRenewed::code},
                                                      Field{"expiresAt", &LinkRenewed::expires_at});
template <>
inline constexpr EventType event_type<LinkRenewed> = {
    59, 1, "LinkRenewed", "The client got a new link for the session; the old one opens nothing."};

struct LinkTakenBack {
  bool operator==(const LinkTakenBack&) const = default;
};
template <>
inline constexpr auto fields_of<LinkTakenBack> = fields<>();
template <>
inline constexpr EventType event_type<LinkTakenBack> = {
    60, 1, "LinkTakenBack", "The client took the session's link back; it opens nothing."};

}  // namespace countersign
