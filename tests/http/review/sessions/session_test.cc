// Logins: how long they last, whose they are, and their cookie.
#include <optional>
#include <string>

#include "events/crypto/sha256.h"
#include "http/review/sessions/review_sessions.h"
#include "tests/http/review/support/console.h"

namespace countersign::http::session_test {

using countersign::test::Authenticator;

const ReviewerId kAnna("rvw_AAAAAAAAAAAAAAAAAAAAAA");
const ReviewerId kBen("rvw_BBBBBBBBBBBBBBBBBBBBBB");

// The hashes of the keys of two pages.
const Digest kPage = sha256("the page's");
const Digest kOther = sha256("another's");

struct Logins {
  ReviewSessions::Begun begin(const ReviewerId& reviewer) {
    return sessions.begin(reviewer, "key", kPage);
  }
  bool knows(const std::string& token) { return sessions.find(token, kPage).has_value(); }

  MovedClock clock;
  OsRandom random;
  ReviewSessions sessions{random, clock, [this] { return clock.steady(); }};
};

TEST_CASE("a login ends half an hour after its last call") {
  Logins logins;
  const auto begun = logins.begin(kAnna);
  logins.clock.move(std::chrono::minutes(29));
  CHECK(logins.knows(begun.token));
  logins.clock.move(std::chrono::minutes(29));
  CHECK(logins.knows(begun.token));
  logins.clock.move(std::chrono::minutes(30));
  CHECK_FALSE(logins.knows(begun.token));
  CHECK(logins.sessions.of(kAnna).empty());
}

TEST_CASE("a call that the page makes by itself keeps no login alive, and is answered until then") {
  Logins logins;
  const auto begun = logins.begin(kAnna);
  const auto answers = [&] { return logins.sessions.find(begun.token, kPage, false).has_value(); };
  logins.clock.move(std::chrono::minutes(29));
  CHECK(answers());
  logins.clock.move(std::chrono::minutes(1));
  CHECK_FALSE(answers());
  CHECK_FALSE(logins.knows(begun.token));
}

TEST_CASE("a login ends eight hours after its begin, however much it is used") {
  Logins logins;
  const auto begun = logins.begin(kAnna);
  for (int i = 0; i < 31; ++i) {
    logins.clock.move(std::chrono::minutes(15));
    CHECK(logins.knows(begun.token));
  }
  logins.clock.move(std::chrono::minutes(15));
  CHECK_FALSE(logins.knows(begun.token));
}

TEST_CASE("a wall clock that is set neither ends a login nor lengthens it") {
  Logins logins;
  const auto begun = logins.begin(kAnna);
  logins.clock.step(std::chrono::hours(100));
  CHECK(logins.knows(begun.token));
  logins.clock.step(-std::chrono::hours(200));
  logins.clock.move(std::chrono::minutes(30));
  CHECK_FALSE(logins.knows(begun.token));
}

TEST_CASE("a login opens nothing without the key of the page that it has begun with") {
  Logins logins;
  const auto begun = logins.begin(kAnna);
  // Whoever calls first, before the page has called at all.
  CHECK_FALSE(logins.sessions.find(begun.token, kOther).has_value());
  CHECK_FALSE(logins.sessions.find(begun.token, std::nullopt).has_value());
  CHECK(logins.knows(begun.token));
  CHECK_FALSE(logins.sessions.find(begun.token, kOther).has_value());
  CHECK_FALSE(logins.sessions.find(begun.token, std::nullopt).has_value());
  CHECK(logins.knows(begun.token));
  CHECK(logins.sessions.of(kAnna).size() == 1);
  logins.sessions.end_of_token(begun.token);
  CHECK_FALSE(logins.knows(begun.token));
}

TEST_CASE("a login that waits for its page is taken once, by that page, in two minutes") {
  Logins logins;
  ReviewSessions& sessions = logins.sessions;
  const std::string ticket = sessions.wait_for_page(kAnna, kPage);
  CHECK(ticket.size() == 43);
  // It is no login yet.
  CHECK_FALSE(logins.knows(ticket));
  CHECK(sessions.of(kAnna).empty());
  logins.clock.move(ReviewSessions::kWaits - std::chrono::milliseconds(1));
  CHECK(sessions.take_waiting(ticket, kPage) == kAnna);
  CHECK_FALSE(sessions.take_waiting(ticket, kPage));

  const std::string late = sessions.wait_for_page(kAnna, kPage);
  logins.clock.move(ReviewSessions::kWaits);
  CHECK_FALSE(sessions.take_waiting(late, kPage));

  // The wrong page ends it.
  const std::string shown = sessions.wait_for_page(kAnna, kPage);
  CHECK_FALSE(sessions.take_waiting(shown, kOther));
  CHECK_FALSE(sessions.take_waiting(shown, kPage));

  const std::string ended = sessions.wait_for_page(kAnna, kPage);
  const std::string of_ben = sessions.wait_for_page(kBen, kPage);
  sessions.end_all(kAnna);
  CHECK_FALSE(sessions.take_waiting(ended, kPage));
  CHECK(sessions.take_waiting(of_ben, kPage) == kBen);
}

TEST_CASE("of too many logins that wait for their page, the one that has waited longest goes") {
  Logins logins;
  std::vector<std::string> tickets;
  for (std::size_t i = 0; i <= ReviewSessions::kWaiting; ++i) {
    tickets.push_back(logins.sessions.wait_for_page(kAnna, kPage));
    logins.clock.move(std::chrono::milliseconds(1));
  }
  CHECK_FALSE(logins.sessions.take_waiting(tickets[0], kPage));
  CHECK(logins.sessions.take_waiting(tickets[1], kPage));
  CHECK(logins.sessions.take_waiting(tickets.back(), kPage));
}

// The status of a call with the cookie of a login and this key of a page; null: without a key.
int asked_me(Console& console, const std::string& token, const char* key) {
  Headers fields = Console::reading_fields();
  fields.remove("X-Countersign-Page");
  if (key != nullptr) fields.add("X-Countersign-Page", key);
  return console.send(Method::Get, "/review/api/me", "", token, fields).status;
}

void check_of_page_alone(Console& console, const std::string& token) {
  const std::string other(43, 'l');
  // The others call first.
  for (const char* key : {static_cast<const char*>(nullptr), "k", "", other.c_str()}) {
    CHECK(asked_me(console, token, key) == 401);
  }
  const Headers others = Console::own_fields(other);
  CHECK(console.send(Method::Post, "/review/api/logout", "{}", token, others).status == 401);
  CHECK(console.send(Method::Get, "/review/api/queue", "", token, others).status == 401);
  // Their calls have not ended the login of the page.
  CHECK(asked_me(console, token, Console::page_key().c_str()) == 200);
}

TEST_CASE("the cookie of a login is worth nothing to another port of the host") {
  Console console;
  Authenticator passkey;
  check_of_page_alone(console, console.anna(passkey));
  check_of_page_alone(console, Console::token_of(console.log_in(passkey)));
}

TEST_CASE("a call without a page's key gets no login, and spends no link and no passkey") {
  Console console;
  Authenticator passkey;
  const auto made = console.add();
  passkey.user_handle = made.reviewer;
  const std::string link = R"({"link":")" + made.code + "\"";
  const std::string offered =
      Console::challenge_of(console.post("/review/api/register/begin", link + "}"));
  const std::string registration =
      link + R"(,"credential":)" + passkey.register_json(offered) + "}";
  Headers without = Console::own_fields();
  without.remove("X-Countersign-Page");
  Headers twice = Console::own_fields();
  twice.add("X-Countersign-Page", Console::page_key());
  const auto refused = [&](const std::string& path, const std::string& body) {
    for (const Headers& fields :
         {without, twice, Console::own_fields("short"), Console::own_fields("")}) {
      const Answer answer = console.send(Method::Post, path, body, "", fields);
      CHECK(answer.status == 403);
      CHECK(answer.code() == "SVC_REVIEW_FORBIDDEN");
      CHECK(answer.header("set-cookie").empty());
    }
  };
  refused("/review/api/register/finish", registration);
  CHECK(console.post("/review/api/register/finish", registration).status == 200);

  const Answer begun = console.post("/review/api/login/begin", "{}");
  const std::string login = R"({"ceremony":")" + begun["ceremony"] + R"(","credential":)" +
                            passkey.assert_json(Console::challenge_of(begun)) + "}";
  refused("/review/api/login/finish", login);
  CHECK(console.post("/review/api/login/finish", login).status == 200);
  refused("/review/api/oidc/finish", R"({"ticket":"a"})");
}

TEST_CASE("a reviewer has at most sixteen logins, of which the one seen least makes room") {
  Logins logins;
  const auto of_ben = logins.begin(kBen);
  std::vector<ReviewSessions::Begun> begun;
  for (std::size_t i = 0; i < ReviewSessions::kOfOneReviewer; ++i) {
    begun.push_back(logins.begin(kAnna));
    logins.clock.move(std::chrono::seconds(1));
  }
  CHECK(logins.knows(begun[0].token));
  (void)logins.begin(kAnna);
  CHECK(logins.sessions.of(kAnna).size() == ReviewSessions::kOfOneReviewer);
  CHECK(logins.knows(begun[0].token));
  CHECK_FALSE(logins.knows(begun[1].token));
  CHECK(logins.knows(of_ben.token));
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
  const auto in = [&](const std::string& cookie) -> std::optional<std::string> {
    const Headers fields{{"cookie", cookie}};
    return std::optional<std::string>(token_in(local, fields));
  };
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

}  // namespace countersign::http::session_test
