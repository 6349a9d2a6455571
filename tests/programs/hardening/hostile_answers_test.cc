#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"

// The operators' command beside a server that answers what no server answers: the command says so
// and ends with status 1.
namespace countersign::tests::hostile_answers_test {

namespace fs = std::filesystem;

// A data folder whose admin socket gives every request the same answer, on a connection of its own.
class HostileServer {
 public:
  // `tail` follows the body again and again until the client reads no more.
  explicit HostileServer(std::string body, int status = 200, std::string tail = "")
      : body_(std::move(body)), tail_(std::move(tail)), status_(status) {
    fs::create_directory(data());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = data() / "admin.sock";
    REQUIRE(path.size() < sizeof address.sun_path);
    std::strcpy(address.sun_path, path.c_str());
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::listen(listener_, 8) == 0);
    thread_ = std::thread([this] { serve(); });
  }
  ~HostileServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  HostileServer(const HostileServer&) = delete;
  HostileServer& operator=(const HostileServer&) = delete;

  fs::path data() const { return folder_.path() / "data"; }

 private:
  void serve() const {
    for (int peer = ::accept(listener_, nullptr, nullptr); peer >= 0;
         peer = ::accept(listener_, nullptr, nullptr)) {
      answer(peer);
      ::close(peer);
    }
  }

  void answer(int peer) const {
    // Each request of the command fits into a segment, and the answer does not depend on it.
    std::array<char, 64 * 1024> request;
    if (::recv(peer, request.data(), request.size(), 0) <= 0) return;
    const std::string head = "HTTP/1.1 " + std::to_string(status_) +
                             " Answer\r\nContent-Type: application/json\r\n"
                             "Connection: close\r\n\r\n";
    bool reads = send_all(peer, head) && send_all(peer, body_);
    while (reads && !tail_.empty()) reads = send_all(peer, tail_);
  }

  static bool send_all(int peer, std::string_view bytes) {
    while (!bytes.empty()) {
      const ::ssize_t sent = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  const std::string body_;
  const std::string tail_;
  const int status_;
  const TempFolder folder_;
  const int listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::thread thread_;
};

void check_not_understood(const Finished& ran) {
  CHECK(ran.status == 1);
  CHECK_MESSAGE(ran.err.find("not understood") != std::string::npos, ran.err);
}

std::string nested(const std::string& open, const std::string& close) {
  constexpr int kLevels = 500'000;
  std::string json;
  for (int i = 0; i < kLevels; ++i) json += open;
  json += "1";
  for (int i = 0; i < kLevels; ++i) json += close;
  return json;
}

TEST_CASE("an answer that is nested deeper than any is not understood") {
  const std::string arrays = nested("[", "]");
  for (const std::string& body :
       {arrays, R"({"clients":)" + arrays + "}", nested("{\"a\":", "}")}) {
    for (const int status : {200, 500}) {
      CAPTURE(status);
      const HostileServer server(body, status);
      check_not_understood(operate_on(server.data(), {"client", "list"}));
      check_not_understood(operate_on(server.data(), {"--json", "client", "list"}));
      check_not_understood(operate_on(server.data(), {"log", "tail"}));
    }
  }
}

TEST_CASE("an answer without an end is given up") {
  const std::string more(1 << 20, 'a');
  for (const int status : {200, 500}) {
    CAPTURE(status);
    const HostileServer server(R"({"detail":")", status, more);
    check_not_understood(operate_on(server.data(), {"client", "list"}));
  }
}

TEST_CASE("an answer of another form than the operation's is not understood") {
  for (const char* body : {"", "[]", "true", "no JSON", R"({"detail":"no end)"}) {
    CAPTURE(body);
    const HostileServer server(body);
    check_not_understood(operate_on(server.data(), {"client", "list"}));
  }
  for (const char* body : {R"({})",
                           R"({"events":[]})",
                           R"({"events":[],"next":"1"})",
                           R"({"events":[],"next":-1})",
                           R"({"events":{},"next":1})",
                           R"({"events":[1],"next":1})"}) {
    CAPTURE(body);
    const HostileServer server(body);
    check_not_understood(operate_on(server.data(), {"log", "tail"}));
  }
}

// At a terminal a sweep reads the reports of its parts.
TEST_CASE("a sweep's malformed report is refused at a terminal") {
  for (const char* body : {"[]", "{}", R"({"purgedSessions":"1","complete":true})"}) {
    CAPTURE(body);
    const HostileServer server(body);
    const Finished ran = run_program(
        {"script",
         "-qec",
         std::string(COUNTERSIGN_PATH) + " --data " + server.data().string() + " retention sweep",
         "/dev/null"});
    CHECK(ran.status == 1);
    CHECK_MESSAGE(ran.out.find("not understood") != std::string::npos, ran.out);
  }
}

}  // namespace countersign::tests::hostile_answers_test
