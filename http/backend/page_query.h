#pragma once
#include <cstdint>

#include "core/ids.h"
#include "core/result.h"
#include "http/call/call.h"
#include "http/call/problem.h"

namespace countersign::http {

// The parameters of a call that reads a list page by page.
struct PageQuery {
  Sequence after;  // the `next` of the page before
  std::uint64_t limit = 100;
};

Result<PageQuery, Problem> read_page_query(const Call& call);

}  // namespace countersign::http
