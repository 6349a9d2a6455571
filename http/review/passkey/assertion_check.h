#pragma once
#include <cstdint>
#include <string_view>

#include "core/result.h"
#include "core/reviewer/reviewer.h"
#include "http/call/problem.h"
#include "http/review/passkey/credential_json.h"
#include "http/review/passkey/sign_counters.h"
#include "http/settings/review_site.h"

namespace countersign::http {

// Verifies that one of the reviewer's passkeys signed the challenge on this site, and that its
// counter goes on, which spends the assertion. Returns the counter, or one problem for everything
// that may be wrong. Thread-safe.
Result<std::uint32_t, Problem> check_assertion(const ReviewSite& site,
                                               SignCounters& counters,
                                               const Reviewer& reviewer,
                                               const AssertionResponse& response,
                                               std::string_view challenge);

}  // namespace countersign::http
