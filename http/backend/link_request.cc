#include "http/backend/link_request.h"

#include <chrono>
#include <string>
#include <tuple>

#include "core/event/capture_page.h"
#include "http/body/body_of.h"

namespace countersign::http {
namespace {

std::uint64_t seconds_in(Duration time) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

}  // namespace

template <>
constexpr auto members_of<LinkRequest> = members(Member{
    kLinkTtl,
    &LinkRequest::link_ttl,
    "Seconds that the link lives, within the client's limit; without it as long as "
    "a token.",
    {.left_out = true, .minimum = kLinkTtlMinSeconds, .maximum = kLinkTtlMaxMs / 1000}});

Problem link_ttl_problem(Duration max) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "The linkTtl must be a whole number of seconds, from 60 to " +
                    std::to_string(seconds_in(max)) + " for this client.",
          .field = std::string(kLinkTtl)};
}

Result<LinkRequest, Problem> parse_link_request(std::string_view body, Duration max) {
  constexpr BodyRules kRules{.may_be_empty = true, .values_first = true};
  auto link_ttl = std::get<0>(members_of<LinkRequest>);
  link_ttl.rule.maximum = seconds_in(max);
  LinkRequest request;
  const BodyText text(body, kRules);
  BodyReader in(text.object(), kRules);
  in.read(link_ttl, request.link_ttl);
  const auto problem = in.problem();
  if (!problem) return request;
  return problem->field ? link_ttl_problem(max) : *problem;
}

Schema link_request_schema() { return schema_of<LinkRequest>("RenewLink"); }

}  // namespace countersign::http
