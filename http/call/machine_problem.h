#pragma once
#include <cstdint>
#include <string_view>
#include <variant>

#include "events/store_error.h"
#include "events/vault/vault_error.h"
#include "http/call/problem.h"
#include "projections/folder/data_folder.h"

// The answers to failures of the machine: retry later, without details.
namespace countersign::http {

inline constexpr std::uint64_t kRetryAfterSeconds = 1;

Problem unavailable(std::string_view detail);
Problem problem_of(VaultError error);
// A session whose key is gone was purged, and so it has ended. A lost key comes back by nothing
// that a caller waits for, so its problem asks for no retry.
Problem problem_of(const std::variant<KeyFault, StoreError>& error);

}  // namespace countersign::http
