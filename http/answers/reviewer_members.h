#pragma once
#include "core/reviewer/reviewer.h"
#include "http/json/members.h"

// How a reviewer's parts appear in JSON, in the console's answers and in those to operators.
namespace countersign::http {

template <>
inline constexpr auto members_of<RoleGrant> = members(
    Member{"role", &RoleGrant::role},
    Member{"client", &RoleGrant::client, "The client key whose cases it is for, or `*` for all."});

template <>
inline constexpr auto members_of<OwnedPasskey> = members(
    Member{"id", [](const OwnedPasskey& owned) { return owned.passkey.id; }},
    Member{"addedAt", &OwnedPasskey::added_at},
    Member{"lastUsedAt", &OwnedPasskey::last_used_at, "When it logged in last, or null."},
    Member{"by",
           &OwnedPasskey::by,
           "On whose word it was registered: an operator's `LINK`, another `PASSKEY`, or the "
           "identity `PROVIDER`. `UNSAID` by an earlier release."});

}  // namespace countersign::http
