#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"
#include "http/edge/application.h"
#include "http/edge/socket/tls_files.h"

namespace countersign::http {

struct EdgeSettings {
  std::size_t threads = 2;
  std::size_t max_connections = 10'000;
  // Connections of one IPv4 address or one IPv6 /64 (connection_permits.h); 0: no limit.
  std::size_t max_connections_an_address = 0;
  // Connections without a place that are being answered 503 at one time, beside max_connections.
  std::size_t max_refusals = 256;
  // True for an address from which many clients come, such as a proxy's: it has no limit of its
  // own, and its idle connections are never closed to make room. Called on the acceptor's thread.
  // Empty: no such address.
  std::function<bool(std::string_view address)> speaks_for_many{};
  int listen_backlog = 1024;

  std::size_t head_limit_bytes = 16 * 1024;
  std::size_t target_limit_bytes = 4 * 1024;
  std::size_t max_headers = 64;
  // An unwanted body of at most this size is skipped and the connection kept.
  std::size_t skip_limit_bytes = 64 * 1024;
  // The number of bytes read and dropped after an early answer, so that a client that is still
  // sending can read the answer.
  std::size_t linger_limit_bytes = 64 * 1024 * 1024;

  std::chrono::milliseconds handshake_timeout{10'000};
  std::chrono::milliseconds head_timeout{10'000};  // from its first byte to its end, else 408
  // A slower body is answered with 408; body_pace.h explains each limit.
  std::chrono::milliseconds body_idle_timeout{20'000};  // between two reads
  std::chrono::milliseconds body_grace{30'000};
  std::chrono::milliseconds body_window{20'000};
  std::chrono::milliseconds body_longest{900'000};
  std::uint64_t body_bytes_per_second = 32 * 1024;
  std::chrono::milliseconds keep_alive_timeout{75'000};  // between two requests
  std::chrono::milliseconds write_idle_timeout{20'000};  // the client takes nothing
  std::chrono::milliseconds stream_idle{60'000};         // a BodyPipe's writer gives nothing
  std::chrono::milliseconds linger_timeout{5'000};
};

// A snapshot of the totals: each is exact, but they are not read at one instant.
struct EdgeCounters {
  std::uint64_t open_connections = 0;
  std::uint64_t accepted_connections = 0;
  std::uint64_t refused_connections = 0;  // over the limit, or an admin peer of another user
  std::uint64_t evicted_connections = 0;  // idle ones chosen to make room for others
  std::uint64_t requests = 0;             // valid heads
  std::uint64_t requests_in_flight = 0;   // not answered yet
  std::uint64_t framing_errors = 0;
  std::uint64_t responses_2xx = 0;
  std::uint64_t responses_3xx = 0;
  std::uint64_t responses_4xx = 0;
  std::uint64_t responses_5xx = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t sent_bytes = 0;
};

// An HTTP/1.1 server (RFC 9110, RFC 9112; 1.0 clients too) that is fit for the open network:
// Pistache's reactor and transport carry the bytes, Boost.Beast's parser frames them, and the edge
// refuses the invalid and ambiguous messages that they let through (README.md).
//
// Threading: `threads` loops, each connection on the same one all its life, and one acceptor. Call
// create, listen_*, start and drain on one thread, counters on any. Ownership: owns its threads and
// sockets; the application must outlive it.
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

 private:
  class Impl;
  explicit Edge(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
