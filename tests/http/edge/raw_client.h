#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// A response as a strict client reads it.
struct RawResponse {
  int status = 0;  // 0: there was none
  Headers headers;
  std::string body;
  bool complete = false;  // the body ended as its framing says

  std::string header(std::string_view name) const {
    return std::string(headers.find(name).value_or(""));
  }
};

// A client that sends exactly the bytes it is told to, over a blocking socket
// with a bound on every wait. Movable; closes when it ends.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer_bytes = 0)
      : RawClient(port, "127.0.0.1", receive_buffer_bytes) {}
  // From another address of this machine: each of 127.0.0.0/8 is one.
  RawClient(std::uint16_t port, const char* from, int receive_buffer_bytes = 0);
  explicit RawClient(const std::string& unix_path);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient& operator=(RawClient&&) = delete;

  bool connected() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  // False: the server does not take the bytes any more.
  bool send(std::string_view bytes);
  // As many bytes as the socket takes without waiting.
  std::size_t send_without_waiting(std::string_view bytes);
  void half_close();
  void close();
  void reset();  // an RST instead of a FIN

  // One response; of a request with HEAD there is no body to read.
  RawResponse receive(bool head_request = false);
  // Everything up to the end of the connection; none when it does not end.
  std::optional<std::string> receive_to_end();
  // The connection ended, and nothing came before that.
  bool ended() { return receive_to_end() == ""; }

 private:
  // Appends what arrives. False: the end, an error or the bound was reached.
  bool fill();
  bool fill_until(std::string_view mark, std::size_t from, std::size_t& found);
  bool read_chunked(RawResponse& response, std::size_t at);

  int fd_ = -1;
  bool at_end_ = false;
  std::string buffer_;
};

}  // namespace countersign::http
