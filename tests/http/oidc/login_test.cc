#include "http/oidc/login.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/oidc/form_text.h"
#include "tests/http/oidc/support/login_scene.h"

namespace countersign::http::oidc_login_test {

using Scene = LoginScene;

using namespace std::chrono_literals;

TEST_CASE("a person logs in with code, PKCE, state and nonce") {
  Scene scene("s3cret/ with+signs");
  const JsonMembers asked = scene.begun();
  CHECK(asked.at("response_type") == "code");
  CHECK(asked.at("client_id") == "countersign review");
  CHECK(asked.at("redirect_uri") == kBack);
  CHECK(asked.at("scope") == "openid profile");
  CHECK(asked.at("code_challenge_method") == "S256");
  const auto person = scene.came_back(asked);
  REQUIRE(why(person) == "logged in");
  CHECK(person->name == "Anna");
  CHECK(person->roles == std::vector<std::string>{"reviewers", "staff"});
  CHECK(person->subject == "anna-7");

  const auto provider = scene.provider.asked();
  REQUIRE(provider.tokens.size() == 1);
  const auto sent = parse_form(provider.tokens[0]).value();
  CHECK(sent[0] == std::pair<std::string, std::string>("grant_type", "authorization_code"));
  CHECK(sent[1] == std::pair<std::string, std::string>("code", "c1"));
  CHECK(sent[2] == std::pair<std::string, std::string>("redirect_uri", kBack));
  CHECK(sent[3].first == "code_verifier");
  CHECK(to_base64url(sha256(sent[3].second)) == asked.at("code_challenge"));
  CHECK(sent.size() == 4);
  // RFC 6749 section 2.3.1: both are encoded before they are joined.
  CHECK(provider.authorizations[0] ==
        "Basic " + to_base64("countersign%20review:s3cret%2F%20with%2Bsigns"));
}

TEST_CASE("the client's secret is sent as the provider wants it") {
  Scene post("s");
  post.answers.metadata["token_endpoint_auth_methods_supported"] = R"(["client_secret_post"])";
  post.provider.set(post.answers);
  REQUIRE(why(post.came_back(post.begun())) == "logged in");
  CHECK(post.provider.asked().authorizations[0].empty());
  CHECK(
      post.provider.asked().tokens[0].ends_with("&client_id=countersign%20review&client_secret=s"));

  Scene none;
  REQUIRE(why(none.came_back(none.begun())) == "logged in");
  CHECK(none.provider.asked().tokens[0].ends_with("&client_id=countersign%20review"));

  Scene other("s");
  other.answers.metadata["token_endpoint_auth_methods_supported"] = R"(["private_key_jwt"])";
  other.provider.set(other.answers);
  CHECK(why(other.came_back(other.begun())) ==
        "the provider's metadata offers no way to send a client's secret");
}

TEST_CASE("an answer is taken once, and only from the browser that began") {
  Scene scene;
  const JsonMembers asked = scene.begun();
  CHECK(scene.login.finish(scene.query(asked), "another").error().fault == LoginFault::Stale);
  CHECK(scene.login.finish(scene.query(asked), "").error().fault == LoginFault::Stale);
  REQUIRE(why(scene.came_back(asked)) == "logged in");
  CHECK(scene.came_back(asked).error().fault == LoginFault::Stale);
  CHECK(scene.provider.asked().tokens.size() == 1);

  const JsonMembers late = scene.begun();
  scene.now += 10min;
  CHECK(scene.came_back(late).error().fault == LoginFault::Stale);
  CHECK(scene.provider.asked().tokens.size() == 1);
}

TEST_CASE("an answer of another provider is refused before its code is sent anywhere") {
  Scene scene;
  const std::string other = "the answer that a browser brought is not of this provider";
  JsonMembers asked = scene.begun();
  CHECK(why(scene.login.finish(
            form_text({{"code", "c"}, {"state", asked["state"]}, {"iss", "https://evil.example"}}),
            scene.browser)) == other);
  // The metadata promises the issuer in each answer.
  asked = scene.begun();
  CHECK(why(scene.login.finish("code=c&state=" + asked["state"], scene.browser)) == other);
  CHECK(scene.provider.asked().tokens.empty());

  Scene silent;
  silent.answers.metadata["authorization_response_iss_parameter_supported"] = "false";
  silent.provider.set(silent.answers);
  asked = silent.begun();
  silent.answers.id_token = silent.token(asked);
  silent.provider.set(silent.answers);
  CHECK(why(silent.login.finish("code=c&state=" + asked["state"], silent.browser)) == "logged in");
}

TEST_CASE("a refusal of the provider ends the login, in words of our own") {
  Scene scene;
  const JsonMembers asked = scene.begun();
  const std::string query = form_text({{"error", "access_denied"},
                                       {"error_description", "<b>text</b>"},
                                       {"state", asked.at("state")},
                                       {"iss", scene.provider.issuer()}});
  const auto refused = scene.login.finish(query, scene.browser);
  CHECK(refused.error().fault == LoginFault::Refused);
  CHECK(why(refused) == "the provider answers access_denied");
  CHECK(scene.login.finish(query, scene.browser).error().fault == LoginFault::Stale);
}

TEST_CASE("an ID token that is not right logs nobody in") {
  Scene scene;
  scene.begun();
  const JsonMembers asked = scene.begun();
  const JsonMembers other = scene.begun();
  scene.answers.id_token = scene.token(asked);
  scene.provider.set(scene.answers);
  const auto finished = scene.login.finish(scene.query(other), scene.browser);
  CHECK(finished.error().fault == LoginFault::NotBelieved);
  CHECK(why(finished) == "the ID token is of another login");
}

TEST_CASE("keys that have changed are asked for once in half a minute") {
  Scene scene;
  REQUIRE(why(scene.came_back(scene.begun())) == "logged in");
  CHECK(scene.provider.asked().keys == 1);
  REQUIRE(why(scene.came_back(scene.begun())) == "logged in");
  CHECK(scene.provider.asked().keys == 1);

  scene.key = SigningKey::p256("e2");
  scene.answers.keys = key_set({scene.key.jwk()});
  const std::string unknown =
      "the ID token is signed with a key that the provider does not publish";
  scene.now += 29s;
  CHECK(why(scene.came_back(scene.begun())) == unknown);
  CHECK(scene.provider.asked().keys == 1);
  scene.now += 1s;
  CHECK(why(scene.came_back(scene.begun())) == "logged in");
  CHECK(scene.provider.asked().keys == 2);
  scene.key = SigningKey::p256("e3");
  for (int times = 0; times < 5; ++times) CHECK(why(scene.came_back(scene.begun())) == unknown);
  CHECK(scene.provider.asked().keys == 2);
}

TEST_CASE("metadata and keys are asked for anew after an hour") {
  Scene scene;
  REQUIRE(why(scene.came_back(scene.begun())) == "logged in");
  scene.now += 3599s;
  REQUIRE(why(scene.came_back(scene.begun())) == "logged in");
  CHECK(scene.provider.asked().metadata == 1);
  CHECK(scene.provider.asked().keys == 1);
  scene.now += 1s;
  REQUIRE(why(scene.came_back(scene.begun())) == "logged in");
  CHECK(scene.provider.asked().metadata == 2);
  CHECK(scene.provider.asked().keys == 2);
}

TEST_CASE("a provider that fails is left alone for five seconds") {
  Scene scene;
  scene.answers.metadata_status = 500;
  scene.provider.set(scene.answers);
  for (int times = 0; times < 3; ++times) {
    const auto begun = scene.login.begin(kPage);
    REQUIRE_FALSE(begun);
    CHECK(begun.error().fault == LoginFault::ProviderFails);
    CHECK(begun.error().why == "the provider's metadata cannot be read: status 500");
  }
  CHECK(scene.provider.asked().metadata == 1);
  scene.answers.metadata_status = 200;
  scene.provider.set(scene.answers);
  scene.now += 5s;
  CHECK(scene.login.begin(kPage));
}

TEST_CASE("a provider whose answers are too long, or no answers, logs nobody in") {
  Scene scene;
  scene.answers.metadata["x"] = json_text(std::string(300'000, 'x'));
  scene.provider.set(scene.answers);
  CHECK(scene.login.begin(kPage).error().why ==
        "the provider's metadata cannot be read: the answer is too long");
  scene.now += 5s;
  scene.answers.metadata["x"] = "7";
  scene.answers.keys = "{}";
  scene.provider.set(scene.answers);
  CHECK(why(scene.came_back(scene.begun())) == "the provider's keys are not a JSON Web Key Set");
  scene.now += 5s;
  scene.answers.keys_status = 302;
  scene.provider.set(scene.answers);
  CHECK(why(scene.came_back(scene.begun())) == "the provider's keys cannot be read: status 302");
  scene.answers.token_status = 400;
  scene.answers.token_answer = R"({"error":"invalid_grant"})";
  scene.provider.set(scene.answers);
  CHECK(why(scene.came_back(scene.begun())) ==
        "the provider's token endpoint refuses the code: invalid_grant");
}

TEST_CASE("a login begins at once while the provider is known, and not before") {
  Scene scene;
  CHECK_FALSE(scene.login.begin_at_once(kPage));
  CHECK(scene.provider.asked().metadata == 0);
  scene.begun();
  const auto at_once = scene.login.begin_at_once(kPage);
  REQUIRE(at_once);
  CHECK((*at_once)->address.starts_with(scene.provider.issuer() + "/auth?"));
  CHECK(scene.provider.asked().metadata == 1);
  scene.now += 3600s;
  CHECK_FALSE(scene.login.begin_at_once(kPage));

  // Also that the provider has just failed is known.
  scene.answers.metadata_status = 500;
  scene.provider.set(scene.answers);
  CHECK_FALSE(scene.login.begin(kPage));
  REQUIRE(scene.login.begin_at_once(kPage));
  CHECK_FALSE(*scene.login.begin_at_once(kPage));
}

TEST_CASE("many who need the provider's metadata at once ask for it once") {
  Scene scene;
  scene.answers.holds_metadata = true;
  scene.provider.set(scene.answers);
  std::vector<std::thread> people;
  std::atomic<int> begun = 0;
  for (int each = 0; each < 8; ++each) {
    people.emplace_back([&] { begun += scene.login.begin(kPage) ? 1 : 0; });
  }
  scene.provider.wait_for_held(1);
  scene.provider.release();
  for (std::thread& person : people) person.join();
  CHECK(begun == 8);
  CHECK(scene.provider.asked().metadata == 1);
}

TEST_CASE("answers are exchanged at the same time, and none waits for another") {
  Scene scene;
  scene.answers.holds_tokens = true;
  scene.answers.id_token = "no.ID.token";
  scene.provider.set(scene.answers);
  constexpr int kPeople = 8;
  std::vector<std::thread> people;
  std::atomic<int> answered = 0;
  for (int each = 0; each < kPeople; ++each) {
    const JsonMembers asked = scene.begun();
    people.emplace_back([&scene, &answered, query = scene.query(asked), browser = scene.browser] {
      answered += scene.login.finish(query, browser).error().fault == LoginFault::NotBelieved;
    });
  }
  scene.provider.wait_for_held(kPeople);  // which only comes to pass if all wait side by side
  CHECK(answered == 0);
  scene.provider.release();
  for (std::thread& person : people) person.join();
  CHECK(answered == kPeople);
}

TEST_CASE("an answer that is refused without the provider is known to be") {
  Scene scene;
  const JsonMembers asked = scene.begun();
  const auto fault = [&](const std::string& query, const std::string& browser) {
    const auto wrong = scene.login.wrong_with_answer(query, browser);
    return wrong ? wrong->why : "none";
  };
  CHECK(fault(scene.query(asked), scene.browser) == "none");
  CHECK(fault(scene.query(asked), scene.browser) == "none");  // and ends no login
  CHECK(fault("code=c", scene.browser) == "the answer that a browser brought is malformed");
  CHECK(fault(scene.query(asked), "another") ==
        "the login is too old, has ended, or was begun in another browser");
  REQUIRE(why(scene.came_back(asked)) == "logged in");
  CHECK(fault(scene.query(asked), scene.browser) ==
        "the login is too old, has ended, or was begun in another browser");
}

TEST_CASE("an endpoint whose name leads to this machine is not asked, if the issuer is elsewhere") {
  // The guard is the rule of the socket: this server's own HTTP client asks it.
  FakeProvider provider;
  HttpClient client;
  const EndpointRule rule("https://login.example", AddressBlocks());
  const std::string url = provider.issuer() + "/keys";
  const auto refused = client.ask({.url = url, .guard = [&](const ::sockaddr& address) {
                                     return rule.may_connect("https://keys.example/keys", address);
                                   }});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == NoAnswer::Kind::NotReached);
  CHECK(provider.asked().keys == 0);
  const auto let = client.ask({.url = url, .guard = [](const ::sockaddr&) { return true; }});
  CHECK(let.has_value());
  CHECK(provider.asked().keys == 1);
}

TEST_CASE("a login that waits for the provider ends with the server") {
  ScriptedServer silent([](const ScriptedServer::Request&) { return std::nullopt; });
  OsRandom random;
  const StillClock clock;
  OidcLogin login({.issuer = silent.url(), .client_id = "c", .redirect_uri = std::string(kBack)},
                  Secret(),
                  random,
                  clock);
  std::thread other([&] {
    while (silent.requests() < 1) std::this_thread::yield();
    login.cancel();
  });
  CHECK(login.begin(kPage).error().why ==
        "the provider's metadata cannot be read: it was cancelled");
  other.join();
}

}  // namespace countersign::http::oidc_login_test
