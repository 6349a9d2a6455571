// The waiting times of a reviewer, and the cost of looks: the time from a capture's end to its case
// in the queue, looks at real pictures a second, and the memory of the server and its workers
// meanwhile. And what others wait for because of a reviewer: an upload, quiet and beside one person
// who calls without end from 48 connections.
//
//   review_bench [--smoke]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/rounds.h"
#include "tests/http/review/support/authenticator.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"

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

// The key of the page that logs in.
const std::string kPageKey(43, 'k');

// A reviewer who is logged in.
class Reviewer {
 public:
  Reviewer(const tests::RunningServer& server, std::uint16_t console, const std::string& role)
      : console_(console) {
    const tests::Json added(
        server.operate({"reviewer", "add", "Bench", "--role", role, "--json"}).out);
    const std::string link = R"({"link":")" + added.text("/code") + "\"";
    const std::string begun = post("/review/api/register/begin", link + "}").body;
    test::Authenticator passkey(PasskeyAlgorithm::Es256, "passkey of " + role);
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
    return tests::exchange(console_,
                           {.path = path,
                            .headers = {{"X-Countersign-Review", "1"},
                                        {"X-Countersign-Page", kPageKey},
                                        {"Cookie", cookie_}}});
  }
  tests::Answer post(const std::string& path, const std::string& body) const {
    return tests::exchange(console_,
                           {.method = "POST",
                            .path = path,
                            .headers = {{"Origin", origin()},
                                        {"X-Countersign-Review", "1"},
                                        {"X-Countersign-Page", kPageKey},
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

// The memory of the server, and of all processes that it began.
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

// Calls without end, each time as soon as there was an answer, until it is destroyed.
class Flood {
 public:
  Flood(const Reviewer& who, const std::string& path, std::size_t connections) {
    for (std::size_t i = 0; i < connections; ++i) {
      threads_.emplace_back([this, &who, path] {
        while (!stop_) {
          const int status = who.get(path).status;
          const bool is_refused = status == 429 || status == 503;
          if (status != 200 && !is_refused) give_up(path + " " + std::to_string(status));
          ++(status == 200 ? served_ : refused_);
        }
      });
    }
  }
  ~Flood() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Flood(const Flood&) = delete;
  Flood& operator=(const Flood&) = delete;

  std::uint64_t served() const { return served_; }
  std::uint64_t refused() const { return refused_; }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> served_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::vector<std::thread> threads_;
};

// Returns the 95th percentile of `count` uploads, one after the other.
double upload_p95_ms(const tests::RunningServer& server,
                     const tests::Backend& backend,
                     std::size_t count) {
  std::vector<double> waits;
  for (std::size_t i = 0; i < count; ++i) {
    const tests::Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
    const std::string nonce = device.nonce("document");
    const auto start = Steady::now();
    const tests::Answer document =
        device.document(nonce, tests::document_picture(Side::Front), "OTHER");
    waits.push_back(std::chrono::duration<double, std::milli>(Steady::now() - start).count());
    if (document.body.find("\"ok\":true") == std::string::npos) give_up(document.body);
  }
  std::ranges::sort(waits);
  return waits[waits.size() * 95 / 100];
}

// Sandbox cases that were decided: their images are three bytes, so that there can be many.
void decide_many(const tests::RunningServer& server,
                 const tests::Backend& sandbox,
                 std::size_t decisions) {
  for (std::size_t i = 0; i < decisions; ++i) {
    const tests::OpenSession session = sandbox.open("DOCUMENT_VERIFICATION");
    const tests::Device device(server.port(), session.token);
    // The name of the file asks for a review.
    const auto form =
        tests::multipart({{"image", "\xff\xd8\xff", "result-REVIEW.jpg", "image/jpeg"},
                          {"nonce", device.nonce("document")},
                          {"documentType", "PASSPORT"}});
    (void)device.send("POST", "/api/sdk/document", {{"Content-Type", tests::kMultipartType}}, form);
    if (device.finalize().body.find("REVIEW") == std::string::npos) give_up("no sandbox review");
    const tests::Answer decided =
        sandbox.post(tests::Backend::session_path(session.id, "review"),
                     R"({"decision":"PASSED","reasons":["OTHER"],"reviewer":"worker"})");
    if (decided.status != 200) give_up(decided.body);
  }
}

// How much longer an upload takes beside each kind of call, of one person.
void time_uploads_beside(const tests::RunningServer& server,
                         const tests::Backend& backend,
                         std::uint16_t console,
                         bool smoke) {
  const Reviewer auditor(server, console, "auditor");
  const Reviewer reviewer(server, console, "reviewer");
  const std::size_t rounds = smoke ? 1 : 5;
  const std::size_t uploads = smoke ? 10 : 60;
  struct Kind {
    const char* name;
    const Reviewer& who;
    const char* path;
  };
  for (const Kind& kind :
       {Kind{"upload_beside_reports_p95", auditor, "/review/api/reports?sandbox=true"},
        Kind{"upload_beside_queue_p95", reviewer, "/review/api/queue?limit=200"}}) {
    std::uint64_t served = 0;
    std::uint64_t refused = 0;
    at_most(
        kind.name,
        "ms",
        rounds,
        1.3,
        [&] {
          const Flood flood(kind.who, kind.path, 48);
          const double p95 = upload_p95_ms(server, backend, uploads);
          served += flood.served();
          refused += flood.refused();
          return p95;
        },
        [&] { return upload_p95_ms(server, backend, uploads); });
    std::printf("{\"bench\":\"%s_calls\",\"served\":%llu,\"refused\":%llu}\n",
                kind.name,
                static_cast<unsigned long long>(served),
                static_cast<unsigned long long>(refused));
    std::fflush(stdout);
  }
}

// With the rates that the server has by itself for reviewers.
int run_beside(bool smoke) {
  const tests::ReservedPort port;
  tests::RunningServer server({.flags = {"--review-listen=" + std::to_string(port.number()),
                                         "--create-rate=1000000/1s",
                                         "--device-rate=1000000/1s"}});
  const tests::Backend backend(server.port(),
                               server.add_client("bench", {"--create-rate", "1000000/1s"}));
  const tests::Backend sandbox(
      server.port(), server.add_client("test", {"--create-rate", "1000000/1s", "--sandbox"}));
  decide_many(server, sandbox, smoke ? 20 : 2'000);
  time_uploads_beside(server, backend, port.number(), smoke);
  return server.stop() == 0 ? 0 : 1;
}

int run(bool smoke) {
  const tests::ReservedPort port;
  tests::RunningServer server({.flags = {"--review-listen=" + std::to_string(port.number()),
                                         "--create-rate=1000000/1s",
                                         "--device-rate=1000000/1s",
                                         "--review-rate=1000000/1s",
                                         "--look-rate=1000000/1s"}});
  const tests::Backend backend(server.port(),
                               server.add_client("bench", {"--create-rate", "1000000/1s"}));
  const Reviewer reviewer(server, port.number(), "reviewer");
  const tests::OpenSession session = submitted(server, backend);
  finalize(server, session);
  time_the_queue(server, backend, reviewer, smoke ? 5 : 50);
  look(server, reviewer, session.id, smoke ? 20 : 1000);
  if (server.stop() != 0) return 1;
  return run_beside(smoke);
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
