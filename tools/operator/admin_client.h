#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"

namespace countersign {

// Why a running server cannot be asked.
enum class AdminFault : std::uint8_t {
  NoServer,     // nobody listens on the socket, or there is none
  PathTooLong,  // a unix socket's path has at most 107 bytes
  Broken,       // the connection ended before the answer did
};
std::string_view describe(AdminFault fault);

struct AdminAnswer {
  int status = 0;
  std::string body;
};

// Speaks HTTP/1.1 with a server over the admin socket of its data folder. One
// request a connection. Blocks; one thread.
class AdminClient {
 public:
  // Takes each piece of an answer's body as it comes; false ends the reading.
  using Sink = std::function<bool(std::string_view piece)>;

  explicit AdminClient(std::filesystem::path socket) : socket_(std::move(socket)) {}

  Result<AdminAnswer, AdminFault> post(std::string_view path, std::string body) const;

  // The body of a 200 answer goes to the sink; that of another one is returned.
  Result<AdminAnswer, AdminFault> stream(std::string_view path,
                                         std::string body,
                                         const Sink& sink) const;

 private:
  std::filesystem::path socket_;
};

}  // namespace countersign
