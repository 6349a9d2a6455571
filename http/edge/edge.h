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
  // Of one IPv4 address or one IPv6 /64 (connection_places.h); 0: as many as there are.
  std::size_t max_connections_an_address = 0;
  // That are told at one time that there are too many, beside max_connections.
  std::size_t max_refusals = 256;
  // Addresses from which many clients come, as a proxy's: no limit for an address holds
  // for them, and their idle connections are never closed to make room. Called on the
  // acceptor's thread. Empty: there are none.
  std::function<bool(std::string_view address)> speaks_for_many{};
  int listen_backlog = 1024;

  std::size_t head_limit_bytes = 16 * 1024;
  std::size_t target_limit_bytes = 4 * 1024;
  std::size_t max_headers = 64;
  // An unwanted body of at most this size is skipped and the connection kept.
  std::size_t skip_limit_bytes = 64 * 1024;
  // What is read and dropped after an early answer, so that a client that is
  // still sending can read it.
  std::size_t linger_limit_bytes = 64 * 1024 * 1024;

  std::chrono::milliseconds handshake_timeout{10'000};
  std::chrono::milliseconds head_timeout{10'000};  // first byte to the end of the head: 408
  // A body that is slower is answered with 408; body_pace.h says how each is meant.
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

// A reading of the running totals, each exact, together only nearly so.
struct EdgeCounters {
  std::uint64_t open_connections = 0;
  std::uint64_t accepted_connections = 0;
  std::uint64_t refused_connections = 0;  // over the cap, or an admin peer of another user
  std::uint64_t evicted_connections = 0;  // idle ones that made room for others
  std::uint64_t requests = 0;             // heads that were sound
  std::uint64_t requests_in_flight = 0;   // not answered yet
  std::uint64_t framing_errors = 0;
  std::uint64_t responses_2xx = 0;
  std::uint64_t responses_3xx = 0;
  std::uint64_t responses_4xx = 0;
  std::uint64_t responses_5xx = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t sent_bytes = 0;
};

// An HTTP/1.1 server (RFC 9110, RFC 9112; 1.0 clients too) that can meet the
// open network: Pistache's reactor and transport carry the bytes, Boost.Beast's
// parser frames them, and what they leave open is refused here (README.md).
//
// Threading: `threads` loops, each connection belongs to one for its life, and
// one acceptor. create, listen_*, start and drain are for one thread; counters
// for any. Ownership: owns its threads and sockets; the application must outlive it.
class Edge {
 public:
  static Result<std::unique_ptr<Edge>, std::string> create(const EdgeSettings& settings,
                                                           Application& application);
  // Drains with a deadline of zero when that was not done.
  ~Edge();
  Edge(const Edge&) = delete;
  Edge& operator=(const Edge&) = delete;

  // Before start(). "HOST:PORT" with a numeric host or a name, "[::]:PORT" for
  // IPv6 (serves IPv4 too), "*:PORT" or ":PORT" for all addresses, port 0 for
  // any free one. Returns the port.
  Result<std::uint16_t, std::string> listen_tcp(std::string_view address,
                                                const std::optional<TlsFiles>& tls = std::nullopt);

  // Before start(). A unix socket of mode 0600; a stale one is replaced. Only
  // our own user and root are served.
  Result<std::monostate, std::string> listen_admin(const std::string& path);

  void start();

  // Stops accepting, closes idle connections, answers what is in flight with
  // `Connection: close`; returns when all is gone or `deadline` has passed, and
  // the loops have stopped. True: nothing was cut off.
  bool drain(std::chrono::milliseconds deadline);

  EdgeCounters counters() const;

 private:
  class Impl;
  explicit Edge(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
