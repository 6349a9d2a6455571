#include "http/oidc/token/claim_path.h"

#include <doctest/doctest.h>

#include <string>

#include "http/oidc/token/json_object.h"

namespace countersign::http::claim_path_test {

const rapidjson::Document& claims() {
  static const rapidjson::Document parsed = [] {
    rapidjson::Document made;
    REQUIRE(parse_object(made, R"({
      "roles": "top",
      "realm_access": {"roles": "realm"},
      "resource_access": {"review.example.com": {"roles": "host"},
                          "https://a.example/app": {"roles": "url"},
                          "a~b": {"a~1b": "tildes"}},
      "https://a.example/roles": "named by a URL",
      "a.b": {"c": "dots"},
      "": {"": "empty names"},
      "list": ["first", {"roles": "in a list"}],
      "0": "not in a list"
    })"));
    return made;
  }();
  return parsed;
}

std::string at(std::string_view path) {
  const rapidjson::Value* const found = find_claim(claims(), path);
  if (found == nullptr) return "none";
  return found->IsString() ? std::string(string_in(*found)) : "no text";
}

TEST_CASE("a path that begins with a slash names each member as it is") {
  CHECK(at("/roles") == "top");
  CHECK(at("/realm_access/roles") == "realm");
  CHECK(at("/resource_access/review.example.com/roles") == "host");
  CHECK(at("/resource_access/https:~1~1a.example~1app/roles") == "url");
  CHECK(at("/resource_access/a~0b/a~01b") == "tildes");
  CHECK(at("/https:~1~1a.example~1roles") == "named by a URL");
  CHECK(at("/a.b/c") == "dots");
  CHECK(at("//") == "empty names");
  CHECK(at("/list/0") == "first");
  CHECK(at("/list/1/roles") == "in a list");
  CHECK(at("/0") == "not in a list");
  CHECK(at("/resource_access") == "no text");
  CHECK(at("/") == "no text");  // the member whose name is empty
  for (const char* path : {"/role",
                           "/roles/",
                           "/roles/top",
                           "/realm_access.roles",
                           "/resource_access/review/example/com/roles",
                           "/https://a.example/roles",
                           "/list/2",
                           "/list/00",
                           "/list/01",
                           "/list/-",
                           "/list/-1",
                           "/list/+0",
                           "/list/4294967296",
                           "/list/",
                           "/list/0/0"}) {
    INFO(path);
    CHECK(at(path) == "none");
  }
}

TEST_CASE("a path with dots leads into objects, and may end with a name that has dots") {
  CHECK(at("roles") == "top");
  CHECK(at("realm_access.roles") == "realm");
  CHECK(at("https://a.example/roles") == "named by a URL");
  CHECK(at("resource_access.review.example.com") == "no text");
  CHECK(at("resource_access.review.example.com.roles") == "none");
  CHECK(at("a.b") == "no text");
  CHECK(at("list.0") == "none");
}

TEST_CASE("a path that is none is known before it is used") {
  for (const char* path : {"roles", "a~b", "/", "/a", "/~0", "/~1~01/b~0"}) {
    INFO(path);
    CHECK(wrong_with_claim_path(path).empty());
  }
  CHECK(wrong_with_claim_path("") == "is empty");
  for (const char* path : {"/~", "/a~", "/~2", "/a~b", "/~~0"}) {
    INFO(path);
    CHECK(wrong_with_claim_path(path) == "has a ~ that is neither ~0 nor ~1 (RFC 6901)");
  }
}

}  // namespace countersign::http::claim_path_test
