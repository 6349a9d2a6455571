#pragma once
#include <cstdint>
#include <functional>

#include "core/utc_time.h"
#include "events/writer/submission.h"

// Commands to reviewers, drawn at random.
namespace countersign {

// Draws a number below another.
using Pick = std::function<std::uint64_t(std::uint64_t below)>;

// A command to one of two reviewers. Each of them has passkeys of their own, which add and revoke
// one another by signatures that an audit verifies. The same picks make the same command, with the
// same bytes.
Submission to_some_reviewer(UtcTime at, const Pick& pick);

}  // namespace countersign
