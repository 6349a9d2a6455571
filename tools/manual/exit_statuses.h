#pragma once
#include <span>
#include <string_view>

namespace countersign {

struct ExitStatus {
  int status;
  std::string_view meaning;
};

// The exit statuses of a program, for its manual page; docs/operators/everyday.md has the same
// table. Empty for an unknown program.
std::span<const ExitStatus> exit_statuses_of(std::string_view program);

}  // namespace countersign
