#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/shared_server.h"

namespace countersign::tests::liveness_test {

// A LIVENESS session on the shared server.
struct Session {
  OpenSession open = shared_backend().open("LIVENESS");
  Device device{shared_server().port(), open.token};

  Json result() const { return Json(shared_backend().result(open.id).body); }
};

bool is_turn(Action action) { return action == Action::TurnLeft || action == Action::TurnRight; }

TEST_CASE("every challenge begins straight and holds a turn") {
  for (int round = 0; round < 12; ++round) {
    const Session session;
    const LivenessChallenge given = session.device.liveness_challenge();
    REQUIRE(given.actions.size() >= 2);
    CHECK(given.actions.front() == Action::LookStraight);
    CHECK(std::ranges::any_of(given.actions, is_turn));
  }
}

TEST_CASE("a person who does what is asked passes, and the result names the frame of each action") {
  const Session session;
  const LivenessChallenge given = session.device.liveness_challenge();
  const Json outcome(session.device.liveness(given.nonce, fresh_recording(given.actions)).body);
  CAPTURE(outcome.dump(""));
  CHECK(outcome.is_true("/ok"));
  CHECK(outcome.is_true("/stepComplete"));
  CHECK(Json(session.device.finalize().body).text("/result") == "PASSED");

  const Json result = session.result();
  CHECK(result.text("/resultStatus") == "PASSED");
  const std::string checks = result.dump("/checks");
  CAPTURE(checks);
  for (std::size_t i = 0; i < given.actions.size(); ++i) {
    const std::string name = "LIVENESS_" + std::string(name_of(given.actions[i]));
    bool found = false;
    for (std::size_t n = 0; n < result.size("/checks"); ++n) {
      const std::string check = "/checks/" + std::to_string(n);
      if (result.text(check + "/check") != name) continue;
      found = true;
      CHECK(result.text(check + "/status") == "PASSED");
      CHECK(result.number(check + "/frame") == static_cast<std::int64_t>(i + 1));
    }
    CAPTURE(name);
    CHECK(found);
  }
}

TEST_CASE("a still face fails every attempt, naming the action that was not seen") {
  const Session session;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const LivenessChallenge given = session.device.liveness_challenge();
    const Json outcome(session.device.liveness(given.nonce, fresh_frames(5)).body);
    CHECK_FALSE(outcome.is_true("/ok"));
    CHECK(outcome.text("/code") ==
          (attempt < 4 ? "LIVENESS_ACTION_NOT_PERFORMED" : "LIVENESS_ATTEMPTS_EXHAUSTED"));
    CHECK(outcome.text("/failedAction") == name_of(given.actions[1]));
  }
  CHECK(Json(session.device.finalize().body).text("/result") == "FAILED");
}

TEST_CASE("a recording for one challenge does not answer the other turn") {
  const Session session;
  const LivenessChallenge given = session.device.liveness_challenge();
  std::vector<Action> other = given.actions;
  for (Action& action : other) {
    if (action == Action::TurnLeft) {
      action = Action::TurnRight;
    } else if (action == Action::TurnRight) {
      action = Action::TurnLeft;
    }
  }
  const Json outcome(session.device.liveness(given.nonce, fresh_recording(other)).body);
  CHECK(outcome.text("/code") == "LIVENESS_ACTION_NOT_PERFORMED");
  // The next attempt starts afresh.
  CHECK(Json(session.device.pass_liveness().body).is_true("/ok"));
}

TEST_CASE("frames without a face are refused as such") {
  const Session session;
  const LivenessChallenge given = session.device.liveness_challenge();
  std::vector<std::string> frames = fresh_recording(given.actions);
  frames.back() = document_picture(Side::Back);
  const Json outcome(session.device.liveness(given.nonce, frames).body);
  CHECK(outcome.text("/code") == "LIVENESS_NO_FACE");
}

}  // namespace countersign::tests::liveness_test
