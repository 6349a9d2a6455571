#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"
#include "http/edge/application.h"
#include "http/edge/edge_counters.h"
#include "http/edge/edge_settings.h"
#include "http/edge/socket/tls_files.h"

namespace countersign::http {

// An HTTP/1.1 server (RFC 9110, RFC 9112; 1.0 clients too) that is fit for the open network:
// Pistache's reactor and transport carry the bytes, Boost.Beast's parser frames them, and the edge
// refuses the invalid and ambiguous messages that they let through (README.md).
//
// Threading: `threads` loops, each connection on the same one all its life, and one acceptor. Call
// create, listen_*, start, renew_tls and drain on one thread, counters and responds on any.
// Ownership: owns its threads and sockets; the application must outlive it.
class Edge {
 public:
  static Result<std::unique_ptr<Edge>, std::string> create(const EdgeSettings& settings,
                                                           Application& application);
  // Drains with a deadline of zero unless drain() was called.
  ~Edge();
  Edge(const Edge&) = delete;
  Edge& operator=(const Edge&) = delete;

  // REQUIRES: before start(). `address` is "HOST:PORT" with a numeric host or a name, "[::]:PORT"
  // for IPv6 (serves IPv4 too), "*:PORT" or ":PORT" for all addresses; port 0 is any free one.
  // Returns the port.
  Result<std::uint16_t, std::string> listen_tcp(std::string_view address,
                                                const std::optional<TlsFiles>& tls = std::nullopt);

  // REQUIRES: before start(). Listens on a unix socket of mode 0600 and replaces a stale one.
  // Serves only the server's own user and root.
  Result<std::monostate, std::string> listen_admin(const std::string& path);

  void start();

  // Stops accepting, closes idle connections, and answers requests in flight with
  // `Connection: close`. Closes the connections that are left when `deadline` has passed. Returns
  // when the loops have stopped: true if no request was cut off.
  bool drain(std::chrono::milliseconds deadline);

  EdgeCounters counters() const;

  // Serves new TLS connections with other files; those that are open keep theirs. Returns a
  // sentence, and changes nothing, if the files cannot be used. REQUIRES: a listener has TLS.
  std::optional<std::string> renew_tls(const TlsFiles& files);

  // Returns whether all loops handle a message within `limit`; a loop that has stopped counts as
  // one that does. REQUIRES: start() was called.
  bool responds(std::chrono::milliseconds limit) const;

 private:
  class Impl;
  explicit Edge(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
