#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/reviewer/key_change.h"
#include "core/reviewer/passkey.h"
#include "core/reviewer/reviewer_role.h"
#include "core/schema.h"
#include "core/utc_time.h"

// The events of a reviewer's stream. core/stream/event.h says how an event changes.
namespace countersign {

enum class LoginMethod : std::uint8_t { Passkey, OpenId };
template <>
inline constexpr auto enum_names<LoginMethod> = std::to_array<Named<LoginMethod>>({
    {LoginMethod::Passkey, "PASSKEY"},
    {LoginMethod::OpenId, "OPENID"},
});

struct ReviewerRegistered {
  std::vector<RoleGrant> roles;
  bool operator==(const ReviewerRegistered&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerRegistered> = fields(Field{"roles",
                                                                   &ReviewerRegistered::roles});
template <>
inline constexpr EventType event_type<ReviewerRegistered> = {
    40, 1, "ReviewerRegistered", "A person may review, with these roles. The log has no name."};

struct ReviewerChanged {
  std::vector<RoleGrant> roles;
  bool operator==(const ReviewerChanged&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerChanged> = fields(Field{"roles", &ReviewerChanged::roles});
template <>
inline constexpr EventType event_type<ReviewerChanged> = {
    41, 1, "ReviewerChanged", "The reviewer was given other roles."};

struct ReviewerLinkMade {
  LinkHash link;
  UtcTime expires_at;
  bool operator==(const ReviewerLinkMade&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerLinkMade> = fields(Field{"link", &ReviewerLinkMade::link},
                                                           Field{"expiresAt",
                                                                 &ReviewerLinkMade::expires_at});
template <>
inline constexpr EventType event_type<ReviewerLinkMade> = {
    42,
    1,
    "ReviewerLinkMade",
    "An operator made a link that registers a passkey once; an earlier one is good no more."};

struct ReviewerKeyAdded {
  Passkey passkey;
  std::optional<LinkHash> link;  // that was used up
  KeyWord by = KeyWord::Unsaid;
  std::optional<KeySignature> signature{};  // of KeyWord::Passkey; see key_change.h
  bool operator==(const ReviewerKeyAdded&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerKeyAdded> =
    fields(Field{"passkey", &ReviewerKeyAdded::passkey},
           Field{"link", &ReviewerKeyAdded::link},
           Field{"by", &ReviewerKeyAdded::by},
           Field{"signature", &ReviewerKeyAdded::signature});
template <>
inline constexpr EventType event_type<ReviewerKeyAdded> = {
    43, 2, "ReviewerKeyAdded", "The reviewer registered a passkey, whose public key this is."};

struct ReviewerKeyRevoked {
  std::string passkey;  // its id
  KeyWord by = KeyWord::Unsaid;
  std::optional<KeySignature> signature{};  // as in ReviewerKeyAdded
  bool operator==(const ReviewerKeyRevoked&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerKeyRevoked> =
    fields(Field{"passkey", &ReviewerKeyRevoked::passkey},
           Field{"by", &ReviewerKeyRevoked::by},
           Field{"signature", &ReviewerKeyRevoked::signature});
template <>
inline constexpr EventType event_type<ReviewerKeyRevoked> = {
    44, 2, "ReviewerKeyRevoked", "A passkey of the reviewer stopped being accepted."};

struct ReviewerDisabled {
  std::string reason;
  bool operator==(const ReviewerDisabled&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerDisabled> = fields(Field{"reason",
                                                                 &ReviewerDisabled::reason});
template <>
inline constexpr EventType event_type<ReviewerDisabled> = {
    45, 1, "ReviewerDisabled", "The reviewer may do nothing any more."};

struct ReviewerLoggedIn {
  LoginMethod method = LoginMethod::Passkey;
  std::string passkey;        // its id; empty unless it is the method
  std::uint32_t counter = 0;  // of the passkey
  bool operator==(const ReviewerLoggedIn&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewerLoggedIn> =
    fields(Field{"method", &ReviewerLoggedIn::method},
           Field{"passkey", &ReviewerLoggedIn::passkey},
           Field{"counter", &ReviewerLoggedIn::counter});
template <>
inline constexpr EventType event_type<ReviewerLoggedIn> = {
    46, 1, "ReviewerLoggedIn", "The reviewer logged in to the console."};

using ReviewerEvent = std::variant<ReviewerRegistered,
                                   ReviewerChanged,
                                   ReviewerLinkMade,
                                   ReviewerKeyAdded,
                                   ReviewerKeyRevoked,
                                   ReviewerDisabled,
                                   ReviewerLoggedIn>;
static_assert(events_are_sound<ReviewerEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
