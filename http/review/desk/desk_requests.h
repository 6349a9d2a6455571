#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "http/call/problem.h"

// The bodies of the console's calls that order the work. Each is one JSON object (RFC 8259); a
// member that occurs twice or is not known is refused.
namespace countersign::http {

inline constexpr std::size_t kCasesOfACallMax = 50;

// The body of `unassign`: which cases, each once.
struct UnassignBody {
  std::vector<std::string> cases{};  // ids of sessions

  std::vector<SessionId> sessions() const;
};
Result<UnassignBody, Problem> parse_unassign_body(std::string_view body);

// The body of `assign`.
struct AssignBody {
  std::vector<std::string> cases{};
  std::string reviewer{};  // the id of a registered reviewer

  std::vector<SessionId> sessions() const { return UnassignBody{cases}.sessions(); }
};
Result<AssignBody, Problem> parse_assign_body(std::string_view body);

// The body of `handover`: the words to the supervisors.
Result<std::string, Problem> parse_hand_over_body(std::string_view body);

// Whether words have from 1 to kHandOverWordsMax characters with something to read among them, and
// no control characters but line breaks and tabs.
bool is_hand_over_words(std::string_view text);

}  // namespace countersign::http
