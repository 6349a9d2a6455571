#include "http/call/machine_problem.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/http/review/support/cases.h"

namespace countersign::http::machine_problem_test {

const std::string kLost = "The server has no key that opens the session's files.";

// The keys of all sessions. Without the slot of the service no server starts.
void lose_keys(Rig& rig) {
  std::vector<std::filesystem::path> slots;
  for (const auto& slot : std::filesystem::directory_iterator(rig.data().path() / "keys")) {
    const bool is_service = slot.path().filename().string().starts_with("00000000.");
    if (!is_service) slots.push_back(slot.path());
  }
  REQUIRE_FALSE(slots.empty());
  for (const auto& slot : slots) std::filesystem::remove(slot);
  rig.restart();
}

void check_lost(const Answer& answer) {
  CHECK(answer.status == 500);
  CHECK(answer.code() == "SVC_INTERNAL");
  CHECK(answer["detail"] == kLost);
  CHECK(answer.header("Retry-After").empty());
}

TEST_CASE("a lost key has one answer at every door of a backend, and it asks for no retry") {
  Cases console;
  const std::string id = console.in_review();
  lose_keys(console.rig);
  Backend backend(console.rig, console.client);
  const auto path = [&](const std::string& rest) { return Backend::path_of(id, rest); };
  for (const std::string& door :
       {path("/result"), path("/documents/bundle"), path("/documents/" + console.file_of(id))}) {
    INFO(door);
    check_lost(backend.get(door).answer);
  }
  check_lost(console.rig.send(
      {.method = Method::Post,
       .path = path("/review"),
       .headers = {{"x-svc-client-key", console.client.key},
                   {"x-svc-client-secret", console.client.secret},
                   {"content-type", "application/json"}},
       .body = R"({"decision":"PASSED","reasons":["PERSON_MATCHES"],"note":"known"})"}));
  // The metadata needs no key.
  CHECK(backend.get(path("/timeline")).answer.status == 200);
  CHECK(backend.get("/api/svc/person?userRef=u-1").answer.status == 200);
}

TEST_CASE("a lost key has one answer at every door of a device, and it asks for no retry") {
  Cases console;
  Rig& rig = console.rig;
  const std::string token = rig.token(console.client);
  const std::string nonce = rig.nonce(token, "document");
  lose_keys(rig);
  check_lost(rig.device(Method::Post, "/api/sdk/document/challenge", token, {}));
  check_lost(rig.device(Method::Post, "/api/sdk/liveness/challenge", token, {}));
  check_lost(rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {}));
  Form form;
  form.text("nonce", nonce).text("side", "FRONT").file("image", good_image(), "d.jpg");
  check_lost(rig.send(rig.upload("/api/sdk/document", token, form)));
  CHECK(rig.status(token).status == 200);
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE("a lost key has one answer at every door of the console, and it asks for no retry") {
  Cases console;
  const std::string id = console.in_review();
  lose_keys(console.rig);
  const auto anna = console.person();
  check_lost(console.show(*anna, id));
  check_lost(console.look(*anna, id));
  check_lost(console.send_decision(
      *anna, id, "PASSED", console.head(), "null", "decision", R"(,"note":"known")"));
}

TEST_CASE("a lost key has one answer at every door of an operator, and it asks for no retry") {
  Cases console;
  const std::string id = console.in_review();
  const std::string file = console.file_of(id);
  lose_keys(console.rig);
  const std::string of_session = R"({"sessionId":")" + id + "\"";
  for (const auto& [name, more] :
       {std::pair<std::string, std::string>("person texts", R"(,"reason":"letter 12"})"),
        std::pair<std::string, std::string>(
            "person file", R"(,"reason":"letter 12","fileId":")" + file + R"("})")}) {
    const std::string operation = name;
    INFO(operation);
    const auto done = console.desk.run(name, of_session + more);
    REQUIRE_FALSE(done.has_value());
    CHECK(done.error().code == ProblemCode::Internal);
    CHECK(done.error().detail == kLost);
    CHECK_FALSE(done.error().retry_after_seconds);
  }
  CHECK(console.desk.run("person show", of_session + "}").has_value());
}

TEST_CASE("a disk that fails for a moment asks for a retry, and a purged session has ended") {
  const Problem store = problem_of(std::variant<KeyFault, StoreError>(StoreError::Unreadable));
  CHECK(store.code == ProblemCode::Unavailable);
  CHECK(encode(store, "r").headers.find("Retry-After"));
  const Problem gone = problem_of(std::variant<KeyFault, StoreError>(KeyFault::Gone));
  CHECK(gone.code == ProblemCode::SessionInvalid);
}

}  // namespace countersign::http::machine_problem_test
