#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace countersign::http {

struct EdgeSettings {
  std::size_t threads = 2;
  std::size_t max_connections = 10'000;
  // Connections of one IPv4 address or one IPv6 /64 (connection_permits.h); 0: no limit.
  std::size_t max_connections_an_address = 0;
  // The maximum number of connections without a place that are being answered 503 at one time, in
  // addition to max_connections.
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
  // sending can read the answer: many clients read nothing before they have sent all.
  std::size_t linger_limit_bytes = 256 * 1024 * 1024;
  // The connections of a loop that may have so many dropped for linger_longest, of one address at
  // most half as many; any further one has a quarter of the bytes, and linger_timeout for all.
  std::size_t linger_places = 128;

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
  // A connection whose reader takes nothing for so long gives up its place to whoever needs one.
  std::chrono::milliseconds reader_idle{2'000};
  std::chrono::milliseconds stream_idle{60'000};    // a BodyPipe's writer gives nothing
  std::chrono::milliseconds linger_timeout{5'000};  // of all, without a place to linger
  // With a place: the client sends nothing, and does not end; and of all.
  std::chrono::milliseconds linger_silence{60'000};
  std::chrono::milliseconds linger_longest{300'000};
};

}  // namespace countersign::http
