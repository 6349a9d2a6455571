#include "http/client/parallel_posts.h"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "http/wire/address_guard.h"
#include "tests/http/support/scripted_server.h"

namespace countersign::http::parallel_posts_test {

using namespace std::chrono_literals;

constexpr auto kAnyone = [](const ::sockaddr&, bool) { return true; };

ParallelPosts::Request to(const std::string& url) {
  return {.url = url, .headers = {"X-Test: 1"}, .body = "{}", .timeout = 20s};
}

// The answers by the ids of their requests.
std::map<std::uint64_t, ParallelPosts::Answer> answers(ParallelPosts& posts) {
  std::map<std::uint64_t, ParallelPosts::Answer> all;
  while (posts.running() > 0) {
    for (ParallelPosts::Answer& answer : posts.wait(1s)) all[answer.id] = std::move(answer);
  }
  return all;
}

TEST_CASE("many requests run at the same time, and each has its answer") {
  ScriptedServer server([](const ScriptedServer::Request& request) {
    Response response = answer(request.head.path == "/good" ? 204 : 429);
    response.headers.add("Retry-After", " 7 ");
    return response;
  });
  ParallelPosts posts(kAnyone);
  for (std::uint64_t i = 0; i < 20; ++i) {
    posts.begin(i, to(server.url() + (i % 2 == 0 ? "/good" : "/slow")));
  }
  const auto all = answers(posts);
  REQUIRE(all.size() == 20);
  for (const auto& [id, answer] : all) {
    CHECK(answer.status == (id % 2 == 0 ? 204 : 429));
    CHECK(answer.retry_after == "7");
    CHECK_FALSE(answer.is_forbidden);
  }
}

TEST_CASE("one that hangs holds up no other, and is given up in time") {
  ScriptedServer server([](const ScriptedServer::Request& request) -> std::optional<Response> {
    if (request.head.path == "/hang") return std::nullopt;
    return answer(200);
  });
  ParallelPosts posts(kAnyone);
  ParallelPosts::Request hanging = to(server.url() + "/hang");
  hanging.timeout = 300ms;
  posts.begin(1, hanging);
  posts.begin(2, to(server.url()));
  std::vector<std::uint64_t> order;
  while (posts.running() > 0) {
    for (const ParallelPosts::Answer& answer : posts.wait(1s)) {
      order.push_back(answer.id);
      CHECK(answer.status == (answer.id == 2 ? 200 : 0));
    }
  }
  CHECK(order == std::vector<std::uint64_t>{2, 1});
}

TEST_CASE("a redirect is an answer, and is not followed") {
  ScriptedServer server([](const ScriptedServer::Request& request) {
    Response response = answer(request.head.path == "/to" ? 200 : 302);
    response.headers.add("Location", "/to");
    return response;
  });
  ParallelPosts posts(kAnyone);
  posts.begin(1, to(server.url()));
  CHECK(answers(posts)[1].status == 302);
  CHECK(server.requests() == 1);
}

TEST_CASE("a long body is not read to its end, and its status counts") {
  ScriptedServer server(
      [](const ScriptedServer::Request&) { return answer(200, std::string(1 << 20, 'a')); });
  ParallelPosts posts(kAnyone);
  posts.begin(1, to(server.url()));
  CHECK(answers(posts)[1].status == 200);
}

TEST_CASE("the guard sees the address that a name has led to, and no request is sent") {
  ScriptedServer server([](const ScriptedServer::Request&) { return answer(200); });
  const std::string port = server.url().substr(server.url().rfind(':'));
  std::vector<std::string> seen;
  ParallelPosts posts([&](const ::sockaddr& address, bool is_secure) {
    CHECK_FALSE(is_secure);
    const auto ip = ip_address_of(address);
    seen.push_back(ip ? to_text(*ip) : "");
    return ip && !is_special_address(*ip);
  });
  const char* const hosts[] = {"localhost",
                               "127.0.0.1",
                               "127.1",
                               "2130706433",
                               "0x7f.1",
                               "0177.0.0.1",
                               "[::ffff:127.0.0.1]"};
  std::uint64_t id = 0;
  for (const char* const host : hosts) posts.begin(id++, to(std::string("http://") + host + port));
  for (const auto& given : answers(posts)) {
    CHECK_MESSAGE(given.second.is_forbidden, hosts[given.first]);
    CHECK(given.second.status == 0);
  }
  CHECK(seen.size() >= std::size(hosts));
  for (const std::string& address : seen) {
    CHECK_MESSAGE((address == "127.0.0.1" || address == "::1"), address);
  }
  CHECK(server.requests() == 0);
}

TEST_CASE("wake() ends a wait") {
  ParallelPosts posts(kAnyone);
  posts.wake();
  CHECK(posts.wait(10min).empty());
}

}  // namespace countersign::http::parallel_posts_test
