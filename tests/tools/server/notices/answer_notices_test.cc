#include "tools/server/notices/answer_notices.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/events/support/temp_folder.h"

namespace countersign::answer_notices_test {

using namespace std::chrono_literals;

// Captures stderr while the object lives.
class Stderr {
 public:
  Stderr() : kept_(::dup(STDERR_FILENO)) {
    const int file = ::open(path().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(::dup2(file, STDERR_FILENO) >= 0);
    ::close(file);
  }
  ~Stderr() {
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    std::ifstream file(path());
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

 private:
  std::filesystem::path path() const { return folder_.path() / "stderr"; }

  const TempFolder folder_;
  const int kept_;
};

http::AccessRecord answer(std::string_view operation, int status) {
  http::AccessRecord record{};
  record.request_id = "r";
  record.peer_address = "192.0.2.1";
  record.method = "GET";
  record.path = "/p";
  record.operation = operation;
  record.status = status;
  return record;
}

TEST_CASE(
    "an answer of one kind that fails is told once in ten seconds, and each kind for itself") {
  const Stderr captured;
  OperatorLog operator_log(LogLevel::Warn);
  AnswerNotices notices(operator_log);
  const NoticePace::Time start{};
  for (int i = 0; i < 1'000; ++i) notices.tell(answer("readyz", 503), start + 1ms * i);
  notices.tell(answer("readyz", 500), start + 1s);
  notices.tell(answer("createSession", 503), start + 1s);
  notices.tell(answer("readyz", 503), start + 10s);
  const auto lines = captured.lines();
  REQUIRE(lines.size() == 4);
  CHECK(
      lines[0].ends_with("message=\"http: request answered with a server error\" status=503 "
                         "method=GET path=/p took_us=0 peer=192.0.2.1 "
                         "request=r not_told=0"));
  CHECK(lines[1].find("status=500") != std::string::npos);
  CHECK(lines[2].ends_with("not_told=0"));
  CHECK(lines[3].ends_with("not_told=999"));
}

TEST_CASE("answers that are no fault of ours are told when everything is asked for, each of them") {
  for (const LogLevel level : {LogLevel::Info, LogLevel::Debug}) {
    const Stderr captured;
    OperatorLog operator_log(level);
    AnswerNotices notices(operator_log);
    for (int i = 0; i < 3; ++i) notices.tell(answer("readyz", 404), NoticePace::Time{});
    CHECK(captured.lines().size() == (level == LogLevel::Debug ? 3 : 0));
  }
}

}  // namespace countersign::answer_notices_test
