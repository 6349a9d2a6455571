// The cost of the worst JSON at the doors where a stranger, a person at the console or an operator
// sends some: the most memory that a body takes, in bytes for each of its own, and the processor
// time of the server's threads for it, in milliseconds. Each body fills the door's limit.
//
//   foreign_json_bench [--smoke]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/client/http_client.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPublicLimit = 64 << 10;
constexpr std::size_t kOperatorLimit = 256 << 10;
constexpr int kRounds = 50;

[[noreturn]] void stop_with(const std::string& why) {
  std::fprintf(stderr, "foreign_json_bench: %s\n", why.c_str());
  std::_Exit(1);
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() + piece.size() <= bytes) text += piece;
  return text;
}

// A list of `piece`, in as many bytes.
std::string list_of(std::string_view piece, std::size_t bytes) {
  std::string text = "[" + repeated(std::string(piece) + ",", bytes - 2 - piece.size());
  return text + std::string(piece) + "]";
}

struct Shape {
  const char* name;
  std::function<std::string(std::size_t bytes)> of;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"one string",
       [](std::size_t bytes) { return "{\"a\":\"" + std::string(bytes - 8, 'a') + "\"}"; }},
      {"escapes",
       [](std::size_t bytes) { return "{\"a\":\"" + repeated("\\u00e9", bytes - 8) + "\"}"; }},
      {"open brackets", [](std::size_t bytes) { return std::string(bytes, '['); }},
      {"nested lists",
       [](std::size_t bytes) { return std::string(bytes / 2, '[') + std::string(bytes / 2, ']'); }},
      {"nested objects",
       [](std::size_t bytes) {
         return repeated("{\"a\":", bytes - bytes / 6 - 8) + "1" + std::string(bytes / 6, '}');
       }},
      {"32 levels, numbers",
       [](std::size_t bytes) {
         return std::string(31, '[') + list_of("1", bytes - 62) + std::string(31, ']');
       }},
      {"numbers", [](std::size_t bytes) { return list_of("1", bytes); }},
      {"empty lists", [](std::size_t bytes) { return list_of("[]", bytes); }},
      {"empty names",
       [](std::size_t bytes) { return "{" + repeated("\"\":1,", bytes - 8) + "\"\":1}"; }},
      {"8,000 parts and a string",
       [](std::size_t bytes) {
         const std::string numbers = list_of("1", 16'000);
         return "{\"a\":" + numbers + ",\"b\":\"" + std::string(bytes - numbers.size() - 16, 'b') +
                "\"}";
       }},
      {"one long number",
       [](std::size_t bytes) { return "[" + std::string(bytes - 2, '9') + "]"; }},
      {"a long fraction",
       [](std::size_t bytes) { return "[0." + std::string(bytes - 5, '1') + "]"; }},
      {"exponents", [](std::size_t bytes) { return list_of("1e308", bytes); }},
      {"too large exponents", [](std::size_t bytes) { return list_of("1e999999", bytes); }},
      {"small exponents", [](std::size_t bytes) { return list_of("9e-9999999", bytes); }},
  };
  return all;
}

std::uint64_t kib_of(pid_t process, const std::string& field) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stoull(line.substr(field.size() + 1));
  }
  stop_with("/proc has no " + field);
}

// From now on VmHWM is the most that the process has had since now.
void reset_peak(pid_t process) {
  std::ofstream clear("/proc/" + std::to_string(process) + "/clear_refs");
  if (!(clear << "5\n" << std::flush)) stop_with("the peak of the memory cannot be reset");
}

// The time that the process's threads have run.
std::chrono::nanoseconds time_of(pid_t process) {
  std::uint64_t sum = 0;
  for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
    std::ifstream schedule(task.path() / "schedstat");
    std::uint64_t ran = 0;
    if (schedule >> ran) sum += ran;
  }
  return std::chrono::nanoseconds(sum);
}

// Where a body is sent, and how much is taken there.
struct Door {
  const char* name;
  std::size_t limit;
  std::function<int(const tests::RunningServer&, std::uint16_t console, const std::string&)> send;
};

int at_console(std::uint16_t console, const char* path, const std::string& body) {
  return tests::exchange(console,
                         {.method = "POST",
                          .path = path,
                          .headers = {{"Origin", "http://localhost:" + std::to_string(console)},
                                      {"X-Countersign-Review", "1"},
                                      {"X-Countersign-Page", std::string(43, 'k')},
                                      {"Content-Type", "application/json"}},
                          .body = body})
      .status;
}

int at_server(const tests::RunningServer& server, const char* path, const std::string& body) {
  return server
      .ask({.method = "POST",
            .path = path,
            .headers = {{"Content-Type", "application/json"}},
            .body = body})
      .status;
}

int at_socket(const tests::RunningServer& server, const std::string& body) {
  const auto answer =
      http::HttpClient().ask({.method = "POST",
                              .url = "http://localhost/admin/client/add",
                              .headers = {"Content-Type: application/json"},
                              .body = body,
                              .unix_socket = (server.data() / "admin.sock").string()});
  return answer ? answer->status : 0;
}

const std::vector<Door>& doors() {
  static const std::vector<Door> all{
      {"POST /api/svc/session/create",
       kPublicLimit,
       [](const auto& server, std::uint16_t, const std::string& body) {
         return at_server(server, "/api/svc/session/create", body);
       }},
      {"POST /api/sdk/redeem",
       kPublicLimit,
       [](const auto& server, std::uint16_t, const std::string& body) {
         return at_server(server, "/api/sdk/redeem", body);
       }},
      {"POST /review/api/login/finish",
       kPublicLimit,
       [](const auto&, std::uint16_t console, const std::string& body) {
         return at_console(console, "/review/api/login/finish", body);
       }},
      {"POST /review/api/register/finish",
       kPublicLimit,
       [](const auto&, std::uint16_t console, const std::string& body) {
         return at_console(console, "/review/api/register/finish", body);
       }},
      {"client add, at the operators' socket",
       kOperatorLimit,
       [](const auto& server, std::uint16_t, const std::string& body) {
         return at_socket(server, body);
       }},
  };
  return all;
}

void measure(const Door& door, const Shape& shape) {
  const tests::ReservedPort console;
  tests::RunningServer server({.flags = {"--review-listen=" + std::to_string(console.number())}});
  const pid_t process = server.program().id();
  const std::string body = shape.of(door.limit);
  if (body.size() > door.limit) stop_with(std::string(shape.name) + " is larger than its limit");
  for (int warm = 0; warm < 3; ++warm) (void)door.send(server, console.number(), "{\"x\":0}");
  const std::uint64_t before = kib_of(process, "VmRSS");
  reset_peak(process);
  const int status = door.send(server, console.number(), body);
  const std::uint64_t peak = kib_of(process, "VmHWM");
  // A body of the same size that is no JSON from its first byte is the measure for the rest.
  const auto spent = [&](const std::string& text) {
    const auto begin = time_of(process);
    for (int round = 0; round < kRounds; ++round) (void)door.send(server, console.number(), text);
    return std::chrono::duration<double, std::milli>(time_of(process) - begin).count() / kRounds;
  };
  const double bare = spent("x" + std::string(body.size() - 1, 'x'));
  const double whole = spent(body);
  const double times = (static_cast<double>(peak) - static_cast<double>(std::min(before, peak))) *
                       1024 / static_cast<double>(body.size());
  std::printf(
      "{\"bench\":\"foreign_json\",\"door\":\"%s\",\"shape\":\"%s\",\"body_bytes\":%zu,"
      "\"status\":%d,\"memory_for_a_byte\":%.1f,\"ms\":%.3f,\"ms_of_refused_text\":%.3f}\n",
      door.name,
      shape.name,
      body.size(),
      status,
      times,
      whole,
      bare);
  std::fflush(stdout);
}

int run(bool smoke) {
  for (const Door& door : doors()) {
    for (const Shape& shape : shapes()) {
      measure(door, shape);
      if (smoke) return 0;
    }
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
