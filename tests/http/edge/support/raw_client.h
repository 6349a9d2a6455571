#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// A response as a strict client parses it.
struct RawResponse {
  int status = 0;  // 0: there was no response
  Headers headers;
  std::string body;
  bool complete = false;  // the body ended as its framing requires

  std::string header(std::string_view name) const {
    return std::string(headers.find(name).value_or(""));
  }
};

// A client that sends exactly the given bytes, over a blocking socket with a limit on every wait.
// Movable; the destructor closes the socket.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer_bytes = 0)
      : RawClient(port, "127.0.0.1", receive_buffer_bytes) {}
  // Connects from another address of this machine; every address of 127.0.0.0/8 is one.
  RawClient(std::uint16_t port, const char* from, int receive_buffer_bytes = 0);
  explicit RawClient(const std::string& unix_path);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient& operator=(RawClient&&) = delete;

  bool connected() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  // Returns false if the server does not take the bytes any more.
  bool send(std::string_view bytes);
  // Sends as many bytes as the socket takes without waiting, and returns their number.
  std::size_t send_without_waiting(std::string_view bytes);
  void half_close();
  void close();
  void reset();  // an RST instead of a FIN

  // Receives one response. The response to a HEAD request has no body.
  RawResponse receive(bool head_request = false);
  // Receives everything up to the end of the connection; nullopt if it does not end.
  std::optional<std::string> receive_to_end();
  // Whether the connection ended without further bytes.
  bool ended() { return receive_to_end() == ""; }

 private:
  // Appends what arrives. Returns false at the end, after an error, or when the limit was reached.
  bool fill();
  bool fill_until(std::string_view mark, std::size_t from, std::size_t& found);
  bool read_chunked(RawResponse& response, std::size_t at);

  int fd_ = -1;
  bool at_end_ = false;
  std::string buffer_;
};

}  // namespace countersign::http
