#pragma once
#include <algorithm>
#include <chrono>

#include "core/client/client.h"
#include "core/utc_time.h"
#include "http/settings/service_settings.h"

// How long the credentials of a client's sessions live. Pure.
namespace countersign::http {

// The longest that a link may live.
inline Duration link_ttl_max(const Client& client) {
  const std::uint64_t ms = client.page.link_ttl_max_ms.value_or(kLinkTtlMaxMs);
  return std::chrono::milliseconds(static_cast<std::int64_t>(ms));
}

// How long a link lives of which nothing was said: as long as a token, within the client's limit.
inline Duration usual_link_ttl(const Client& client, Duration token_ttl) {
  return std::min(token_ttl, link_ttl_max(client));
}

// How long a token lives.
inline Duration token_ttl_of(const Client& client, const ServiceSettings& settings) {
  return std::chrono::milliseconds(client.policy.token_ttl_ms.value_or(
      static_cast<std::uint64_t>(settings.session_ttl.get().count())));
}

}  // namespace countersign::http
