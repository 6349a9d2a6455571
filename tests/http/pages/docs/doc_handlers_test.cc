#include "http/pages/docs/doc_handlers.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/pages/docs/doc_site.h"
#include "tests/http/support/rig.h"

namespace countersign::http::doc_handlers_test {

namespace fs = std::filesystem;

constexpr std::size_t kLongBytes = 10'000;

// A rig whose server shows a site of three files, unless it is off.
struct Shown {
  Rig rig;
  std::unique_ptr<const DocSite> site;

  explicit Shown(bool on = true, const DocLimits& limits = {}) {
    const fs::path folder = rig.folder.path() / "site";
    fs::create_directories(folder / "operators");
    fs::permissions(folder, fs::perms::owner_all);
    std::ofstream(folder / "index.html") << "<h1>Start</h1>";
    std::ofstream(folder / "operators/index.html") << "<h1>Operators</h1>";
    std::ofstream(folder / "long.html") << std::string(kLongBytes, 'a');
    auto read = DocSite::read(folder, limits);
    REQUIRE(read.has_value());
    site = std::move(read).value();
    if (on) rig.docs = site.get();
    rig.restart();
  }

  std::shared_ptr<KeptExchange> begin(const std::string& path,
                                      Headers headers = {},
                                      Method method = Method::Get) {
    auto exchange = rig.begin({.method = method, .path = path, .headers = std::move(headers)});
    (void)exchange->wait();
    return exchange;
  }
  // The answer, with the bytes that its stream has.
  Answer get(const std::string& path, Headers headers = {}, Method method = Method::Get) {
    const auto exchange = begin(path, std::move(headers), method);
    Answer answer = exchange->wait();
    if (const auto stream = exchange->stream()) {
      BodyPipe::Taken taken = stream->take();
      CHECK(taken.state == BodyPipe::State::Finished);
      for (const std::string& chunk : taken.chunks) answer.body += chunk;
      CHECK(exchange->stream_length() == answer.body.size());
    }
    return answer;
  }
};

TEST_CASE("without the setting the documentation is a path like any that does not exist") {
  Shown off(false);
  for (const Method method : {Method::Get, Method::Head, Method::Post, Method::Options}) {
    const Answer unknown = off.get("/dogs/", {}, method);
    CHECK(unknown.status == 404);
    for (const char* path : {"/docs", "/docs/", "/docs/index.html"}) {
      const Answer answer = off.get(path, {}, method);
      CHECK(answer.status == 404);
      CHECK(answer.code() == unknown.code());
      CHECK(answer.header("Allow").empty());
      CHECK(answer.headers.size() == unknown.headers.size());
    }
  }
}

TEST_CASE("a page is served with its type, its policies and a tag") {
  Shown shown;
  for (const char* path : {"/docs/", "/docs/index.html", "/docs/?h=word"}) {
    const Answer answer = shown.get(path);
    CHECK(answer.status == 200);
    CHECK(answer.body == "<h1>Start</h1>");
    CHECK(answer.header("Content-Type") == "text/html; charset=utf-8");
    CHECK(answer.header("ETag") == shown.site->find("")->tag);
    CHECK(answer.header("Cache-Control") == "public, max-age=300");
    const std::string policy = answer.header("Content-Security-Policy");
    CHECK(policy.starts_with("default-src 'none'; script-src 'self';"));
    CHECK(policy.find("unsafe") == std::string::npos);
    CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
    CHECK(answer.headers.count("content-security-policy") == 1);
    CHECK(answer.header("X-Content-Type-Options") == "nosniff");
    CHECK(answer.header("Access-Control-Allow-Origin").empty());
  }
  CHECK(shown.get("/docs/operators/").body == "<h1>Operators</h1>");
}

TEST_CASE("a folder without its slash leads to the one with it, relative to the path") {
  Shown shown;
  CHECK(shown.get("/docs").status == 308);
  CHECK(shown.get("/docs").header("Location") == "docs/");
  CHECK(shown.get("/docs/operators").status == 308);
  CHECK(shown.get("/docs/operators").header("Location") == "operators/");
}

TEST_CASE("no path leads out of the folder, and what is not there is not found") {
  Shown shown;
  std::ofstream(shown.rig.folder.path() / "secret.html") << "secret";
  for (const char* path : {"/docs/missing.html",
                           "/docs/../secret.html",
                           "/docs/operators/../../secret.html",
                           "/docs/%2e%2e/secret.html",
                           "/docs/..%2fsecret.html",
                           "/docs/%2e%2e%2fsecret.html",
                           "/docs//index.html",
                           "/docs/./index.html",
                           "/docs/operators//",
                           "/docs/long.html/",
                           "/docs\\index.html",
                           "/docsindex.html",
                           "/docs/%00"}) {
    CAPTURE(path);
    const Answer answer = shown.get(path);
    CHECK(answer.status == 404);
    CHECK(answer.body.find("secret") == std::string::npos);
  }
}

TEST_CASE("HEAD has the fields and the length of GET, and no body") {
  Shown shown;
  const auto exchange = shown.begin("/docs/long.html", {}, Method::Head);
  CHECK(exchange->wait().status == 200);
  CHECK(exchange->wait().header("ETag") == shown.site->find("long.html")->tag);
  CHECK(exchange->stream() == nullptr);
  CHECK(exchange->stream_length() == kLongBytes);
  CHECK(exchange->wait().body.empty());
  CHECK(shown.site->answers().bytes_under_way() == 0);
}

TEST_CASE("who has the file is told that it is the same") {
  Shown shown;
  const std::string tag = shown.get("/docs/").header("ETag");
  const Answer same = shown.get("/docs/", {{"if-none-match", tag}});
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(same.header("ETag") == tag);
  CHECK(shown.get("/docs/", {{"if-none-match", "\"other\""}}).status == 200);
}

TEST_CASE("a text is sent compressed to whom accepts that") {
  Shown shown;
  const Answer packed = shown.get("/docs/long.html", {{"accept-encoding", "br, gzip"}});
  CHECK(packed.header("Content-Encoding") == "gzip");
  CHECK(packed.header("Vary") == "Accept-Encoding");
  CHECK(packed.body == shown.site->find("long.html")->packed);
  CHECK(shown.get("/docs/long.html").body.size() == kLongBytes);
}

TEST_CASE("other methods are refused, and OPTIONS says which there are") {
  Shown shown;
  for (const Method method : {Method::Post, Method::Put, Method::Delete}) {
    const Answer answer = shown.get("/docs/", {}, method);
    CHECK(answer.status == 405);
    CHECK(answer.header("Allow") == "GET, HEAD, OPTIONS");
  }
  CHECK(shown.get("/docs/", {}, Method::Options).header("Allow") == "GET, HEAD, OPTIONS");
}

TEST_CASE("readers who take nothing hold so much memory, and then others wait") {
  Shown shown(true, {.answer_bytes = 2 * kLongBytes});
  const auto first = shown.begin("/docs/long.html");
  const auto second = shown.begin("/docs/long.html");
  const Answer third = shown.get("/docs/long.html");
  CHECK(third.status == 503);
  CHECK(third.header("Retry-After") == "5");
  CHECK(shown.begin("/docs/long.html", {}, Method::Head)->wait().status == 200);
  first->drop_stream();
  CHECK(shown.get("/docs/long.html").status == 200);
  second->drop_stream();
  CHECK(shown.site->answers().bytes_under_way() == 0);
}

TEST_CASE("the operator's log names no file that a reader asked for") {
  Shown shown;
  (void)shown.get("/docs/long.html");
  REQUIRE_FALSE(shown.rig.access_lines().empty());
  CHECK(shown.rig.access_lines().back() == "GET /docs/* getDoc 200");
}

TEST_CASE("the console's listener has no documentation") {
  ServiceSettings with;
  with.review = ReviewSite{"http://localhost:8081", "localhost"};
  Rig rig(with);
  const fs::path folder = rig.folder.path() / "site";
  fs::create_directories(folder);
  fs::permissions(folder, fs::perms::owner_all);
  std::ofstream(folder / "index.html") << "<h1>Start</h1>";
  const auto site = DocSite::read(folder);
  REQUIRE(site.has_value());
  rig.docs = site->get();
  rig.restart();
  CHECK(rig.send({.method = Method::Get, .path = "/docs/", .console = true}).status == 404);
  CHECK(rig.send({.method = Method::Get, .path = "/docs/"}).status == 200);
}

}  // namespace countersign::http::doc_handlers_test
