#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "http/call/call.h"
#include "http/call/problem.h"

namespace countersign::http {

// The parameters of a query with their values, decoded, in their order. Refuses a parameter that is
// there twice, and a percent sign without two hexadecimal digits.
using QueryPairs = std::vector<std::pair<std::string, std::string>>;
Result<QueryPairs, Problem> pairs_of_query(std::string_view query);

// The problem of a query that has a parameter which the call's row does not name, or that
// pairs_of_query() refuses; nullopt if there is none. The problem names no unknown parameter: its
// name is a stranger's text. REQUIRES: the call is routed.
std::optional<Problem> query_fault(const Call& call);

// The parameters of a call that reads a list page by page. Each query that query_fault() finds
// wrong is refused.
struct PageQuery {
  Sequence after;  // the `next` of the page before
  std::uint64_t limit = 100;
};

Result<PageQuery, Problem> read_page_query(const Call& call);

}  // namespace countersign::http
