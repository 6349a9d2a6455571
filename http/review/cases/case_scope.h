#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/reviewer/reviewer.h"
#include "core/session/review/review_rights.h"
#include "http/call/call.h"

// The clients whose cases a call is about.
namespace countersign::http {

// The clients for whose cases one of the reviewer's roles has the act, each once and by key;
// nullopt if it has the act for all.
using CoveredClients = std::optional<std::vector<ClientKey>>;
CoveredClients clients_covered(const Reviewer& reviewer, CaseAct act);

// Returns only the client that a call names, if it is one of these; all of them if the call names
// none.
CoveredClients narrowed(CoveredClients covered, const std::optional<ClientKey>& client);

// Returns whether the call asks for the sandbox's cases (`sandbox=true`), which are never among
// those of persons.
Result<bool, Problem> asks_for_sandbox(const Call& call);

}  // namespace countersign::http
