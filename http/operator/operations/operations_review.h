#pragma once
#include <optional>
#include <string>

#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The input of the report of the console.
namespace countersign::http {

struct AskedReport {
  std::optional<std::string> from{};
  std::optional<std::string> to{};
  bool sandbox = false;
};
template <>
inline constexpr auto members_of<AskedReport> =
    members(Member{"from",
                   &AskedReport::from,
                   "The first day, or a time of it; 30 days before the end if it is left out.",
                   kLeftOut},
            Member{"to",
                   &AskedReport::to,
                   "The day, or time, before which the report ends; now if it is left out.",
                   kLeftOut},
            Member{"sandbox",
                   &AskedReport::sandbox,
                   "Whether to count the sandbox's cases instead of those of persons.",
                   kLeftOut});

}  // namespace countersign::http
