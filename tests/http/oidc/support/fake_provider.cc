#include "tests/http/oidc/support/fake_provider.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace countersign::http {
namespace {

constexpr std::string_view kMetadataPath = "/.well-known/openid-configuration";

}  // namespace

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

void FakeProvider::release() {
  {
    const std::lock_guard lock(mutex_);
    answers_.holds_metadata = false;
    answers_.holds_tokens = false;
  }
  answer_held();
}

// A request is counted as held shortly before the server has put it aside.
void FakeProvider::answer_held() {
  std::size_t left = 0;
  {
    const std::lock_guard lock(mutex_);
    left = std::exchange(held_, 0);
  }
  while (left > 0) {
    left -= server_.answer_waiting(
        [this](const ScriptedServer::Request& request) { return answer_now(request); }, left);
    if (left > 0) std::this_thread::yield();
  }
}

void FakeProvider::wait_for_held(std::size_t count) const {
  std::unique_lock lock(mutex_);
  asked_changed_.wait(lock, [&] { return held_ >= count; });
}

void FakeProvider::wait_for_code(std::string_view code) const {
  const std::string field = "&code=" + std::string(code) + "&";
  std::unique_lock lock(mutex_);
  asked_changed_.wait(lock, [&] {
    return std::ranges::any_of(asked_.tokens, [&](const std::string& body) {
      return body.find(field) != std::string::npos;
    });
  });
}

bool FakeProvider::holds(const ScriptedServer::Request& request) const {
  return (answers_.holds_metadata && request.head.path == kMetadataPath) ||
         (answers_.holds_tokens && request.head.path == "/token");
}

std::optional<Response> FakeProvider::answer_to(const ScriptedServer::Request& request) {
  {
    const std::lock_guard lock(mutex_);
    if (request.head.path == kMetadataPath) ++asked_.metadata;
    if (request.head.path == "/keys") ++asked_.keys;
    if (request.head.path == "/token") {
      asked_.tokens.push_back(request.body);
      asked_.authorizations.emplace_back(request.head.headers.find("authorization").value_or(""));
    }
    const bool held = holds(request);
    if (held) ++held_;
    asked_changed_.notify_all();
    if (held) return std::nullopt;
  }
  return answer_now(request);
}

std::optional<Response> FakeProvider::answer_now(const ScriptedServer::Request& request) {
  const std::lock_guard lock(mutex_);
  const std::string json = "application/json";
  if (request.head.path == kMetadataPath) {
    return answer(answers_.metadata_status, metadata(), json);
  }
  if (request.head.path == "/keys") return answer(answers_.keys_status, answers_.keys, json);
  if (request.head.path != "/token") return answer(404);
  const std::string right = json_object({{"id_token", json_text(answers_.id_token)},
                                         {"access_token", json_text("unused")},
                                         {"token_type", json_text("Bearer")}});
  return answer(
      answers_.token_status, answers_.token_answer.empty() ? right : answers_.token_answer, json);
}

}  // namespace countersign::http
