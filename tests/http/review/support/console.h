#pragma once
#include <doctest/doctest.h>

#include <string>

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "http/review/sessions/session_cookie.h"
#include "tests/http/review/support/authenticator.h"
#include "tests/http/support/desk.h"
#include "tests/http/support/rig.h"

namespace countersign::http {

// A server with a console, and a browser at it.
class Console {
 public:
  static constexpr const char* kOrigin = "http://localhost:8081";

  explicit Console(Rig::Checkpoints checkpoints = Rig::Checkpoints::None)
      : rig(settings(), checkpoints), desk(rig) {}

  static ServiceSettings settings() {
    ServiceSettings settings;
    settings.review = *review_site_of(kOrigin);
    return settings;
  }

  // The key of the page.
  static std::string page_key() { return std::string(43, 'k'); }

  // The fields that the console's page sends with each call that reads, and with each that changes
  // something.
  static Headers reading_fields(const std::string& key = page_key()) {
    return {{"X-Countersign-Review", "1"}, {"X-Countersign-Page", key}};
  }
  static Headers own_fields(const std::string& key = page_key()) {
    return {{"Origin", kOrigin},
            {"X-Countersign-Review", "1"},
            {"X-Countersign-Page", key},
            {"Content-Type", "application/json"}};
  }
  static Headers with(Headers fields, const std::string& token) {
    if (!token.empty()) fields.add("Cookie", "countersign-review-8081=" + token);
    return fields;
  }

  Answer get(const std::string& path, const std::string& token = "") {
    return rig.send({.method = Method::Get,
                     .path = path,
                     .headers = with(reading_fields(), token),
                     .console = true});
  }
  Answer send(Method method,
              const std::string& path,
              const std::string& body,
              const std::string& token = "",
              Headers fields = own_fields()) {
    return rig.send({.method = method,
                     .path = path,
                     .headers = with(std::move(fields), token),
                     .body = body,
                     .console = true});
  }
  Answer post(const std::string& path, const std::string& body, const std::string& token = "") {
    return send(Method::Post, path, body, token);
  }

  struct Made {
    std::string reviewer;
    std::string code;
  };
  Made add(const std::string& name = "Anna",
           const std::string& roles = R"([{"role":"reviewer","client":"*"}])") {
    const auto made =
        desk.done("reviewer add", R"({"name":")" + name + R"(","roles":)" + roles + "}");
    return {made["reviewer"].GetString(), made["code"].GetString()};
  }

  // The challenge that a begun ceremony waits for.
  static std::string challenge_of(const Answer& begun) {
    REQUIRE_MESSAGE(begun.status == 200, begun.body);
    const std::string mark = R"("challenge":")";
    const std::size_t at = begun.body.find(mark) + mark.size();
    return begun.body.substr(at, begun.body.find('"', at) - at);
  }
  static std::string token_of(const Answer& answer) {
    REQUIRE_MESSAGE(answer.status == 200, answer.body);
    const std::string cookie = answer.header("set-cookie");
    const std::size_t from = cookie.find('=') + 1;
    return cookie.substr(from, cookie.find(';') - from);
  }

  Answer register_with(const std::string& code, const test::Authenticator& passkey) {
    const std::string link = R"({"link":")" + code + "\"";
    const std::string challenge = challenge_of(post("/review/api/register/begin", link + "}"));
    return post("/review/api/register/finish",
                link + R"(,"credential":)" + passkey.register_json(challenge) + "}");
  }
  Answer log_in(const test::Authenticator& passkey) {
    const Answer begun = post("/review/api/login/begin", "{}");
    return finish_login(begun["ceremony"], passkey.assert_json(challenge_of(begun)));
  }
  Answer finish_login(const std::string& ceremony, const std::string& credential) {
    return post("/review/api/login/finish",
                R"({"ceremony":")" + ceremony + R"(","credential":)" + credential + "}");
  }
  // A reviewer with this passkey; the token of the login.
  std::string anna(test::Authenticator& passkey) {
    const Made made = add();
    passkey.user_handle = made.reviewer;
    return token_of(register_with(made.code, passkey));
  }

  Rig rig;
  Desk desk;
};

}  // namespace countersign::http
