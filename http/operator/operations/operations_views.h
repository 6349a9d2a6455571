#pragma once
#include <cstdint>
#include <optional>

#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The input of the retention sweep.
namespace countersign::http {

struct AskedSweep {
  bool dry_run = false;
  std::optional<std::uint64_t> limit{};
};
template <>
inline constexpr auto members_of<AskedSweep> = members(
    Member{"dryRun", &AskedSweep::dry_run, "Whether to count only, and change nothing.", kLeftOut},
    Member{"limit", &AskedSweep::limit, "The most sessions to purge.", kLeftOut});

}  // namespace countersign::http
