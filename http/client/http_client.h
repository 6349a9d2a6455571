#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace countersign::http {

struct ClientRequest {
  std::string method = "GET";                 // GET or POST
  std::string url{};                          // see http_url.h
  std::vector<std::string> headers{};         // "Name: value"
  std::string body{};                         // of POST
  std::chrono::milliseconds timeout{10'000};  // from the name's resolution to the last byte
  std::size_t answer_bytes_max = 64 * 1024;   // of the body
  // PEM, the only authorities that are trusted; "": those of the system.
  std::string authorities_file{};
  std::string unix_socket{};  // that is asked in place of the URL's host and port; "": none
};

struct ClientAnswer {
  int status = 0;
  std::string content_type;  // "" if it has none
  std::string body;
};

// Why there is no answer, as a sentence's end. Says nothing of what was sent.
struct NoAnswer {
  enum class Kind : std::uint8_t {
    NotReached,  // no connection, or one that broke
    TimedOut,
    TooLong,
    Cancelled,
  };
  std::string why;
  Kind kind = Kind::NotReached;
};

// Asks other servers over HTTP/1.1 and TLS, whose certificates must lead to an authority that the
// system, or the request, trusts. Connections are kept between requests. Follows no redirects,
// takes no other protocol, no proxy and no netrc from the environment; sends no cookie; raises no
// signal.
//
// Threading: ask() for one thread at a time, cancel() for any. Ownership: of its connections.
class HttpClient {
 public:
  HttpClient();
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Blocks. An answer of any status is an answer.
  Result<ClientAnswer, NoAnswer> ask(const ClientRequest& request);

  // Ends what is being asked within a second or so, and all that is asked later.
  void cancel() { cancelled_ = true; }

 private:
  struct Release {
    void operator()(void* handle) const;
  };
  const std::unique_ptr<void, Release> handle_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace countersign::http
