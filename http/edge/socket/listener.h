#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/machine/files/unique_fd.h"
#include "core/result.h"
#include "http/edge/socket/tls.h"

namespace countersign::http {

// One listening, non-blocking socket and what its connections are.
struct Listener {
  UniqueFd fd;
  std::uint16_t port = 0;  // of TCP
  std::shared_ptr<TlsContext> tls;
  bool admin = false;
  std::string path;  // of the admin socket
  std::uint64_t device = 0;
  std::uint64_t inode = 0;  // of the socket's file, to remove ours and no other
};

// "HOST:PORT", "[V6]:PORT", "*:PORT" or ":PORT". `[::]` takes IPv4 too.
Result<Listener, std::string> listen_on_tcp(std::string_view address, int backlog);

// A socket file of mode 0600 from its first moment, put in place by rename: there
// is no time at which another user could connect, or at which the path is
// missing. A path on which somebody answers, or which is no socket, is left alone.
Result<Listener, std::string> listen_on_unix(const std::string& path, int backlog);

// Removes the socket's file when it is still this listener's.
void remove_socket_file(const Listener& listener);

}  // namespace countersign::http
