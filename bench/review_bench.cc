// What a reviewer waits for, and what looks cost: the time from a capture's end to its case in the
// queue, looks at real pictures a second, and the memory of the server and its workers meanwhile.
//
//   review_bench [--smoke]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "tests/http/review/authenticator.h"
#include "tests/server/capture.h"
#include "tests/server/pictures.h"
#include "tests/server/reserved_port.h"
#include "tests/server/running_server.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;
namespace fs = std::filesystem;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "review_bench: %s\n", why.c_str());
  std::_Exit(1);
}

// The text of the first member of this name, wherever it is.
std::string text_in(const std::string& json, const std::string& name) {
  const std::string mark = "\"" + name + "\":\"";
  const std::size_t at = json.find(mark);
  if (at == std::string::npos) give_up(name + " is missing in " + json);
  const std::size_t from = at + mark.size();
  return json.substr(from, json.find('"', from) - from);
}

// A reviewer who is logged in.
class Reviewer {
 public:
  Reviewer(const tests::RunningServer& server, std::uint16_t console) : console_(console) {
    const tests::Json added(
        server.operate({"reviewer", "add", "Bench", "--role", "reviewer", "--json"}).out);
    const std::string link = R"({"link":")" + added.text("/code") + "\"";
    const std::string begun = post("/review/api/register/begin", link + "}").body;
    test::Authenticator passkey;
    passkey.origin = origin();
    passkey.user_handle = added.text("/reviewer");
    const tests::Answer made =
        post("/review/api/register/finish",
             link + R"(,"credential":)" + passkey.register_json(text_in(begun, "challenge")) + "}");
    if (made.status != 200) give_up(made.body);
    const std::string cookie(made.header("set-cookie"));
    cookie_ = cookie.substr(0, cookie.find(';'));
  }

  tests::Answer get(const std::string& path) const {
    return tests::exchange(
        console_, {.path = path, .headers = {{"X-Countersign-Review", "1"}, {"Cookie", cookie_}}});
  }
  tests::Answer post(const std::string& path, const std::string& body) const {
    return tests::exchange(console_,
                           {.method = "POST",
                            .path = path,
                            .headers = {{"Origin", origin()},
                                        {"X-Countersign-Review", "1"},
                                        {"Content-Type", "application/json"},
                                        {"Cookie", cookie_}},
                            .body = body});
  }

 private:
  std::string origin() const { return "http://localhost:" + std::to_string(console_); }

  const std::uint16_t console_;
  std::string cookie_ = "none=";
};

// A session whose document was accepted.
tests::OpenSession submitted(const tests::RunningServer& server, const tests::Backend& backend) {
  tests::OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const tests::Device device(server.port(), session.token);
  const tests::Answer document =
      device.document(device.nonce("document"), tests::document_picture(Side::Front), "OTHER");
  if (document.body.find("\"ok\":true") == std::string::npos) give_up(document.body);
  return session;
}

void finalize(const tests::RunningServer& server, const tests::OpenSession& session) {
  const tests::Answer done = tests::Device(server.port(), session.token).finalize();
  if (done.body.find("REVIEW") == std::string::npos) give_up(done.body);
}

// Milliseconds from the request that finalizes to the end of the answer that has the case.
void time_the_queue(const tests::RunningServer& server,
                    const tests::Backend& backend,
                    const Reviewer& reviewer,
                    int captures) {
  std::vector<double> waits;
  for (int i = 0; i < captures; ++i) {
    const tests::OpenSession session = submitted(server, backend);
    const auto start = Steady::now();
    finalize(server, session);
    while (reviewer.get("/review/api/queue?limit=200").body.find(session.id) == std::string::npos) {
      if (Steady::now() - start > std::chrono::seconds(10)) give_up("a case is not in the queue");
    }
    waits.push_back(std::chrono::duration<double, std::milli>(Steady::now() - start).count());
  }
  std::ranges::sort(waits);
  const double p99 = waits[waits.size() * 99 / 100];
  std::printf(
      "{\"bench\":\"queue_after_finalize\",\"unit\":\"ms\",\"captures\":%d,\"p50\":%.1f,"
      "\"p99\":%.1f,\"goal\":100.0,\"met\":%s}\n",
      captures,
      median(waits),
      p99,
      p99 <= 100 ? "true" : "false");
  std::fflush(stdout);
}

// A line of /proc/PROCESS/status, as a number.
long number_in_status(const std::string& process, std::string_view name) {
  std::ifstream status("/proc/" + process + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) return std::stol(line.substr(name.size()));
  }
  return 0;
}

struct Memory {
  double server_mib = 0;
  double workers_mib = 0;  // of the inspector and its processes
};

// Of the server, and of all that it began.
Memory memory_of(pid_t server) {
  std::vector<long> family{server};
  Memory memory{static_cast<double>(number_in_status(std::to_string(server), "VmRSS:")) / 1024, 0};
  for (std::size_t i = 0; i < family.size(); ++i) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const std::string name = entry.path().filename();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      if (number_in_status(name, "PPid:") != family[i]) continue;
      family.push_back(std::stol(name));
      memory.workers_mib += static_cast<double>(number_in_status(name, "VmRSS:")) / 1024;
    }
  }
  return memory;
}

// Looks at the pictures of one case, and says how memory was after the first tenth and at the end.
void look(tests::RunningServer& server,
          const Reviewer& reviewer,
          const std::string& session,
          int looks) {
  const std::string path = "/review/api/case/" + session;
  const std::string shown = reviewer.get(path).body;
  const std::string files = shown.substr(shown.find("\"files\""));
  const std::string body = R"({"file":")" + text_in(files, "id") + R"("})";
  Memory first;
  std::size_t bytes = 0;
  const auto start = Steady::now();
  for (int i = 0; i < looks; ++i) {
    if (i == looks / 10) first = memory_of(server.program().id());
    const tests::Answer picture = reviewer.post(path + "/view", body);
    if (picture.status != 200) give_up(picture.body);
    bytes = picture.body.size();
  }
  const double seconds = std::chrono::duration<double>(Steady::now() - start).count();
  const Memory last = memory_of(server.program().id());
  const double more = last.server_mib + last.workers_mib - first.server_mib - first.workers_mib;
  std::printf(
      "{\"bench\":\"looks\",\"unit\":\"MiB\",\"looks\":%d,\"looks_per_s\":%.1f,"
      "\"picture_bytes\":%zu,\"server_after_a_tenth\":%.1f,\"server\":%.1f,"
      "\"workers_after_a_tenth\":%.1f,\"workers\":%.1f,\"more\":%.1f,\"goal\":32.0,\"met\":%s}\n",
      looks,
      looks / seconds,
      bytes,
      first.server_mib,
      last.server_mib,
      first.workers_mib,
      last.workers_mib,
      more,
      more <= 32 ? "true" : "false");
}

int run(bool smoke) {
  const tests::ReservedPort port;
  tests::RunningServer server({.flags = {"--review-listen=" + std::to_string(port.number()),
                                         "--create-rate=1000000/1s",
                                         "--device-rate=1000000/1s"}});
  const tests::Backend backend(server.port(),
                               server.add_client("bench", {"--create-rate", "1000000/1s"}));
  const Reviewer reviewer(server, port.number());
  const tests::OpenSession session = submitted(server, backend);
  finalize(server, session);
  time_the_queue(server, backend, reviewer, smoke ? 5 : 50);
  look(server, reviewer, session.id, smoke ? 20 : 1000);
  return server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
