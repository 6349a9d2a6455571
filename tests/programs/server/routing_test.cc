#include <doctest/doctest.h>

#include <string>

#include "tests/programs/support/problem.h"
#include "tests/programs/support/shared_server.h"

// Requests to the wrong place, or made in the wrong way.
namespace countersign::tests::routing_test {

TEST_CASE("unknown paths are 404") {
  for (const std::string& path : {std::string("/api"),
                                  std::string("/api/sdk"),
                                  std::string("/api/sdk/"),
                                  std::string("/api/sdk/status/"),
                                  std::string("/api//sdk/status"),
                                  std::string("/API/SDK/STATUS"),
                                  std::string("/admin/client/list"),
                                  std::string("/api/svc/session//result"),
                                  std::string("/api/svc/session/a/b/c/d/e/f"),
                                  std::string("/../../etc/passwd"),
                                  std::string("/%2e%2e/%2e%2e/etc/passwd"),
                                  std::string("/") + std::string(2000, '/'),
                                  std::string("/") + std::string(2000, 'a')}) {
    CAPTURE(path);
    check_problem(shared_server().ask({"GET", path}), 404, "SVC_NOT_FOUND");
  }
  CHECK(still_serves());
}

TEST_CASE("a known path with another method is 405 with Allow") {
  struct Row {
    const char* method;
    const char* path;
    const char* allowed;
  };
  for (const Row& row : {Row{"GET", "/api/svc/session/create", "POST"},
                         Row{"DELETE", "/api/svc/session/create", "POST"},
                         Row{"POST", "/api/sdk/status", "GET"},
                         Row{"PUT", "/api/sdk/document", "POST"},
                         Row{"PATCH", "/api/sdk/finalize", "POST"},
                         Row{"BREW", "/healthz", "GET"},
                         Row{"TRACE", "/metrics", "GET"}}) {
    CAPTURE(row.method);
    CAPTURE(row.path);
    const Answer answer = shared_server().ask({row.method, row.path});
    check_problem(answer, 405, "SVC_METHOD_NOT_ALLOWED");
    CHECK(answer.header("allow").find(row.allowed) != std::string::npos);
  }
  CHECK(still_serves());
}

TEST_CASE("HEAD is GET without the body, OPTIONS tells the methods") {
  const Answer get = shared_server().ask({"GET", "/healthz"});
  const Answer head = shared_server().ask({"HEAD", "/healthz"});
  CHECK(head.status == get.status);
  CHECK(head.body == "");
  CHECK(head.header("content-length") == get.header("content-length"));
  const Answer options = shared_server().ask({"OPTIONS", "/healthz"});
  CHECK(options.status < 300);
  CHECK(options.header("allow").find("GET") != std::string::npos);
}

TEST_CASE("bytes that are not an HTTP request are answered, and the connection is closed") {
  for (const char* bytes : {"\r\n\r\nNONSENSE\r\n\r\n",
                            "GET /healthz HTTP/1.1\r\n\r\n",
                            "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                            "GET /healthz HTTP/1.1\r\nHost: a\r\nBad Header: b\r\n\r\n",
                            "GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                            "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
                            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                            "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                            "GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n"}) {
    CAPTURE(bytes);
    Wire wire(shared_server().port());
    wire.send(bytes);
    wire.end_sending();
    const auto answer = wire.receive();
    REQUIRE(answer.has_value());
    CHECK(answer->status >= 400);
    CHECK(answer->header("content-type") == "application/problem+json");
    CHECK(wire.at_end());
  }
  CHECK(still_serves());
}

TEST_CASE("requests in one packet are answered in their order") {
  Wire wire(shared_server().port());
  std::string both;
  for (int i = 0; i < 20; ++i) {
    both += bytes_of({"GET", "/healthz", {{"X-Request-Id", "request-" + std::to_string(i)}}});
  }
  wire.send(both);
  for (int i = 0; i < 20; ++i) {
    const auto answer = wire.receive();
    REQUIRE(answer.has_value());
    CHECK(answer->header("x-request-id") == "request-" + std::to_string(i));
  }
}

TEST_CASE("a well-formed request id is kept, another is replaced") {
  CHECK(shared_server()
            .ask({"GET", "/healthz", {{"X-Request-Id", "abc-123"}}})
            .header("x-request-id") == "abc-123");
  for (const std::string& id :
       {std::string("two words"), std::string(500, 'a'), std::string("\"")}) {
    const std::string given =
        shared_server().ask({"GET", "/healthz", {{"X-Request-Id", id}}}).header("x-request-id");
    CHECK_FALSE(given.empty());
    CHECK(given != id);
  }
}

TEST_CASE("rates are told in headers, and beyond them it is 429 with Retry-After") {
  const RunningServer server({.flags = {"--create-rate=5/1h"}});
  const Backend backend(server.port(), server.add_client("shop"));
  const Answer first = backend.create("LIVENESS");
  CHECK(first.status == 200);
  CHECK_FALSE(first.header("ratelimit-policy").empty());
  CHECK_FALSE(first.header("ratelimit").empty());
  int limited = 0;
  for (int i = 0; i < 10; ++i) {
    const Answer answer = backend.create("LIVENESS");
    if (answer.status != 429) continue;
    check_problem(answer, 429, "SVC_RATE_LIMITED");
    CHECK(std::stoi("0" + answer.header("retry-after")) >= 1);
    ++limited;
  }
  CHECK(limited >= 4);
}

TEST_CASE("metrics are not for the clients of a proxy on this machine") {
  const auto ask = [](const std::string& name, const std::string& value) {
    return shared_server().ask({"GET", "/metrics", {{name, value}}});
  };
  check_problem(ask("X-Forwarded-For", "198.51.100.7"), 404, "SVC_NOT_FOUND");
  check_problem(ask("X-Forwarded-For", "127.0.0.1"), 404, "SVC_NOT_FOUND");
  check_problem(ask("Forwarded", "for=127.0.0.1"), 404, "SVC_NOT_FOUND");
  check_problem(ask("Via", "1.1 proxy"), 404, "SVC_NOT_FOUND");
  // The same answer as for a path without content, except for the request's id.
  const Answer nothing =
      shared_server().ask({"GET", "/nothing", {{"X-Request-Id", "one-and-the-same"}}});
  const Answer refused = shared_server().ask(
      {"GET", "/metrics", {{"X-Forwarded-For", "1.2.3.4"}, {"X-Request-Id", "one-and-the-same"}}});
  CHECK(refused.body == nothing.body);
  CHECK(ask("X-Request-Id", "mine").status == 200);
}

TEST_CASE(
    "health and readiness are open, metrics to this machine, and they have no names of anyone") {
  CHECK(shared_server().ask({"GET", "/healthz"}).status == 200);
  CHECK(shared_server().ask({"GET", "/readyz"}).status == 200);
  const OpenSession session = shared_backend().open("LIVENESS");
  const Answer metrics = shared_server().ask({"GET", "/metrics"});
  CHECK(metrics.status == 200);
  CHECK(metrics.header("content-type").starts_with("text/plain"));
  CHECK(metrics.body.find("countersign_") != std::string::npos);
  CHECK(metrics.body.find(session.id) == std::string::npos);
  CHECK(metrics.body.find(shared_backend().credentials().key) == std::string::npos);
}

}  // namespace countersign::tests::routing_test
