#pragma once
#include <sys/socket.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace countersign::http {

// Many POST requests to other servers at the same time, over HTTP/1.1, on one thread. Follows no
// redirect, ignores a proxy and a netrc of the environment, sends no cookies, raises no signal.
// Each address is put to the guard when its socket is about to be opened, after all names are
// resolved. Keeps the status and the Retry-After of an answer, and as much of the body as the
// request asks for: the rest is dropped, and after 64 KiB not even read. Keeps connections between
// requests.
//
// Threading: one thread at a time, but wake() is for any. Ownership: owns its connections; the
// destructor drops the requests that run.
class ParallelPosts {
 public:
  struct Request {
    std::string url;
    std::vector<std::string> headers;  // "Name: value"
    std::string body;
    std::chrono::milliseconds timeout{20'000};  // from name resolution to the last byte
    std::size_t kept_bytes = 0;                 // of a body at most; a longer one is dropped whole
  };
  struct Answer {
    std::uint64_t id = 0;                    // as begin() got it
    int status = 0;                          // 0: there was no whole answer, or none in time
    bool is_forbidden = false;               // the guard refused every address
    std::optional<std::string> retry_after;  // the field's value
    std::optional<std::string> body{};       // if it is whole, and no longer than was asked for
  };
  // Returns whether a socket to the address may be opened; `is_secure` for https.
  using Guard = std::function<bool(const ::sockaddr& address, bool is_secure)>;

  explicit ParallelPosts(Guard guard);
  ~ParallelPosts();
  ParallelPosts(const ParallelPosts&) = delete;
  ParallelPosts& operator=(const ParallelPosts&) = delete;

  void begin(std::uint64_t id, Request request);
  std::size_t running() const;

  // Works on the requests until one is over, wake() is called, or the time is up. Returns those
  // that are over.
  std::vector<Answer> wait(std::chrono::milliseconds timeout);
  // Makes a running wait(), or the next one, return.
  void wake();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
