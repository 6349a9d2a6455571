#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// The same key with the same payload gets the same answer, even after a restart.
namespace countersign::tests::idempotency_test {

bool is_replay(const Answer& answer) { return answer.header("idempotent-replayed") == "true"; }

TEST_CASE("a repeated create, document and finalize get their first answers after a restart") {
  RunningServer server;
  const Credentials client = server.add_client("shop");
  const HeaderList create_key{{"Idempotency-Key", "create-1"}};
  const HeaderList document_key{{"Idempotency-Key", "document-1"}};
  const HeaderList finalize_key{{"Idempotency-Key", "finalize-1"}};

  const Answer created =
      Backend(server.port(), client).create("DOCUMENT_VERIFICATION", "", create_key);
  REQUIRE(created.status == 200);
  CHECK_FALSE(is_replay(created));
  const std::string token = Json(created.body).text("/sessionToken");
  const Device device(server.port(), token);
  const std::string nonce = device.nonce("document");
  const std::string& image = document_picture(Side::Front);
  const Answer document = device.document(nonce, image, "", "", document_key);
  CHECK(Json(document.body).is_true("/ok"));
  const Answer finalized = device.finalize(finalize_key);
  CHECK(finalized.status == 200);

  for (const bool restart : {false, true}) {
    CAPTURE(restart);
    if (restart) {
      REQUIRE(server.stop() == 0);
      server.start();
    }
    const Backend backend(server.port(), client);
    const Answer again = backend.create("DOCUMENT_VERIFICATION", "", create_key);
    CHECK(again.status == 200);
    CHECK(again.body == created.body);
    CHECK(is_replay(again));
    const Device same(server.port(), token);
    const Answer finalized_again = same.finalize(finalize_key);
    CHECK(finalized_again.status == 200);
    CHECK(finalized_again.body == finalized.body);
    CHECK(is_replay(finalized_again));
    // A call with another key, or without one, is not replayed.
    check_problem(same.finalize(), 401, "SVC_SESSION_INVALID");
    check_problem(same.finalize({{"Idempotency-Key", "other"}}), 401, "SVC_SESSION_INVALID");
    check_problem(backend.create("LIVENESS", "", create_key), 422, "SVC_IDEMPOTENCY_MISMATCH");
  }
}

TEST_CASE("a repeated document submission does not count as an attempt or use the nonce twice") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("FULL_CAPTURE").token);
  const std::string nonce = device.nonce("document");
  const std::string& image = document_picture(Side::Front);
  const HeaderList key{{"Idempotency-Key", "k"}};
  const Answer first = device.document(nonce, image, "ID_CARD", "FRONT", key);
  const Answer second = device.document(nonce, image, "ID_CARD", "FRONT", key);
  CHECK(first.status == 200);
  CHECK(second.status == 200);
  CHECK(first.body == second.body);
  CHECK(is_replay(second));
  CHECK(Json(device.status().body).number("/steps/0/attemptsUsed") <= 1);
  check_problem(device.document(nonce, document_picture(Side::Back), "ID_CARD", "FRONT", key),
                422,
                "SVC_IDEMPOTENCY_MISMATCH");
}

TEST_CASE("of simultaneous creates with one key one session comes") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  std::vector<Answer> answers(16);
  std::vector<std::thread> threads;
  for (Answer& answer : answers) {
    threads.emplace_back([&backend, &answer] {
      answer = backend.create("LIVENESS", "", {{"Idempotency-Key", "once"}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::string body;
  for (const Answer& answer : answers) {
    if (answer.status == 409) {
      check_problem(answer, 409, "SVC_IDEMPOTENCY_CONFLICT");
      continue;
    }
    REQUIRE(answer.status == 200);
    if (body.empty()) body = answer.body;
    CHECK(answer.body == body);
  }
  CHECK_FALSE(body.empty());
}

TEST_CASE("a key of another client or session is another key") {
  const RunningServer server;
  const Backend one(server.port(), server.add_client("one"));
  const Backend two(server.port(), server.add_client("two"));
  const HeaderList key{{"Idempotency-Key", "same"}};
  const Answer first = one.create("LIVENESS", "", key);
  const Answer second = two.create("LIVENESS", "", key);
  CHECK(first.status == 200);
  CHECK(second.status == 200);
  CHECK(Json(first.body).text("/sessionId") != Json(second.body).text("/sessionId"));
}

TEST_CASE("a malformed idempotency key is refused") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("one"));
  for (const std::string& key : {std::string(256, 'k'), std::string("two words")}) {
    check_problem(
        backend.create("LIVENESS", "", {{"Idempotency-Key", key}}), 400, "SVC_INVALID_PARAMETER");
  }
}

}  // namespace countersign::tests::idempotency_test
