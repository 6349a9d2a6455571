#include "http/review/oidc/role_rule.h"

#include <algorithm>

#include "core/ascii.h"
#include "core/reviewer/reviewer.h"

namespace countersign::http {
namespace {

constexpr std::size_t kRoleNameMax = 256;
constexpr std::string_view kClientPrefix = "svck_";

bool is_client(std::string_view text) {
  if (text == RoleGrant::kAllClients) return true;
  return text.starts_with(kClientPrefix) && std::ranges::all_of(text, [](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '_';
         });
}

}  // namespace

Result<RoleRule, std::string> parse_role_rule(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == text.npos || equals == 0) return std::string("is not NAME=ROLE[:CLIENT]");
  if (equals > kRoleNameMax) return std::string("has a name that is too long");
  const std::string_view given = text.substr(equals + 1);
  const std::size_t colon = std::min(given.find(':'), given.size());
  const auto role = parse_name<ReviewerRole>(given.substr(0, colon));
  if (!role) return std::string("has a role that is not reviewer, supervisor, auditor or operator");
  RoleRule rule{.name = std::string(text.substr(0, equals)), .grant = {.role = *role}};
  if (colon == given.size()) return rule;
  rule.grant.client = given.substr(colon + 1);
  if (!is_client(rule.grant.client)) return std::string("has a client that is no client key");
  if (!is_possible(rule.grant)) return std::string("has an operator of one client: leave it out");
  return rule;
}

std::vector<RoleGrant> granted(const std::vector<RoleRule>& rules,
                               const std::vector<std::string>& names) {
  std::vector<RoleGrant> grants;
  for (const RoleRule& rule : rules) {
    if (std::ranges::find(names, rule.name) == names.end()) continue;
    if (std::ranges::find(grants, rule.grant) != grants.end()) continue;
    if (grants.size() < kRolesMax) grants.push_back(rule.grant);
  }
  return grants;
}

}  // namespace countersign::http
