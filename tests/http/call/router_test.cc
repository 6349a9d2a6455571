#include "http/call/router.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

namespace countersign::http::router_test {

void nothing(DescribeService&, const CallPtr&) {}

constexpr Handles<by::Anyone> kNothing{nothing};
constexpr std::array<Endpoint, 7> kTable{{
    {.method = Method::Get, .path = "/a", .handler = kNothing, .operation_id = "getA"},
    {.method = Method::Post, .path = "/a", .handler = kNothing, .operation_id = "postA"},
    {.method = Method::Get, .path = "/a/{id}/b", .handler = kNothing, .operation_id = "getB"},
    {.method = Method::Post, .path = "/a/x/c", .handler = kNothing, .operation_id = "postC"},
    {.method = Method::Get, .path = "/a/x/{id}", .handler = kNothing, .operation_id = "getX"},
    {.method = Method::Get, .path = "/r/{id}/end", .handler = kNothing, .operation_id = "getEnd"},
    {.method = Method::Get,
     .path = "/r/{id}/{rest...}",
     .handler = kNothing,
     .operation_id = "getR"},
}};

std::string found(Method method, std::string_view path) {
  const Router router(kTable);
  const Router::Found result = router.find(method, path);
  if (const auto* match = std::get_if<Router::Match>(&result)) {
    std::string text(match->endpoint->operation_id);
    for (const std::string& parameter : match->parameters) text += "|" + parameter;
    return text;
  }
  if (const auto* other = std::get_if<Router::NoSuchMethod>(&result)) {
    return "405 " + std::string(other->allow);
  }
  return "404";
}

TEST_CASE("a path finds its row, and HEAD the one of GET") {
  CHECK(found(Method::Get, "/a") == "getA");
  CHECK(found(Method::Head, "/a") == "getA");
  CHECK(found(Method::Post, "/a") == "postA");
  CHECK(found(Method::Get, "/a/17/b") == "getB|17");
  CHECK(found(Method::Head, "/a/17/b") == "getB|17");
}

TEST_CASE("a literal segment wins over a parameter, for every method") {
  CHECK(found(Method::Post, "/a/x/c") == "postC");
  CHECK(found(Method::Get, "/a/x/c") == "405 POST, OPTIONS");
  CHECK(found(Method::Get, "/a/x/d") == "getX|d");
}

TEST_CASE("a path without a row is 404, and a method without one 405 with what is allowed") {
  for (const char* path : {"",
                           "/",
                           "//",
                           "/a/",
                           "/a//",
                           "//a",
                           "/b",
                           "/a/1",
                           "/a/1/b/",
                           "/a//b",
                           "/A",
                           "a",
                           "*",
                           "/a/x/"}) {
    INFO(path);
    CHECK(found(Method::Get, path) == "404");
  }
  CHECK(found(Method::Delete, "/a") == "405 GET, HEAD, POST, OPTIONS");
  CHECK(found(Method::Options, "/a") == "405 GET, HEAD, POST, OPTIONS");
  CHECK(found(Method::Other, "/a/1/b") == "405 GET, HEAD, OPTIONS");
  CHECK(found(Method::Delete, "/nowhere") == "404");
}

TEST_CASE("segments are percent-decoded after the path was split") {
  CHECK(found(Method::Get, "/%61") == "getA");
  CHECK(found(Method::Get, "/a/a%2Fb/b") == "getB|a/b");
  CHECK(found(Method::Get, "/a/a%20b+c/b") == "getB|a b+c");
  CHECK(found(Method::Get, "/a%2F17%2Fb") == "404");
  CHECK(found(Method::Get, "/a/%zz/b") == "getB|%zz");
  CHECK(found(Method::Get, "/a/%/b") == "getB|%");
  CHECK(found(Method::Get, "/a/%4/b") == "getB|%4");
  CHECK(found(Method::Get, "/%zz") == "404");
}

TEST_CASE("the rest of a path is one segment or more, none of them empty, as they came") {
  CHECK(found(Method::Get, "/r/1/a") == "getR|1|a");
  CHECK(found(Method::Head, "/r/1/a/b.p/c") == "getR|1|a/b.p/c");
  CHECK(found(Method::Post, "/r/1/a/b") == "405 GET, HEAD, OPTIONS");
  CHECK(found(Method::Get, "/r/1/end") == "getEnd|1");
  CHECK(found(Method::Get, "/r/1/end/x") == "getR|1|end/x");
  CHECK(found(Method::Get, "/r/%31/a%2Fb/%2e%2e/%zz") == "getR|1|a%2Fb/%2e%2e/%zz");
  CHECK(found(Method::Get, "/r/1/a/../b") == "getR|1|a/../b");
  for (const char* path :
       {"/r", "/r/1", "/r/1/", "/r/1//", "/r/1//a", "/r/1/a/", "/r/1/a//b", "/r//a"}) {
    INFO(path);
    CHECK(found(Method::Get, path) == "404");
  }
  CHECK(found(Method::Get, "/r/1/a" + std::string(100'000, '/')) == "404");
}

TEST_CASE("tens of thousands of slashes are a path like another") {
  CHECK(found(Method::Get, std::string(100'000, '/')) == "404");
  CHECK(found(Method::Get, "/a/" + std::string(100'000, 'x') + "/b").starts_with("getB|xx"));
}

TEST_CASE("every row of the public table can be reached") {
  const Router router(public_endpoints());
  std::set<std::string_view> operations;
  for (const Endpoint& row : public_endpoints()) {
    INFO(row.path);
    CHECK(operations.insert(row.operation_id).second);
    std::string path(row.path);
    for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{')) {
      path.replace(open, path.find('}') - open + 1, "p");
    }
    const auto result = router.find(row.method, path);
    REQUIRE(std::holds_alternative<Router::Match>(result));
    CHECK(std::get<Router::Match>(result).endpoint == &row);
  }
}

}  // namespace countersign::http::router_test
