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

// The bytes of a request, with Host and, for a body, Content-Length unless the
// headers say something else.
std::string bytes_of(const Request& request);

// One TCP connection to 127.0.0.1, blocking, that sends exactly what it is told
// and reads HTTP/1.1 answers. Whatever takes longer than a minute is a failure.
class Wire {
 public:
  explicit Wire(std::uint16_t port);
  // From another address of this machine: each of 127.0.0.0/8 is one.
  Wire(std::uint16_t port, const std::string& from);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // False once the other side does not take any more.
  bool send(std::string_view bytes);
  // Nothing more will be sent; answers can still be read.
  void end_sending();
  // The peer sees a reset.
  void abort();
  // The next answer; none at the end of the connection or when it is broken.
  // `to_head`: the answer to a HEAD request, which has no body. An interim
  // answer (1xx) is an answer of its own.
  std::optional<Answer> receive(bool to_head = false);
  // Whether the peer has closed, and nothing more came.
  bool at_end();
  // Some bytes of whatever comes; "" at the end.
  std::string receive_some();

 private:
  bool fill();
  std::optional<std::string> line();
  bool take(std::size_t count, std::string& into);
  bool take_chunks(std::string& into);

  int fd_ = -1;
  std::string buffer_;
};

// One request on a connection of its own. Status 0 when there was no answer.
Answer exchange(std::uint16_t port, const Request& request);
Answer exchange(std::uint16_t port, const Request& request, const std::string& from);

}  // namespace countersign::tests
