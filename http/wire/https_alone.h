#pragma once
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// The value of Strict-Transport-Security (RFC 6797): for a year browsers ask this host by https
// alone, so that nobody between them and the server is asked in its place. Neighbouring hosts are
// not bound.
inline constexpr std::string_view kHttpsAlone = "max-age=31536000";

// Returns whether a host, perhaps with a port, is a name of the machine on which the browser runs.
// Browsers keep the policy by host, not by port, so the policy of one program there would close
// the http of all others.
inline bool is_local_host(std::string_view authority) {
  const std::string_view host = authority.substr(0, authority.rfind(':'));
  return host == "localhost" || host.ends_with(".localhost");
}

// Returns whether the answer to a request asks for https alone: it arrives over TLS, either of this
// server or of a proxy before it. `origin`: under which browsers reach the server, if that is
// known.
inline bool asks_for_https(const RequestHead& head, std::string_view origin) {
  constexpr std::string_view kHttps = "https://";
  if (head.admin) return false;
  if (origin.starts_with(kHttps)) return !is_local_host(origin.substr(kHttps.size()));
  return head.tls && !is_local_host(head.headers.find("host").value_or(""));
}

}  // namespace countersign::http
