#include "http/review/cases/case_scope.h"

#include <algorithm>
#include <utility>

namespace countersign::http {

CoveredClients clients_covered(const Reviewer& reviewer, CaseAct act) {
  std::vector<ClientKey> clients;
  for (const RoleGrant& grant : reviewer.roles) {
    const bool is_for_all = grant.client == RoleGrant::kAllClients;
    if (!may({grant}, act, ClientKey(is_for_all ? std::string() : grant.client))) continue;
    if (is_for_all) return std::nullopt;
    clients.emplace_back(grant.client);
  }
  std::ranges::sort(clients);
  clients.erase(std::unique(clients.begin(), clients.end()), clients.end());
  return clients;
}

// No client's key has a zero byte, which ends a key in the views.
CoveredClients narrowed(CoveredClients covered, const std::optional<ClientKey>& client) {
  if (!client) return covered;
  const bool is_covered = !covered || std::ranges::count(*covered, *client) > 0;
  if (!is_covered || client->value().find('\0') != std::string::npos) {
    return std::vector<ClientKey>();
  }
  return std::vector<ClientKey>{*client};
}

Result<bool, Problem> asks_for_sandbox(const Call& call) {
  const auto given = call.query("sandbox");
  if (!given || *given == "false") return false;
  if (*given == "true") return true;
  Problem problem{.code = ProblemCode::InvalidParameter, .detail = "It must be true or false."};
  problem.field = "sandbox";
  return problem;
}

}  // namespace countersign::http
