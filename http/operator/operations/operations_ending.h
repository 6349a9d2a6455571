#pragma once
#include <string>

#include "core/ids.h"
#include "http/body/reason_rule.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations by which operators end what a client cannot end any more.
namespace countersign::http {

// The name of a session with the reason to end it, or its files.
struct AskedEnding {
  SessionId session;
  std::string reason;
};
template <>
inline constexpr auto members_of<AskedEnding> =
    members(Member{"sessionId", &AskedEnding::session},
            Member{"reason",
                   &AskedEnding::reason,
                   "The reason, which the log keeps and the client reads.",
                   kReason});

struct ClosedClient {
  ClientKey client;
  std::string purge_at{};
  bool purge_now = false;
  std::string reason{};
};
template <>
inline constexpr auto members_of<ClosedClient> = members(
    Member{"clientKey", &ClosedClient::client},
    Member{"purgeAt",
           &ClosedClient::purge_at,
           "The time from which on no file is kept, as RFC 3339, or a day, which begins at 00:00 "
           "UTC. A time in the past is refused, unless an earlier call has named the same.",
           {.left_out = true, .max_length = 64}},
    Member{"purgeNow",
           &ClosedClient::purge_now,
           "True in place of `purgeAt`: no file is kept from now on.",
           kLeftOut},
    Member{"reason", &ClosedClient::reason, "The reason, which the log keeps.", kReasonLeftOut});

}  // namespace countersign::http
