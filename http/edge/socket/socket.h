#pragma once
#include <sys/uio.h>

#include <cstddef>
#include <memory>
#include <span>

#include "core/machine/files/owned_fd.h"
#include "http/edge/socket/io_result.h"
#include "http/edge/socket/tls.h"

namespace countersign::http {

// One accepted, non-blocking connection, plain or TLS. Never raises SIGPIPE.
// One thread. Owns the descriptor.
class Socket {
 public:
  Socket(OwnedFd fd, std::unique_ptr<TlsSession> tls);

  int fd() const { return fd_.get(); }
  bool tls() const { return tls_ != nullptr; }

  // Ok: bytes can flow. A plain socket returns it at once.
  IoResult handshake();
  IoResult read(std::span<char> buffer);
  // True if read() has bytes even though the descriptor may not be readable.
  bool has_buffered() const { return tls_ && tls_->has_buffered(); }
  // Writes a prefix of the pieces, in order.
  IoResult write(std::span<const iovec> pieces);
  // Reads up to `limit_bytes` from the descriptor and drops them without decrypting.
  IoResult discard(std::size_t limit_bytes);

  // Ends the output; the peer sees the end.
  void end_writing();
  void close();
  // Closes the connection so that the peer sees a broken one, not an end.
  void reset();

 private:
  OwnedFd fd_;
  std::unique_ptr<TlsSession> tls_;
};

}  // namespace countersign::http
