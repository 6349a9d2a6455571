#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/reviewer/reviewer_role.h"

namespace countersign::http {

// A rule that maps a role of the identity provider to a grant.
struct RoleRule {
  std::string name;  // as the provider writes it
  RoleGrant grant;

  friend bool operator==(const RoleRule&, const RoleRule&) = default;
};

// Parses `NAME=ROLE[:CLIENT]`. The last `=` counts, because names of directories have some. Without
// a client the role is for all. The error is a sentence's end, and repeats nothing.
Result<RoleRule, std::string> parse_role_rule(std::string_view text);

// The roles of a person whom the provider gives roles of these names: in the order of the rules,
// each once, at most kRolesMax.
std::vector<RoleGrant> granted(const std::vector<RoleRule>& rules,
                               const std::vector<std::string>& names);

}  // namespace countersign::http
