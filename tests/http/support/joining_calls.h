#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/http/support/rig.h"

// The calls by which devices get a session, to a Rig that has a public origin.
namespace countersign::http {

inline constexpr const char* kPublicOrigin = "https://verify.example";

inline ServiceSettings with_public_origin() {
  ServiceSettings settings;
  settings.public_origin = kPublicOrigin;
  return settings;
}

// The code in an address: what follows `#c=`.
inline std::string code_in(const std::string& url) {
  const std::size_t at = url.find("#c=");
  return at == std::string::npos ? std::string() : url.substr(at + 3);
}

inline Rig::Request redemption(const std::string& code,
                               std::optional<std::uint64_t> number = std::nullopt,
                               Headers headers = {}) {
  return {.method = Method::Post,
          .path = "/api/sdk/redeem",
          .headers = std::move(headers),
          .body = number ? fmt::format(R"({{"code":"{}","number":{}}})", code, *number)
                         : fmt::format(R"({{"code":"{}"}})", code)};
}

inline Answer handoff(Rig& rig, const std::string& token) {
  return rig.device(Method::Post, "/api/sdk/handoff", token);
}

// The events of a session with this type.
template <class E>
std::vector<E> events_of(Rig& rig, const std::string& session) {
  std::vector<E> found;
  const auto timeline = rig.data().queries().timeline(SessionId(*parse_uuid(session)));
  REQUIRE(timeline);
  for (const StoredEvent& event : *timeline) {
    if (const auto* one = std::get_if<E>(&event.recorded.event)) found.push_back(*one);
  }
  return found;
}

}  // namespace countersign::http
