#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "http/edge/socket/tls.h"

namespace countersign::http {

// One listening, non-blocking socket and the kind of its connections.
struct Listener {
  OwnedFd fd;
  std::uint16_t port = 0;  // for TCP
  std::shared_ptr<TlsContext> tls;
  bool admin = false;
  std::string path;  // for the admin socket
  std::uint64_t device = 0;
  std::uint64_t inode = 0;  // of the socket's file, to remove only our own
};

// Listens on "HOST:PORT", "[V6]:PORT", "*:PORT" or ":PORT". `[::]` accepts IPv4 too.
Result<Listener, std::string> listen_on_tcp(std::string_view address, int backlog);

// Creates the socket file with mode 0600 under another name and renames it to `path`: at no time
// could another user connect, or is the path missing. Fails without a change if another process
// answers on the path, or if the path is not a socket.
Result<Listener, std::string> listen_on_unix(const std::string& path, int backlog);

// Removes the socket's file if it is still this listener's.
void remove_socket_file(const Listener& listener);

}  // namespace countersign::http
