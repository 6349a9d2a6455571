#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"

namespace countersign {

// Why a request to a running server failed.
enum class AdminFault : std::uint8_t {
  NoServer,     // nothing listens on the socket, or it does not exist
  PathTooLong,  // a unix socket's path has at most 107 bytes
  Broken,       // the connection ended before the response was complete
};
std::string_view describe(AdminFault fault);

struct AdminAnswer {
  int status = 0;
  std::string body;
};

// An HTTP/1.1 client of a server, over the admin socket of the server's data folder. Opens one
// connection for each request. Blocks; one thread.
class AdminClient {
 public:
  // Receives each piece of a response body as it arrives; returns false to stop reading.
  using Sink = std::function<bool(std::string_view piece)>;

  explicit AdminClient(std::filesystem::path socket) : socket_(std::move(socket)) {}

  Result<AdminAnswer, AdminFault> post(std::string_view path, std::string body) const;

  // The body of a 200 response goes to the sink; the body of any other response is returned.
  Result<AdminAnswer, AdminFault> stream(std::string_view path,
                                         std::string body,
                                         const Sink& sink) const;

 private:
  std::filesystem::path socket_;
};

}  // namespace countersign
