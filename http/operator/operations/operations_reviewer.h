#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/reviewer/reviewer.h"
#include "http/answers/reviewer_members.h"
#include "http/body/reason_rule.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations on reviewers.
namespace countersign::http {

inline constexpr Rule kRoles{.min_items = 1, .max_items = kRolesMax};

inline constexpr Rule kRolesLeftOut{.left_out = true, .min_items = 1, .max_items = kRolesMax};

struct NewReviewer {
  std::string name;
  std::vector<RoleGrant> roles;
};
template <>
inline constexpr auto members_of<NewReviewer> = members(
    Member{"name", &NewReviewer::name, "The person's name, which is kept beside the log."},
    Member{"roles", &NewReviewer::roles, "What the person may do, and for whose cases.", kRoles});

struct ChangedReviewer {
  ReviewerId reviewer;
  std::optional<std::string> name{};
  std::optional<std::vector<RoleGrant>> roles{};
};
template <>
inline constexpr auto members_of<ChangedReviewer> = members(
    Member{"reviewer", &ChangedReviewer::reviewer},
    Member{"name", &ChangedReviewer::name, {}, kLeftOut},
    Member{
        "roles", &ChangedReviewer::roles, "All roles of the reviewer from now on.", kRolesLeftOut});

struct NamedReviewer {
  ReviewerId reviewer;
};
template <>
inline constexpr auto members_of<NamedReviewer> = members(Member{"reviewer",
                                                                 &NamedReviewer::reviewer});

struct NamedPasskey {
  ReviewerId reviewer;
  std::string passkey;
};
template <>
inline constexpr auto members_of<NamedPasskey> = members(
    Member{"reviewer", &NamedPasskey::reviewer},
    Member{"passkey", &NamedPasskey::passkey, "The id of the passkey.", {.max_length = 1364}});

struct DisabledReviewer {
  ReviewerId reviewer;
  std::string reason{};
};
template <>
inline constexpr auto members_of<DisabledReviewer> = members(
    Member{"reviewer", &DisabledReviewer::reviewer},
    Member{
        "reason", &DisabledReviewer::reason, "The reason, which the log keeps.", kReasonLeftOut});

}  // namespace countersign::http
