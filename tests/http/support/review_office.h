#pragma once
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/http/support/backend_calls.h"

// A back office that decides what waits for a review.
namespace countersign::http {

inline constexpr std::string_view kPassed = R"({"decision":"PASSED","reasons":["PERSON_MATCHES"]})";
inline constexpr std::string_view kFailed =
    R"({"decision":"FAILED","reasons":["SUSPECTED_FRAUD"]})";

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

inline std::string decision_by(std::string_view reviewer, std::string_view decision = "PASSED") {
  return R"({"decision":")" + std::string(decision) + R"(","reasons":["OTHER"],"reviewer":")" +
         std::string(reviewer) + R"("})";
}

// A backend with sessions that wait for a review.
struct Office {
  Rig& rig;
  Credentials credentials;
  Backend backend;

  explicit Office(Rig& in, const ClientPolicy& policy = any_purpose())
      : Office(in, in.add_client(policy)) {}
  // The same client at the server that runs now; needed after a restart.
  Office(Rig& in, Credentials of) : rig(in), credentials(std::move(of)), backend(in, credentials) {}

  // `more` are further members of the creation, each behind a comma.
  std::string in_review(const std::string& more = {}) const {
    const Answer created =
        rig.create(credentials, R"("purpose":"FULL_CAPTURE","userRef":"u-1")" + more);
    REQUIRE_MESSAGE(created.status == 200, created.body);
    const std::string token = created["sessionToken"];
    REQUIRE(rig.document(token, good_image(created["sessionId"]), "", "PASSPORT")["ok"] == "true");
    REQUIRE(rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {}).status == 200);
    REQUIRE(rig.finalize(token)["result"] == "REVIEW");
    return created["sessionId"];
  }
  Rig::Request request(const std::string& session, std::string_view body, Headers more = {}) const {
    more.add("x-svc-client-key", credentials.key);
    more.add("x-svc-client-secret", credentials.secret);
    return {.method = Method::Post,
            .path = Backend::path_of(session, "/review"),
            .headers = std::move(more),
            .body = std::string(body)};
  }
  Answer decide(const std::string& session, std::string_view body, Headers more = {}) const {
    return rig.send(request(session, body, std::move(more)));
  }
  std::string result(const std::string& session) {
    const Answer answer = backend.get(Backend::path_of(session, "/result")).answer;
    REQUIRE_MESSAGE(answer.status == 200, answer.body);
    return answer.body;
  }
  std::string timeline(const std::string& session) {
    return backend.get(Backend::path_of(session, "/timeline")).answer.body;
  }
  std::string feed() { return backend.get("/api/svc/events?limit=500").answer.body; }

  struct Page {
    std::vector<std::string> sessions;
    std::vector<std::uint64_t> opinions;
    std::uint64_t next = 0;
  };
  Page waiting(const std::string& query = "") {
    const Answer answer = backend.get("/api/svc/reviews" + query).answer;
    REQUIRE_MESSAGE(answer.status == 200, answer.body);
    rapidjson::Document document;
    document.Parse(answer.body.c_str());
    Page page;
    for (const auto& review : document["reviews"].GetArray()) {
      page.sessions.emplace_back(review["sessionId"].GetString());
      page.opinions.push_back(review["opinions"].GetUint64());
    }
    page.next = document["next"].GetUint64();
    return page;
  }
  bool purge(const std::string& session) {
    return backend.call(Method::Post, Backend::path_of(session, "/purge")).answer.status == 200;
  }
};

inline Headers keyed(std::string_view key) { return {{"Idempotency-Key", std::string(key)}}; }

}  // namespace countersign::http
