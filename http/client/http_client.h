#pragma once
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/utc_time.h"

namespace countersign::http {

struct ClientRequest {
  std::string method = "GET";                 // GET or POST
  std::string url{};                          // see http_url.h
  std::vector<std::string> headers{};         // "Name: value"
  std::string body{};                         // for POST
  std::chrono::milliseconds timeout{10'000};  // from name resolution to the last byte; 0: no limit
  std::size_t answer_bytes_max = 64 * 1024;   // limit for the body
  // PEM file of the only trusted authorities; "": those of the system.
  std::string authorities_file{};
  std::string unix_socket{};  // connected to in place of the URL's host and port; "": none
  // Whether a socket to the address may be opened; asked when all names are resolved. Empty: to
  // any.
  std::function<bool(const ::sockaddr& address)> guard{};
  bool asks_certificate = false;  // fills in ClientAnswer::certificate_end
};

struct ClientAnswer {
  int status = 0;
  std::string content_type;  // "" if absent
  std::string body;
  // When the server's own certificate ends; none if it was not asked for, without TLS, and on a
  // connection that was kept.
  std::optional<UtcTime> certificate_end{};
};

// Receives each piece of a body as it arrives; returns false to read no more. Does not throw.
using AnswerSink = std::function<bool(std::string_view piece)>;

// Why there is no answer. `why` is the end of a sentence and contains nothing of the request.
struct NoAnswer {
  enum class Kind : std::uint8_t {
    NotReached,  // nobody at the address accepts a connection
    Broken,      // the connection ended before the answer was whole, or another error of it
    TimedOut,
    TooLong,
    Cancelled,
  };
  std::string why;
  Kind kind;
};

// A client for other servers over HTTP/1.1, with or without TLS. A server's certificate must lead
// to an authority that the system, or the request, trusts. Keeps connections between requests.
// Follows no redirects, accepts no other protocol, and ignores a proxy and a netrc of the
// environment. Sends no cookies and raises no signal.
//
// Threading: ask() on one thread at a time, cancel() on any. Ownership: owns its connections.
class HttpClient {
 public:
  HttpClient();
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Blocks. A response of any status is an answer. With a sink, the body of a 200 response goes to
  // the sink, without a limit, and not into the answer. A sink that reads no more gets no failure:
  // the answer has come.
  Result<ClientAnswer, NoAnswer> ask(const ClientRequest& request, const AnswerSink& sink = {});

  // Ends the running request within about a second, and every later request.
  void cancel() { cancelled_ = true; }

 private:
  struct Release {
    void operator()(void* handle) const;
  };
  const std::unique_ptr<void, Release> handle_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace countersign::http
