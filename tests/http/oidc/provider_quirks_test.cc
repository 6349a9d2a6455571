// The differences between providers.
#include <string>

#include "tests/http/oidc/support/login_scene.h"

namespace countersign::http::provider_quirks_test {

using Scene = LoginScene;

TEST_CASE("the operator chooses the way of the client's secret, whatever the provider offers") {
  for (const char* offered : {R"(["client_secret_basic","client_secret_post"])",
                              R"(["client_secret_basic"])",
                              R"(["client_secret_post"])",
                              R"(["private_key_jwt"])"}) {
    INFO(offered);
    Scene post("s", ClientAuthentication::Post);
    post.answers.metadata["token_endpoint_auth_methods_supported"] = offered;
    REQUIRE(why(post.came_back(post.begun())) == "logged in");
    CHECK(post.provider.asked().authorizations[0].empty());
    CHECK(post.provider.asked().tokens[0].ends_with(
        "&client_id=countersign%20review&client_secret=s"));

    Scene basic("s", ClientAuthentication::Basic);
    basic.answers.metadata["token_endpoint_auth_methods_supported"] = offered;
    REQUIRE(why(basic.came_back(basic.begun())) == "logged in");
    CHECK(basic.provider.asked().authorizations[0].starts_with("Basic "));
    CHECK(basic.provider.asked().tokens[0].find("client_secret") == std::string::npos);
  }
  Scene automatic("s");
  automatic.answers.metadata["token_endpoint_auth_methods_supported"] =
      R"(["client_secret_post","client_secret_basic"])";
  REQUIRE(why(automatic.came_back(automatic.begun())) == "logged in");
  CHECK(automatic.provider.asked().authorizations[0].starts_with("Basic "));
}

TEST_CASE("a token endpoint answers with tokens of a quarter of a megabyte") {
  Scene scene;
  const JsonMembers asked = scene.begun();
  std::string groups = "[\"reviewers\"";
  for (int group = 0; group < 24'000; ++group) groups += ",\"" + std::to_string(group) + "\"";
  const std::string token = scene.key.sign("ES256",
                                           json_object({{"iss", json_text(scene.provider.issuer())},
                                                        {"aud", json_text("countersign review")},
                                                        {"sub", json_text("anna-7")},
                                                        {"groups", groups + "]"},
                                                        {"nonce", json_text(asked.at("nonce"))},
                                                        {"iat", std::to_string(kSeconds)},
                                                        {"exp", std::to_string(kSeconds + 60)}}));
  CHECK(token.size() > 240'000);
  scene.answers.token_answer = json_object(
      {{"id_token", json_text(token)}, {"access_token", json_text(std::string(260'000, 'a'))}});
  scene.provider.set(scene.answers);
  const auto finished = scene.login.finish(scene.query(asked), scene.browser);
  REQUIRE(why(finished) == "logged in");
  CHECK(finished->roles.size() == 24'001);

  const JsonMembers again = scene.begun();
  scene.answers.token_answer = json_object({{"id_token", json_text(std::string(1'200'000, 'a'))}});
  scene.provider.set(scene.answers);
  CHECK(why(scene.login.finish(scene.query(again), scene.browser)) ==
        "the provider's token endpoint does not answer: the answer is too long");
}

}  // namespace countersign::http::provider_quirks_test
