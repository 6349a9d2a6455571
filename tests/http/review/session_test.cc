// Logins: how long they last, whose they are, and their cookie.
#include "http/review/sessions/review_sessions.h"
#include "tests/http/review/console.h"

using namespace countersign;
using namespace countersign::http;
using countersign::test::Authenticator;

namespace {

const ReviewerId kAnna("rvw_AAAAAAAAAAAAAAAAAAAAAA");
const ReviewerId kBen("rvw_BBBBBBBBBBBBBBBBBBBBBB");

struct Logins {
  MovedClock clock;
  OsRandom random;
  ReviewSessions sessions{random, clock, [this] { return clock.steady(); }};
};

}  // namespace

TEST_CASE("a login ends half an hour after its last call") {
  Logins logins;
  const auto begun = logins.sessions.begin(kAnna, "key");
  logins.clock.move(std::chrono::minutes(29));
  CHECK(logins.sessions.find(begun.token).has_value());
  logins.clock.move(std::chrono::minutes(29));
  CHECK(logins.sessions.find(begun.token).has_value());
  logins.clock.move(std::chrono::minutes(30));
  CHECK_FALSE(logins.sessions.find(begun.token).has_value());
  CHECK(logins.sessions.of(kAnna).empty());
}

TEST_CASE("a login ends eight hours after its begin, however much it is used") {
  Logins logins;
  const auto begun = logins.sessions.begin(kAnna, "key");
  for (int i = 0; i < 31; ++i) {
    logins.clock.move(std::chrono::minutes(15));
    CHECK(logins.sessions.find(begun.token).has_value());
  }
  logins.clock.move(std::chrono::minutes(15));
  CHECK_FALSE(logins.sessions.find(begun.token).has_value());
}

TEST_CASE("a wall clock that is set neither ends a login nor lengthens it") {
  Logins logins;
  const auto begun = logins.sessions.begin(kAnna, "key");
  logins.clock.step(std::chrono::hours(100));
  CHECK(logins.sessions.find(begun.token).has_value());
  logins.clock.step(-std::chrono::hours(200));
  logins.clock.move(std::chrono::minutes(30));
  CHECK_FALSE(logins.sessions.find(begun.token).has_value());
}

TEST_CASE("a login belongs to the first key of a page that comes with it") {
  Logins logins;
  const auto begun = logins.sessions.begin(kAnna, "key");
  CHECK(logins.sessions.find(begun.token).has_value());
  CHECK(logins.sessions.find(begun.token, "the page's").has_value());
  CHECK_FALSE(logins.sessions.find(begun.token).has_value());
  CHECK_FALSE(logins.sessions.find(begun.token, "another's").has_value());
  CHECK(logins.sessions.find(begun.token, "the page's").has_value());
  CHECK(logins.sessions.of(kAnna).size() == 1);
  logins.sessions.end_of_token(begun.token);
  CHECK_FALSE(logins.sessions.find(begun.token, "the page's").has_value());
}

TEST_CASE("the cookie of a login is worth nothing to another port of the host") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  const std::string key(43, 'k');
  const auto ask = [&](const char* page) {
    Headers fields = Console::reading_fields();
    if (page != nullptr) fields.add("X-Countersign-Page", page);
    return console.send(Method::Get, "/review/api/me", "", token, fields).status;
  };
  CHECK(ask(key.c_str()) == 200);
  CHECK(ask(nullptr) == 401);
  CHECK(ask("k") == 401);
  CHECK(ask(std::string(43, 'l').c_str()) == 401);
  CHECK(console.post("/review/api/logout", "{}", token).status == 401);
  // The thief's calls have not ended the login of the page.
  CHECK(ask(key.c_str()) == 200);
}

TEST_CASE("a reviewer has at most sixteen logins, of which the one seen least makes room") {
  Logins logins;
  const auto of_ben = logins.sessions.begin(kBen, "key");
  std::vector<ReviewSessions::Begun> begun;
  for (std::size_t i = 0; i < ReviewSessions::kOfOneReviewer; ++i) {
    begun.push_back(logins.sessions.begin(kAnna, "key"));
    logins.clock.move(std::chrono::seconds(1));
  }
  CHECK(logins.sessions.find(begun[0].token).has_value());
  (void)logins.sessions.begin(kAnna, "key");
  CHECK(logins.sessions.of(kAnna).size() == ReviewSessions::kOfOneReviewer);
  CHECK(logins.sessions.find(begun[0].token).has_value());
  CHECK_FALSE(logins.sessions.find(begun[1].token).has_value());
  CHECK(logins.sessions.find(of_ben.token).has_value());
}

TEST_CASE("a login is ended by its reviewer alone") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  Authenticator other(PasskeyAlgorithm::Es256, "ben's credential");
  const auto made = console.add("Ben");
  const Answer of_ben = console.register_with(made.code, other);
  const std::string ben = Console::token_of(of_ben);
  const auto session_of = [&](const Answer& me) {
    const std::string list = me["sessions"];
    const std::string mark = R"("id":")";
    const std::size_t at = list.find(mark) + mark.size();
    return list.substr(at, list.find('"', at) - at);
  };
  const std::string id = session_of(of_ben);
  const auto end = [&](const std::string& by) {
    return console.send(Method::Delete, "/review/api/me/sessions/" + id, "", by).status;
  };
  CHECK(end(token) == 404);
  CHECK(console.get("/review/api/me", ben).status == 200);
  CHECK(end(ben) == 200);
  CHECK(console.get("/review/api/me", ben).status == 401);
  CHECK(console.get("/review/api/me", token).status == 200);
}

TEST_CASE("logging out ends the login and takes the cookie away") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  const Answer out = console.post("/review/api/logout", "{}", token);
  CHECK(out.status == 200);
  CHECK(out.header("set-cookie").find("Max-Age=0") != std::string::npos);
  CHECK(console.get("/review/api/me", token).status == 401);
}

TEST_CASE("the cookie has the prefix and the flag of https where the console has https") {
  const ReviewSite local{"http://localhost:8081", "localhost"};
  const ReviewSite secure{"https://review.example", "review.example"};
  CHECK(cookie_of(local, "t") ==
        "countersign-review-8081=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=28800");
  CHECK(cookie_of(secure, "t") ==
        "__Host-countersign-review=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure");
  CHECK(cookie_of({"https://review.example:8443", "review.example"}, "t")
            .starts_with("__Host-countersign-review-8443=t; "));
  const std::string token(43, 'x');
  const auto in = [&](const std::string& cookie) { return token_in(local, {{"cookie", cookie}}); };
  CHECK(in("countersign-review-8081=" + token) == token);
  CHECK(in("a=b; countersign-review-8081=" + token + "; c") == token);
  CHECK_FALSE(in("countersign-review-8081=" + token + "; countersign-review-8081=" + token));
  CHECK_FALSE(in("__Host-countersign-review=" + token));
  CHECK_FALSE(in("countersign-review=" + token));
  CHECK_FALSE(in("countersign-review-8082=" + token));
  CHECK_FALSE(in("countersign-review-8081=short"));
  CHECK_FALSE(in("countersign-review-8081=" + std::string(42, 'x') + "."));
  CHECK_FALSE(in(""));
}
