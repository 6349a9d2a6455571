#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countersign::tests {

struct Answer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;

  std::string header(std::string_view name) const;  // "" when absent
  bool has_header(std::string_view name) const;
};

struct Request {
  std::string method = "GET";
  std::string path = "/";
  std::vector<std::pair<std::string, std::string>> headers{};
  std::optional<std::string> body{};
};

// The bytes of a request. Adds Host and, for a body, Content-Length, unless the headers have them.
std::string bytes_of(const Request& request);

// One blocking TCP connection to 127.0.0.1 that sends exactly the given bytes and reads HTTP/1.1
// answers. An operation that takes longer than a minute fails.
class Wire {
 public:
  explicit Wire(std::uint16_t port);
  // Connects from another address of this machine; every address of 127.0.0.0/8 is one.
  Wire(std::uint16_t port, const std::string& from);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // Returns false once the peer does not take any more.
  bool send(std::string_view bytes);
  // Ends sending; answers can still be read.
  void end_sending();
  // Closes so that the peer sees a reset.
  void abort();
  // The next answer; nullopt at the end of the connection, or if the answer is broken. `to_head`:
  // it answers a HEAD request, so it has no body. An interim answer (1xx) is an answer of its own.
  std::optional<Answer> receive(bool to_head = false);
  // Whether the peer has closed the connection without sending more.
  bool at_end();
  // Some of the arriving bytes; "" at the end.
  std::string receive_some();

 private:
  bool fill();
  std::optional<std::string> line();
  bool take(std::size_t count, std::string& into);
  bool take_chunks(std::string& into);

  int fd_ = -1;
  std::string buffer_;
};

// Sends one request on a connection of its own. Status 0 means that there was no answer.
Answer exchange(std::uint16_t port, const Request& request);
Answer exchange(std::uint16_t port, const Request& request, const std::string& from);

}  // namespace countersign::tests
