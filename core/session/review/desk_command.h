#pragma once
#include <cstdint>
#include <string>

#include "core/utc_time.h"

// The commands that order the work on cases. session_command.h lists all commands of the stream.
namespace countersign {

// The server says that the case is overdue.
struct ReportOverdue {
  UtcTime at;
  std::uint64_t due_ms = 0;  // by the client's policy, on the writer's thread; 0: no due time
};

// A supervisor gives the case to a registered reviewer.
struct AssignReview {
  UtcTime at;
  std::string reviewer;  // the supervisor
  std::string to;
  UtcTime until;
};

// A supervisor takes the case back from the reviewer whom it was assigned to.
struct UnassignReview {
  UtcTime at;
  std::string reviewer;
};

// A reviewer gives the case up to a supervisor. The caller has checked the words, which are sealed.
struct HandOverReview {
  UtcTime at;
  std::string reviewer;
  bool at_any_assignment = false;  // as of ClaimReview
};

}  // namespace countersign
