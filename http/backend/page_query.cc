#include "http/backend/page_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "http/call/endpoint.h"
#include "http/wire/header_parameters.h"
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

Problem faulty_query(std::string detail) {
  return {.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
}

std::vector<std::string_view> known_to(const Endpoint& row) {
  std::vector<std::string_view> names;
  for (const auto& [parameter, described] : kParameters) {
    if (row.parameters.has(parameter) && described.in == "query") {
      names.push_back(described.name);
    }
  }
  return names;
}

}  // namespace

Result<QueryPairs, Problem> pairs_of_query(std::string_view query) {
  QueryPairs pairs;
  std::set<std::string, std::less<>> seen;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = percent_decoded(pair.substr(0, equals));
    auto value = percent_decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!name || !value) {
      return faulty_query("The query has a percent sign without two hexadecimal digits behind it.");
    }
    if (!seen.insert(*name).second) return faulty_query("The call has a parameter twice.");
    pairs.emplace_back(*std::move(name), *std::move(value));
  }
  return pairs;
}

std::optional<Problem> query_fault(const Call& call) {
  const auto pairs = pairs_of_query(call.head().query);
  if (!pairs) return pairs.error();
  const std::vector<std::string_view> known = known_to(*call.endpoint());
  const bool all_known = std::ranges::all_of(*pairs, [&](const auto& pair) {
    return std::ranges::count(known, std::string_view(pair.first)) > 0;
  });
  if (all_known) return std::nullopt;
  return faulty_query(fmt::format("The call has a parameter that it does not know; it takes {}.",
                                  fmt::join(known, ", ")));
}

Result<PageQuery, Problem> read_page_query(const Call& call) {
  if (auto fault = query_fault(call)) return *std::move(fault);
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
