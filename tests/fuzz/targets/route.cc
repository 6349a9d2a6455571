// A request's path against a table of endpoints like that of the API.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/check.h"
#include "http/call/router.h"
#include "http/wire/header_parameters.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::route_target {

using http::Endpoint;
using http::Method;
using http::Router;

constexpr http::Handles<http::by::Anyone> kNone{};

const std::array<Endpoint, 8> kTable{{
    {Method::Get, "/readyz", kNone},
    {Method::Post, "/api/svc/session/create", kNone},
    {Method::Get, "/api/svc/session/{sessionId}", kNone},
    {Method::Delete, "/api/svc/session/{sessionId}", kNone},
    {Method::Get, "/api/svc/session/{sessionId}/documents/{documentId}/file", kNone},
    {Method::Get, "/api/svc/session/{sessionId}/documents/bundle", kNone},
    {Method::Get, "/api/svc/log/tile/{path...}", kNone},
    {Method::Post, "/", kNone},
}};

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  while (!path.empty()) segments.push_back(take_until(path, '/'));
  return segments;
}

void check_match(const Router::Match& match, std::string_view path) {
  const std::string_view row = match.endpoint->path;
  check(match.parameters.size() == count(row, "{"),
        "a match has a value for each parameter of its row");
  check(path.find("//") == path.npos, "a path that matches has no double slash");
  for (const auto& parameter : match.parameters)
    check(!parameter.empty(), "the value of a parameter is not empty");
  if (row.ends_with("...}")) {
    check(path.ends_with(match.parameters.back()),
          "a parameter that takes the rest is the end of the path, unchanged");
    check(count(path, "/") >= count(row, "/"),
          "a path that matches a row with a rest has at least the slashes of the row");
    return;
  }
  const auto given = segments_of(path);
  const auto wanted = segments_of(row);
  check(given.size() == wanted.size(), "a path that matches has as many segments as its row");
  std::size_t parameter = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto decoded = http::percent_decoded(given[i]);
    if (wanted[i].starts_with('{')) {
      const std::string value = decoded.value_or(std::string(given[i]));
      check(match.parameters[parameter++] == value,
            "the value of a parameter is its segment, decoded once");
    } else {
      check(decoded == std::string(wanted[i]),
            "a segment that matches a literal decodes to the literal");
    }
  }
}

void run(std::string_view path) {
  static const Router router(kTable);
  if (const auto decoded = http::percent_decoded(path)) {
    check(decoded->size() + 2 * count(path, "%") == path.size(),
          "percent-decoding turns each escape into one byte");
  }
  bool exists = false;
  for (const auto method : {Method::Get, Method::Post, Method::Delete, Method::Options}) {
    const auto found = router.find(method, path);
    const auto* const match = std::get_if<Router::Match>(&found);
    if (match != nullptr) {
      check(match->endpoint->method == method, "the endpoint of a match has the requested method");
      check_match(*match, path);
    }
    const auto* const other = std::get_if<Router::NoSuchMethod>(&found);
    if (other != nullptr)
      check(!other->allow.empty(), "the answer NoSuchMethod names an allowed method");
    const bool there = match != nullptr || other != nullptr;
    check(method == Method::Get || there == exists, "a path exists for all methods or for none");
    exists = there;
  }
}

const Target kTarget("route", run);

}  // namespace countersign::fuzz::route_target
