// The parts of a request that the operator's log shows.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "http/call/path_mask.h"
#include "tests/http/support/joining_calls.h"

namespace countersign::http::access_log_test {

constexpr const char* kUuid = "0192f0c1-2b3a-7c4d-8e5f-60718293a4b5";

ServiceSettings with_console() {
  ServiceSettings settings = with_public_origin();
  settings.review = *review_site_of("http://localhost:8081");
  return settings;
}

std::vector<std::string> segments_of(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    segments.emplace_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return segments;
}

std::string path_of(const std::vector<std::string>& segments) {
  std::string path;
  for (const std::string& segment : segments) path += "/" + segment;
  return path;
}

// The path of a row with this text in each place in turn, also behind its end.
std::vector<std::string> paths_with(const Endpoint& row, const std::string& text) {
  std::vector<std::string> paths;
  std::vector<std::string> whole = segments_of(row.path);
  for (std::string& segment : whole) {
    if (segment.starts_with('{')) segment = kUuid;
  }
  for (std::size_t at = 0; at <= whole.size(); ++at) {
    std::vector<std::string> segments = whole;
    at < whole.size() ? segments[at] = text : segments.emplace_back(text);
    paths.push_back(path_of(segments));
  }
  return paths;
}

// Sends a request with this text in each place of each path. Returns the lines that have it.
std::size_t lines_with(Rig& rig,
                       std::span<const Endpoint> table,
                       bool console,
                       const std::string& text) {
  for (const Endpoint& row : table) {
    for (const std::string& path : paths_with(row, text)) {
      (void)rig.send({.method = row.method, .path = path, .body = "{}", .console = console});
    }
  }
  std::size_t found = 0;
  for (const std::string& line : rig.access_lines()) {
    if (line.find(text) != std::string::npos) ++found;
  }
  return found;
}

TEST_CASE("a path in the log shows the words of the tables and ids, and nothing else") {
  PathMask mask;
  mask.learn("/api/svc/session/{sessionId}/result");
  mask.learn("/api/svc/log/tile/{path...}");
  const auto shown = [&](std::string_view path) { return mask.shown(path, 256); };
  const std::string session = "/api/svc/session/";
  CHECK(shown(session + kUuid + "/result") == session + kUuid + "/result");
  CHECK(shown(session + "svct_AAAA/result") == session + "*/result");
  CHECK(shown(session + "jane/result") == session + "*/result");
  CHECK(shown(session + "17/result") == session + "*/result");
  CHECK(shown("/api/svc/log/tile/0/x001/067.p/8") == "/api/svc/log/tile/*/*/*/*");
  CHECK(shown("/result/api") == "/result/api");
  CHECK(shown("/%61pi/api/") == "/*/api/");
  CHECK(shown("//a//b") == "//*//*");
  CHECK(shown("*") == "*");
  CHECK(shown("").empty());
  CHECK(shown(std::string("/api/") + kUuid + "x") == "/api/*");
  CHECK(mask.shown("/" + std::string(5000, 'a'), 8) == "/*");
  std::string long_path;
  for (int i = 0; i < 2000; ++i) long_path += "/x";
  CHECK(mask.shown(long_path, 256).size() <= 258);
}

TEST_CASE("no token, code or secret reaches the log, in whatever place of a path it stands") {
  Rig rig(with_console());
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client);
  const std::string token = created["sessionToken"];
  const std::string code = code_in(created["captureUrl"]);
  REQUIRE(code.size() == 43);
  const std::string nonce = rig.nonce(token, "document");
  const Answer offered = handoff(rig, token);
  REQUIRE_MESSAGE(offered.status == 200, offered.body);
  const std::string offer = code_in(offered["url"]);
  std::size_t asked = 0;
  for (const std::string& secret :
       {token, client.secret, client.key, code, offer, nonce, std::string("jane-doe")}) {
    CAPTURE(secret);
    REQUIRE(!secret.empty());
    CHECK(lines_with(rig, public_endpoints(), false, secret) == 0);
    CHECK(lines_with(rig, review_endpoints(), true, secret) == 0);
    CHECK(lines_with(rig, admin_endpoints(), false, secret) == 0);
    ++asked;
  }
  CHECK(asked == 7);
  CHECK(rig.access_lines().size() > 1000);
}

}  // namespace countersign::http::access_log_test
