#include "tests/http/oidc/fake_provider.h"

namespace countersign::http {

FakeProvider::FakeProvider()
    : server_([this](const ScriptedServer::Request& request) { return answer_to(request); }) {}

void FakeProvider::set(const Answers& answers) {
  const std::lock_guard lock(mutex_);
  answers_ = answers;
}

FakeProvider::Asked FakeProvider::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

std::string FakeProvider::metadata() const {
  JsonMembers all{{"issuer", json_text(issuer())},
                  {"authorization_endpoint", json_text(issuer() + "/auth")},
                  {"token_endpoint", json_text(issuer() + "/token")},
                  {"jwks_uri", json_text(issuer() + "/keys")},
                  {"response_types_supported", R"(["code"])"},
                  {"id_token_signing_alg_values_supported", R"(["RS256","ES256"])"},
                  {"authorization_response_iss_parameter_supported", "true"}};
  for (const auto& [name, value] : answers_.metadata) all[name] = value;
  return json_object(all);
}

std::optional<Response> FakeProvider::answer_to(const ScriptedServer::Request& request) {
  const std::lock_guard lock(mutex_);
  const std::string json = "application/json";
  if (request.head.path == "/.well-known/openid-configuration") {
    ++asked_.metadata;
    return answer(answers_.metadata_status, metadata(), json);
  }
  if (request.head.path == "/keys") {
    ++asked_.keys;
    return answer(answers_.keys_status, answers_.keys, json);
  }
  if (request.head.path != "/token") return answer(404);
  asked_.tokens.push_back(request.body);
  asked_.authorizations.emplace_back(request.head.headers.find("authorization").value_or(""));
  const std::string right = json_object({{"id_token", json_text(answers_.id_token)},
                                         {"access_token", json_text("unused")},
                                         {"token_type", json_text("Bearer")}});
  return answer(
      answers_.token_status, answers_.token_answer.empty() ? right : answers_.token_answer, json);
}

}  // namespace countersign::http
