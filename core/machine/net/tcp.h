#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/files/owned_fd.h"
#include "core/machine/net/byte_stream.h"
#include "core/result.h"

// TCP connections as byte streams. Each finds a dead other end within about twelve seconds, even
// while nothing is sent: keepalive probes (RFC 9293, 3.8.4), and an end of waiting for
// acknowledgements (TCP_USER_TIMEOUT, RFC 5482). Never raises SIGPIPE.
namespace countersign {

// The two parts of HOST:PORT or [V6]:PORT; "*" or no host means every address of this machine.
struct TcpAddress {
  std::string host;
  std::string port;
};
std::optional<TcpAddress> parse_tcp_address(std::string_view text);

// Connects, trying the addresses of the name in their order. A name is looked up by the system's
// resolver, which keeps its own time; an address in digits needs none. The error is a phrase for
// the operator.
Result<std::unique_ptr<ByteStream>, std::string> dial_tcp(std::string_view address,
                                                          SteadyTime deadline);

// A stream over a connected socket, TCP or not. Owns the socket.
std::unique_ptr<ByteStream> stream_of_socket(OwnedFd socket);

// A connection that was accepted.
struct AcceptedTcp {
  std::unique_ptr<ByteStream> stream;
  // The other machine's address in digits; of IPv6 the first 64 bits, which one machine may have
  // to itself.
  std::string network;
  // Ends the stream, from any thread, and also after the stream was destroyed. Holds a descriptor.
  // Null if the process has none left.
  std::function<void()> cut;
};

// A listening socket. accept() is called by one thread; stop() by any.
class TcpListener {
 public:
  static Result<TcpListener, std::string> open(std::string_view address);

  std::uint16_t port() const { return port_; }
  // Waits for the next connection. Null once stop() was called.
  std::unique_ptr<ByteStream> accept() const;
  // The same for a caller that limits the connections. Nullopt once stop() was called.
  std::optional<AcceptedTcp> accept_known() const;
  // Ends accept(), now and from now on.
  void stop() const;

 private:
  TcpListener(OwnedFd socket, std::uint16_t port) : socket_(std::move(socket)), port_(port) {}

  // No descriptor once stop() was called.
  OwnedFd accept_socket() const;

  OwnedFd socket_;
  std::uint16_t port_ = 0;
};

}  // namespace countersign
