// A one-time link becomes a passkey, and a reviewer who is logged in has others.
#include "tests/http/review/support/console.h"

namespace countersign::http::registration_test {

using countersign::test::Authenticator;

void check_refused(const Answer& answer) {
  CHECK(answer.status == 403);
  CHECK(answer.code() == "SVC_REVIEW_LOGIN_FAILED");
}

std::string begin_body(const std::string& code) { return R"({"link":")" + code + "\"}"; }

TEST_CASE("a link registers a passkey of each kind once, and logs in") {
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    Console console;
    const Authenticator passkey(algorithm);
    const auto made = console.add();
    const Answer me = console.register_with(made.code, passkey);
    REQUIRE_MESSAGE(me.status == 200, me.body);
    CHECK(me["reviewer"] == made.reviewer);
    CHECK(console.get("/review/api/me", Console::token_of(me)).status == 200);
    const auto reviewer = console.rig.data().queries().reviewer(ReviewerId(made.reviewer));
    REQUIRE((reviewer && *reviewer));
    REQUIRE((*reviewer)->passkeys.size() == 1);
    const Passkey& kept = (*reviewer)->passkeys.front().passkey;
    CHECK(kept.id == passkey.id());
    CHECK(kept.spki == to_base64url(passkey.spki()));
    CHECK(kept.relying_party == "localhost");
    CHECK(kept.origin == Console::kOrigin);
    check_refused(console.post("/review/api/register/begin", begin_body(made.code)));
  }
}

TEST_CASE("a link that is not the newest, or too old, or of nobody opens nothing") {
  Console console;
  const auto made = console.add();
  const auto newer = console.desk.done("reviewer link", R"({"reviewer":")" + made.reviewer + "\"}");
  check_refused(console.post("/review/api/register/begin", begin_body(made.code)));
  const std::string code = newer["code"].GetString();
  CHECK(newer["link"].GetString() == "http://localhost:8081/review#register=" + code);
  CHECK(console.post("/review/api/register/begin", begin_body(code)).status == 200);
  std::string bent = code;
  bent[30] = bent[30] == 'A' ? 'B' : 'A';
  check_refused(console.post("/review/api/register/begin", begin_body(bent)));
  check_refused(console.post("/review/api/register/begin", begin_body("")));
  check_refused(console.post("/review/api/register/begin",
                             begin_body("rvw_AAAAAAAAAAAAAAAAAAAAAA" + code.substr(26))));
  console.rig.clock.move(std::chrono::minutes(15));
  check_refused(console.post("/review/api/register/begin", begin_body(code)));
}

TEST_CASE("a reviewer's link that is only fetched, or begun and left, is not spent") {
  Console console;
  const auto made = console.add();
  for (const std::string& path : {std::string("/review"),
                                  "/review?register=" + made.code,
                                  std::string("/review/api/register/begin"),
                                  "/review/api/register/finish?link=" + made.code}) {
    CHECK(console.get(path).header("Set-Cookie").empty());
  }
  for (int i = 0; i < 3; ++i) {
    CHECK(console.post("/review/api/register/begin", begin_body(made.code)).status == 200);
  }
  CHECK(console.register_with(made.code, Authenticator()).status == 200);
}

TEST_CASE("a registration for something else, or without the person, is refused") {
  const auto refused_with = [](auto bend) {
    Console console;
    Authenticator passkey;
    bend(passkey);
    check_refused(console.register_with(console.add().code, passkey));
  };
  refused_with([](Authenticator& a) { a.origin = "http://localhost:8082"; });
  refused_with([](Authenticator& a) { a.relying_party = "example"; });
  refused_with([](Authenticator& a) { a.type = "webauthn.get"; });
  refused_with([](Authenticator& a) { a.flags = 0x01; });
  refused_with([](Authenticator& a) { a.flags = 0x04; });
}

TEST_CASE("a challenge registers one passkey") {
  Console console;
  const auto made = console.add();
  const std::string challenge =
      Console::challenge_of(console.post("/review/api/register/begin", begin_body(made.code)));
  const auto finish = [&](const std::string& code, const Authenticator& passkey) {
    return console.post(
        "/review/api/register/finish",
        R"({"link":")" + code + R"(","credential":)" + passkey.register_json(challenge) + "}");
  };
  // It is for its link alone.
  check_refused(finish(console.add("Ben").code, Authenticator()));
  CHECK(finish(made.code, Authenticator()).status == 200);
  check_refused(finish(made.code, Authenticator(PasskeyAlgorithm::EdDsa, "another id")));
  // Also where the link is another one, of the same reviewer.
  const auto newer = console.desk.done("reviewer link", R"({"reviewer":")" + made.reviewer + "\"}");
  check_refused(
      finish(newer["code"].GetString(), Authenticator(PasskeyAlgorithm::EdDsa, "another id")));
}

TEST_CASE("a registration is finished within five minutes, and before the server ends") {
  Console console;
  const auto made = console.add();
  const std::string link = R"({"link":")" + made.code + "\"";
  const auto begin = [&] {
    return Console::challenge_of(console.post("/review/api/register/begin", link + "}"));
  };
  const Authenticator passkey;
  const auto finish = [&](const std::string& challenge) {
    return console.post("/review/api/register/finish",
                        link + R"(,"credential":)" + passkey.register_json(challenge) + "}");
  };
  const std::string late = begin();
  console.rig.clock.move(std::chrono::minutes(5));
  check_refused(finish(late));
  const std::string before = begin();
  console.rig.restart();
  check_refused(finish(before));
  CHECK(finish(begin()).status == 200);
}

TEST_CASE("a passkey's id is of one reviewer alone") {
  Console console;
  const Authenticator passkey;
  CHECK(console.register_with(console.add().code, passkey).status == 200);
  const Answer again = console.register_with(console.add("Ben").code, passkey);
  CHECK(again.status == 409);
}

TEST_CASE("a body that is no registration is 400") {
  Console console;
  const auto made = console.add();
  for (const std::string& body :
       {std::string(),
        std::string("[]"),
        std::string(R"({"link":1})"),
        R"({"link":")" + made.code + R"(","credential":{}})",
        R"({"link":")" + made.code +
            R"(","credential":{"id":"AA","rawId":"AB","type":"public-key",)" +
            R"("response":{"clientDataJSON":"AA","authenticatorData":"AA"}}})"}) {
    CAPTURE(body);
    CHECK(console.post("/review/api/register/finish", body).status == 400);
  }
  CHECK(console.post("/review/api/register/begin", "{}").status == 400);
}

}  // namespace countersign::http::registration_test
