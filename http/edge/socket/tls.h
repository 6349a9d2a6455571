#pragma once
#include <cstddef>
#include <memory>
#include <string>

#include "core/result.h"
#include "http/edge/socket/io_result.h"
#include "http/edge/socket/tls_files.h"

namespace countersign::http {

class TlsSession;

// Certificate, key and rules (TLS 1.2 and later, no renegotiation, ALPN
// http/1.1) of one listener. Immutable after open(); shared by the loops.
class TlsContext {
 public:
  // Refuses a key that others may read or that anybody but its owner may write to.
  static Result<std::shared_ptr<TlsContext>, std::string> open(const TlsFiles& files);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // Null when memory is short. The session does not own `fd`.
  std::unique_ptr<TlsSession> accept(int fd) const;

 private:
  struct Impl;
  explicit TlsContext(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One connection's TLS over a non-blocking socket. Never blocks and never
// raises SIGPIPE. One thread.
class TlsSession {
 public:
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // How many messages of the protocol itself a client may send after the handshake without any
  // data in between, such as KeyUpdate of TLS 1.3 (RFC 8446, 4.6.3) and a ClientHello of TLS 1.2,
  // each of which costs as much as many requests. read() fails beyond.
  static constexpr int kMessagesMost = 32;

  // Ok: done; may be called again then.
  IoResult handshake();
  // At most one record.
  IoResult read(char* buffer, std::size_t size);
  IoResult write(const char* bytes, std::size_t size);
  // Bytes have been read from the socket that read() has not handed out.
  bool has_buffered() const;
  // Tells the peer that nothing more comes; best effort.
  void send_close();

 private:
  friend class TlsContext;
  struct Impl;
  explicit TlsSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
