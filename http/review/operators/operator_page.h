#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/store_error.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/json/json_of.h"
#include "http/review/review_service.h"

namespace countersign::http {

// The page of a list that a call asks for by `?after=` and `?limit=`.
struct OperatorPage {
  static constexpr std::size_t kLimit = 50;
  static constexpr std::size_t kLimitMax = 100;

  std::string after{};  // the `next` of an earlier answer; empty: from the beginning
  std::size_t limit = kLimit;
};

// A page of rows: `next` is the place of the last row if there are more.
template <class Row>
struct RowsPage {
  std::vector<Row> items{};
  std::optional<std::string> next{};
};
template <class Row>
inline constexpr auto members_of<RowsPage<Row>> =
    members(Member{"items", &RowsPage<Row>::items, {}, {.max_items = OperatorPage::kLimitMax}},
            Member{"next", &RowsPage<Row>::next, "Give it as `after`; null: no more follow."});

// Reads `after` and `limit`, and runs `work` on the threads for reads, in the line of the reviewer.
// `work` returns the body of the answer. Answers 400 to a limit that is none, and 503 if there is
// no room.
using OperatorWork = std::function<Result<std::string, StoreError>(const OperatorPage& page)>;
void answer_page(ReviewService& service,
                 const CallPtr& call,
                 const AuthenticatedReviewer& who,
                 OperatorWork work);

// Answers 400: the `after` of the call is no place in the list.
void refuse_place(const CallPtr& call);

}  // namespace countersign::http
