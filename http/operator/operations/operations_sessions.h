#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/terms.h"
#include "http/body/body_of.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"
#include "http/wire/reference_text.h"

// The input of the operators' list of sessions.
namespace countersign::http {

struct AskedSessions {
  std::optional<ClientKey> client{};
  std::optional<std::string> user_ref{};
  std::optional<SessionStatus> status{};
  std::optional<ResultStatus> result{};
  std::optional<Purpose> purpose{};
  std::optional<std::string> reason{};
  std::optional<std::string> since{};
  std::optional<std::string> until{};
  std::vector<std::string> labels{};
  bool sandbox = false;
  std::optional<std::string> after{};
  std::uint64_t limit = kPageDefault;
};
template <>
inline constexpr auto members_of<AskedSessions> =
    members(Member{"clientKey",
                   &AskedSessions::client,
                   "Only sessions of this client; by default those of all, disabled ones too.",
                   kLeftOut},
            Member{"userRef", &AskedSessions::user_ref, "Only sessions of this person.", kLeftOut},
            Member{"status", &AskedSessions::status, "Only sessions of this status.", kLeftOut},
            Member{"resultStatus",
                   &AskedSessions::result,
                   "Only sessions with this result, a decision of people included.",
                   kLeftOut},
            Member{"purpose", &AskedSessions::purpose, "Only sessions of this purpose.", kLeftOut},
            Member{"reason",
                   &AskedSessions::reason,
                   "Only sessions with this code among the machine's reasons.",
                   kLeftOut},
            Member{"since",
                   &AskedSessions::since,
                   "The day, or time, from which the sessions were created.",
                   kLeftOut},
            Member{"until",
                   &AskedSessions::until,
                   "The day, or time, before which the sessions were created.",
                   kLeftOut},
            Member{"labels",
                   &AskedSessions::labels,
                   "Only sessions with each of these labels, as `KEY=VALUE`.",
                   {.left_out = true, .max_items = kLabelsMax}},
            Member{"sandbox",
                   &AskedSessions::sandbox,
                   "Whether to list the sandbox's sessions instead of those of persons; without it "
                   "a client that is named has its own.",
                   kLeftOut},
            Member{"after",
                   &AskedSessions::after,
                   "The `next` of an earlier answer, to go on behind it.",
                   kLeftOut},
            Member{"limit",
                   &AskedSessions::limit,
                   "The most sessions in the answer, by default 100.",
                   {.left_out = true, .maximum = kPageMax}});

}  // namespace countersign::http
