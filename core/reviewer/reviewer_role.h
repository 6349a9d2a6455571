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
// also corrects and reads reports, an auditor reads reports, and cases without their pictures.
enum class ReviewerRole : std::uint8_t { Reviewer, Supervisor, Auditor };
template <>
inline constexpr auto enum_names<ReviewerRole> = std::to_array<Named<ReviewerRole>>({
    {ReviewerRole::Reviewer, "reviewer"},
    {ReviewerRole::Supervisor, "supervisor"},
    {ReviewerRole::Auditor, "auditor"},
});

// A role for the cases of one client, or of all.
struct RoleGrant {
  static constexpr std::string_view kAllClients = "*";

  ReviewerRole role = ReviewerRole::Reviewer;
  std::string client = std::string(kAllClients);  // a client key, or kAllClients

  bool covers(const ClientKey& of) const { return client == kAllClients || client == of.value(); }
  bool operator==(const RoleGrant&) const = default;
};
template <>
inline constexpr auto fields_of<RoleGrant> = fields(Field{"role", &RoleGrant::role},
                                                    Field{"client", &RoleGrant::client});
static_assert(record_is_sound<RoleGrant>);

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
    return grant.role == wanted ||
           (wanted == ReviewerRole::Reviewer && grant.role == ReviewerRole::Supervisor);
  });
}

}  // namespace countersign
