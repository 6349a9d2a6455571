#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/schema.h"

namespace countersign {

// The roles of a person in the console: a reviewer looks at cases and decides them, a supervisor
// also corrects and reads reports, an auditor reads reports, and cases without their pictures. An
// operator reads how the installation does, and nothing of a case: the role is for the whole
// installation, so a grant of it for one client gives nothing.
enum class ReviewerRole : std::uint8_t { Reviewer, Supervisor, Auditor, Operator };
template <>
inline constexpr auto enum_names<ReviewerRole> = std::to_array<Named<ReviewerRole>>({
    {ReviewerRole::Reviewer, "reviewer"},
    {ReviewerRole::Supervisor, "supervisor"},
    {ReviewerRole::Auditor, "auditor"},
    {ReviewerRole::Operator, "operator"},
});

// A role for the cases of one client, or of all.
struct RoleGrant {
  static constexpr std::string_view kAllClients = "*";

  ReviewerRole role = ReviewerRole::Reviewer;
  std::string client = std::string(kAllClients);  // a client key, or kAllClients

  // Whether it is for the cases of the client. An operator has nobody's.
  bool covers(const ClientKey& of) const {
    return role != ReviewerRole::Operator && (client == kAllClients || client == of.value());
  }
  bool operator==(const RoleGrant&) const = default;
};
template <>
inline constexpr auto fields_of<RoleGrant> = fields(Field{"role", &RoleGrant::role},
                                                    Field{"client", &RoleGrant::client});
static_assert(record_is_sound<RoleGrant>);

// Whether the grant gives anything: the role of an operator is given for all clients, or not.
inline bool is_possible(const RoleGrant& grant) {
  return grant.role != ReviewerRole::Operator || grant.client == RoleGrant::kAllClients;
}

// Whether one of `roles` covers the client's cases and is in `wanted`. A supervisor is a reviewer
// too; otherwise no role has another.
inline bool allows(const std::vector<RoleGrant>& roles,
                   ReviewerRole wanted,
                   const ClientKey& client) {
  return std::ranges::any_of(roles, [&](const RoleGrant& grant) {
    const bool fits = grant.role == wanted ||
                      (wanted == ReviewerRole::Reviewer && grant.role == ReviewerRole::Supervisor);
    return fits && grant.covers(client);
  });
}

// The same for any client at all.
inline bool allows_somewhere(const std::vector<RoleGrant>& roles, ReviewerRole wanted) {
  return std::ranges::any_of(roles, [&](const RoleGrant& grant) {
    const bool fits = grant.role == wanted ||
                      (wanted == ReviewerRole::Reviewer && grant.role == ReviewerRole::Supervisor);
    return fits && is_possible(grant);
  });
}

}  // namespace countersign
