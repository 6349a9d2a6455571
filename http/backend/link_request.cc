#include "http/backend/link_request.h"

#include <chrono>
#include <string>
#include <utility>

#include "core/event/capture_page.h"
#include "http/json/members.h"

namespace countersign::http {
namespace {

constexpr std::string_view kLinkTtl = "linkTtl";

struct LinkBody {
  std::uint64_t link_ttl;
};

std::uint64_t seconds_in(Duration time) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

}  // namespace

template <>
constexpr auto members_of<LinkBody> = members(Member{
    kLinkTtl,
    &LinkBody::link_ttl,
    "Seconds that the link lives, within the client's limit; without it as long as "
    "a token.",
    {.left_out = true, .minimum = kLinkTtlMinSeconds, .maximum = kLinkTtlMaxMs / 1000}});

Problem link_ttl_problem(Duration max) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "The linkTtl must be a whole number of seconds, from 60 to " +
                    std::to_string(seconds_in(max)) + " for this client.",
          .field = std::string(kLinkTtl)};
}

Result<Duration, Problem> read_link_ttl(const rapidjson::Value& given, Duration max) {
  const bool is_sound = given.IsUint64() && given.GetUint64() >= kLinkTtlMinSeconds &&
                        given.GetUint64() <= seconds_in(max);
  if (!is_sound) return link_ttl_problem(max);
  return Duration(std::chrono::seconds(given.GetUint64()));
}

Result<LinkRequest, Problem> parse_link_request(std::string_view body, Duration max) {
  LinkRequest request;
  if (body.empty()) return request;
  rapidjson::Document document;
  if (!parse_json(document, body) || !document.IsObject()) {
    return Problem{.code = ProblemCode::InvalidJson};
  }
  bool is_seen = false;
  for (const auto& member : document.GetObject()) {
    if (string_in(member.name) != kLinkTtl) continue;
    if (std::exchange(is_seen, true)) return Problem{.code = ProblemCode::InvalidJson};
    if (member.value.IsNull()) continue;
    const auto ttl = read_link_ttl(member.value, max);
    if (!ttl) return ttl.error();
    request.link_ttl = *ttl;
  }
  return request;
}

Schema link_request_schema() { return schema_of<LinkBody>("RenewLink"); }

}  // namespace countersign::http
