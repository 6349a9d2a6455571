#include "http/backend/page_query.h"

#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::uint64_t kLimitMax = 500;
constexpr std::uint64_t kSequenceMax = (1ull << 53) - 1;

Problem wrong(std::string field, std::string detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::move(detail),
          .field = std::move(field)};
}

}  // namespace

Result<PageQuery, Problem> read_page_query(const Call& call) {
  PageQuery query;
  if (const auto text = call.query("after")) {
    const auto after = parse_whole(*text, kSequenceMax);
    if (!after)
      return wrong("after", "The parameter `after` must be the `next` of an earlier answer.");
    query.after = Sequence(*after);
  }
  if (const auto text = call.query("limit")) {
    const auto limit = parse_whole(*text, kLimitMax);
    if (!limit || *limit == 0)
      return wrong("limit", "The parameter `limit` must be a number from 1 to 500.");
    query.limit = *limit;
  }
  return query;
}

}  // namespace countersign::http
