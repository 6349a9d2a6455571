#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "tests/http/objects/support/sigv4.h"

namespace countersign::http {

// A server of S3 in this process, with one bucket: it stores, gives, lists and removes objects,
// checks each signature and the SHA-256 of each body, and fails as a test wishes. Takes a bucket in
// the path or in the name of the host. Each connection has a thread.
class S3Server {
 public:
  struct Answer {
    int status = 200;
    std::string body{};
    std::map<std::string, std::string> fields{};
    // Sends the head and so many bytes of the body, and then ends the connection.
    std::optional<std::size_t> cut_at{};
    bool is_silent = false;  // never answers
  };
  // Called with each request whose signature is right, before it is carried out; an answer takes
  // the place of the server's own. On a thread of the server.
  using Fault = std::function<std::optional<Answer>(const S3Request& request)>;
  // Changes an answer that the server would give. On a thread of the server.
  using Twist = std::function<void(const S3Request& request, Answer& answer)>;

  S3Server();
  ~S3Server();
  S3Server(const S3Server&) = delete;
  S3Server& operator=(const S3Server&) = delete;

  std::uint16_t port() const { return port_; }
  std::string endpoint() const { return "http://localhost:" + std::to_string(port_); }
  void fail(Fault fault) EXCLUDES_LOCK(mutex_);
  void twist(Twist twist) EXCLUDES_LOCK(mutex_);
  // The XML answers of these queries of the bucket, such as "versioning="; else its own.
  void configure(const std::string& query, Answer answer) EXCLUDES_LOCK(mutex_);
  void list_at_most(std::size_t objects) { page_ = objects; }

  std::map<std::string, std::string> objects() const EXCLUDES_LOCK(mutex_);
  void put(const std::string& key, std::string bytes) EXCLUDES_LOCK(mutex_);
  // The requests until now, as "PUT /path?query".
  std::vector<std::string> requests() const EXCLUDES_LOCK(mutex_);

  static constexpr const char* kBucket = "pictures";
  static inline const S3Credentials kCredentials{"TESTKEYID", "the/secret+of=tests", "eu-test-1"};
  static Answer error(int status, const std::string& code);

 private:
  void accept();
  void serve(int socket);
  Answer answer_to(S3Request request) EXCLUDES_LOCK(mutex_);
  Answer carry_out(const S3Request& request, const std::string& key) REQUIRES_LOCK(mutex_);
  Answer get(const S3Request& request, const std::string& key) REQUIRES_LOCK(mutex_);
  Answer list(const std::string& query) REQUIRES_LOCK(mutex_);

  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<std::size_t> page_{1000};
  std::atomic<bool> stopping_{false};
  mutable Mutex mutex_;
  std::map<std::string, std::string> objects_ GUARDED_BY(mutex_);
  std::map<std::string, Answer> configurations_ GUARDED_BY(mutex_);
  std::vector<std::string> requests_ GUARDED_BY(mutex_);
  Fault fault_ GUARDED_BY(mutex_);
  Twist twist_ GUARDED_BY(mutex_);
  std::set<int> sockets_ GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;  // of accept() alone, and joined behind it
  std::thread acceptor_;
};

}  // namespace countersign::http
