#pragma once
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/http/oidc/support/token_maker.h"
#include "tests/http/support/scripted_server.h"

namespace countersign::http {

// An identity provider on this machine. It logs in whoever asks, and does what a test tells it.
class FakeProvider {
 public:
  // The provider's answers; a test changes them with set().
  struct Answers {
    JsonMembers metadata{};  // in addition to what is right, or instead of it
    int metadata_status = 200;
    std::string keys{};
    int keys_status = 200;
    std::string id_token{};      // for the next code
    std::string token_answer{};  // instead of the one with the ID token
    int token_status = 200;
    bool holds_metadata = false;  // the question for it waits for release()
    bool holds_tokens = false;    // likewise
  };

  FakeProvider();

  std::string issuer() const { return server_.url(); }
  void set(const Answers& answers);

  // Answers what it has held back, and holds nothing back from now on.
  void release();
  // Answers what it has held back, and goes on holding back.
  void answer_held();
  // Waits until it holds back so many questions.
  void wait_for_held(std::size_t count) const;
  // Waits until it was asked for a token with this code.
  void wait_for_code(std::string_view code) const;

  struct Asked {
    int metadata = 0;
    int keys = 0;
    std::vector<std::string> tokens{};          // the bodies of the requests for tokens
    std::vector<std::string> authorizations{};  // their fields Authorization, or ""
  };
  Asked asked() const;

 private:
  bool holds(const ScriptedServer::Request& request) const;  // REQUIRES: the mutex is held
  std::optional<Response> answer_to(const ScriptedServer::Request& request);
  std::optional<Response> answer_now(const ScriptedServer::Request& request);
  std::string metadata() const;

  mutable std::mutex mutex_;
  Answers answers_;
  Asked asked_;
  std::size_t held_ = 0;
  mutable std::condition_variable asked_changed_;
  ScriptedServer server_;  // the last: it calls the others
};

}  // namespace countersign::http
