// Logins at an identity provider that takes its time: whose turn is next, and what others may do
// meanwhile.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "http/limits/console_places.h"
#include "tests/http/review/support/provider_scene.h"

namespace countersign::http::slow_provider_test {

using countersign::test::Authenticator;

// A provider that answers no question for a token before the test lets it, and people at it.
struct SlowProvider : ProviderScene {
  SlowProvider() {
    begun();  // the provider is known from now on
    answers.holds_tokens = true;
    answers.id_token = "no.ID.token";
    provider.set(answers);
  }

  // A person's browser at an address comes back from the provider.
  std::shared_ptr<KeptExchange> comes_back(const std::string& address,
                                           const std::string& code = "c") {
    const Answer way = console.rig.send({.path = begin_path(), .peer = address, .console = true});
    REQUIRE(way.status == 302);
    const std::string location = way.header("location");
    const std::string state = parse_form(location.substr(location.find('?') + 1)).value()[4].second;
    std::string own = cookie_in(way, "countersign-login-8081");
    own.resize(own.find(';'));
    const std::string query =
        form_text({{"code", code}, {"state", state}, {"iss", provider.issuer()}});
    return console.rig.begin({.path = "/review/api/oidc/callback?" + query,
                              .headers = {{"Cookie", "countersign-login-8081=" + own}},
                              .peer = address,
                              .console = true});
  }
  static std::string address(int number) { return "203.0.113." + std::to_string(number); }
};

TEST_CASE(
    "beside ten addresses that wait for a slow provider, another's answer is in its next round") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int each = 0; each < 10; ++each) {
    for (int times = 0; times < 7; ++times) {
      others.push_back(scene.comes_back(SlowProvider::address(each)));
    }
  }
  // Three threads at most stay free, by the order in which the answers come (leaves_room() of
  // fair_queue.h). In the order of arrival, mine would be the last of 71.
  constexpr std::size_t kFreeMost = 3;
  constexpr std::size_t kRound = ProviderLogin::kThreads;
  scene.provider.wait_for_held(kRound - kFreeMost);
  const std::size_t before = scene.provider.asked().tokens.size();
  const auto mine = scene.comes_back("198.51.100.9", "mine");
  scene.provider.answer_held();
  scene.provider.wait_for_code("mine");
  CHECK(scene.provider.asked().tokens.size() <= before + kFreeMost + kRound);
  scene.provider.release();
  CHECK(mine->wait().status == 403);
  for (const auto& other : others) CHECK(other->wait().status == 403);
}

TEST_CASE("answers that wait for a slow provider take few places, and of one address fewer") {
  SlowProvider scene;
  Authenticator passkey;
  const std::string anna = scene.console.anna(passkey);
  std::vector<std::shared_ptr<KeptExchange>> calls;
  const auto waiting = [&](const std::string& address, int times) {
    std::size_t count = 0;
    for (int each = 0; each < times; ++each) {
      calls.push_back(scene.comes_back(address));
      if (!calls.back()->answered()) ++count;
    }
    return count;
  };
  CHECK(waiting("198.51.100.1", 20) == ConsolePlaces::kProviderEach);
  for (int each = 0; each < 100; ++each) {
    CHECK(waiting(SlowProvider::address(each), 1) == (each < 64 ? 1 : 0));
  }
  CHECK(scene.console.rig.service().review.places.provider.taken() == ConsolePlaces::kProvider);
  CHECK(scene.me(anna).status == 200);
  scene.provider.release();
  std::size_t refused = 0;
  for (const auto& call : calls) refused += call->wait().status == 503 ? 1 : 0;
  CHECK(refused == calls.size() - ConsolePlaces::kProvider);
  CHECK(scene.console.rig.service().review.places.provider.taken() == 0);
}

TEST_CASE("eight addresses with all their answers at a slow provider leave places for another's") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int times = 0; times < 20; ++times) {
    for (int each = 0; each < 8; ++each) {
      others.push_back(scene.comes_back(SlowProvider::address(each)));
    }
  }
  const auto mine = scene.comes_back("198.51.100.9", "mine");
  CHECK_FALSE(mine->answered());
  scene.provider.release();
  CHECK(mine->wait().status == 403);
  // Nine places of each leave eight.
  std::size_t asked = 0;
  for (const auto& other : others) asked += other->wait().status == 403 ? 1 : 0;
  CHECK(asked == 72);
}

TEST_CASE("an address has four answers under way, and its further ones wait their turn") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> office;
  for (int each = 0; each < 10; ++each) office.push_back(scene.comes_back("198.51.100.1"));
  const auto other = scene.comes_back("198.51.100.2");
  scene.provider.wait_for_held(5);
  CHECK(scene.provider.asked().tokens.size() == 5);
  scene.provider.release();
  CHECK(other->wait().status == 403);
  for (const auto& each : office) CHECK(each->wait().status == 403);
  CHECK(scene.provider.asked().tokens.size() == 11);
}

TEST_CASE("a login begins at once, however many answers wait for the provider") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int each = 0; each < 40; ++each) {
    others.push_back(scene.comes_back(SlowProvider::address(each)));
  }
  scene.provider.wait_for_held(ProviderLogin::kThreads);
  CHECK(scene.console.get(begin_path()).status == 302);
  // An answer that is no login's is refused without a thread as well.
  check_page(scene.console.get("/review/api/oidc/callback?code=c&state=s"), 400, "has expired");
  scene.provider.release();
  for (const auto& other : others) CHECK(other->wait().status == 403);
}

}  // namespace countersign::http::slow_provider_test
