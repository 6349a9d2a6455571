#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/terms.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"

// A customer's backend and a device, written from the interface specification alone.
namespace countersign::tests {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

struct OpenSession {
  std::string id;
  std::string token;
};

class Backend {
 public:
  Backend(std::uint16_t port, Credentials credentials)
      : port_(port), credentials_(std::move(credentials)) {}

  // `more` is further members of the body, such as R"("userRef":"a")".
  Answer create(std::string_view purpose,
                std::string_view more = {},
                HeaderList headers = {}) const;
  OpenSession open(std::string_view purpose, std::string_view more = {}) const;
  Answer result(const std::string& session) const { return get(session_path(session, "result")); }
  Answer documents(const std::string& session) const {
    return get(session_path(session, "documents"));
  }
  Answer bundle(const std::string& session) const {
    return get(session_path(session, "documents/bundle"));
  }
  Answer file(const std::string& session, const std::string& file) const {
    return get(session_path(session, "documents/" + file));
  }
  Answer timeline(const std::string& session) const {
    return get(session_path(session, "timeline"));
  }
  // `query` is for example "?index=7".
  Answer receipt(const std::string& session, const std::string& query = "") const {
    return get(session_path(session, "receipt" + query));
  }
  Answer cancel(const std::string& session) const { return post(session_path(session, "cancel")); }
  Answer purge(const std::string& session) const { return post(session_path(session, "purge")); }
  Answer get(const std::string& path) const;
  Answer post(const std::string& path, std::optional<std::string> body = std::nullopt) const;

  HeaderList headers() const;
  const Credentials& credentials() const { return credentials_; }
  static std::string session_path(const std::string& session, const std::string& rest) {
    return "/api/svc/session/" + session + "/" + rest;
  }

 private:
  std::uint16_t port_;
  Credentials credentials_;
};

struct LivenessChallenge {
  std::string nonce;
  std::vector<Action> actions;
};

class Device {
 public:
  Device(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

  Answer status() const { return send("GET", "/api/sdk/status"); }
  Answer challenge(std::string_view step) const {
    return send("POST", "/api/sdk/" + std::string(step) + "/challenge");
  }
  // A new nonce; "" if there is none.
  std::string nonce(std::string_view step) const {
    return Json(challenge(step).body).text("/nonce");
  }
  LivenessChallenge liveness_challenge() const;
  Answer document(const std::string& nonce,
                  const std::string& image,
                  std::string_view type = {},
                  std::string_view side = {},
                  HeaderList headers = {}) const;
  Answer liveness(const std::string& nonce,
                  const std::vector<std::string>& frames,
                  HeaderList headers = {}) const;
  Answer finalize(HeaderList headers = {}) const {
    return send("POST", "/api/sdk/finalize", std::move(headers));
  }

  // Do a whole step with good pictures. Return the outcome of the last submission.
  Answer pass_document(std::string_view type = "PASSPORT") const;
  Answer pass_liveness() const;

  Answer send(std::string_view method,
              const std::string& path,
              HeaderList headers = {},
              std::optional<std::string> body = std::nullopt) const;
  HeaderList authorization() const { return {{"Authorization", "Bearer " + token_}}; }

 private:
  std::uint16_t port_;
  std::string token_;
};

}  // namespace countersign::tests
