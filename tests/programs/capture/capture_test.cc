#include "tests/programs/support/capture.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "events/crypto/sha256.h"
#include "tests/programs/support/bundle.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// Whole captures as a customer's backend and a device make them, with every call of the interface
// specification, against the real server.
namespace countersign::tests::capture_test {

void check_finalized(const Backend& backend, const OpenSession& session, const char* result) {
  const Json record(backend.result(session.id).body);
  CHECK(record.text("/status") == "COMPLETED");
  CHECK(record.text("/resultStatus") == result);
  CHECK(record.text("/sessionId") == session.id);
  CHECK_FALSE(record.text("/completedAt").empty());
}

// Checks that the list, the bundle and each single file agree on `expected` files.
void check_files(const Backend& backend, const std::string& session, std::size_t expected) {
  const Answer list_answer = backend.documents(session);
  CHECK(list_answer.status == 200);
  const Json list(list_answer.body);
  REQUIRE(list.size("") == expected);
  const Answer zip = backend.bundle(session);
  REQUIRE(zip.status == 200);
  CHECK(zip.header("content-type") == "application/zip");
  CHECK(zip.header("content-disposition") == "attachment; filename=\"" + session + ".zip\"");
  const Bundle bundle(zip.body);
  CHECK(bundle.complaints() == "");
  CHECK(bundle.names().size() == expected + 1);
  for (std::size_t i = 0; i < expected; ++i) {
    const std::string at = "/" + std::to_string(i);
    const std::string id = list.text(at + "/id");
    const Answer file = backend.file(session, id);
    CHECK(file.status == 200);
    CHECK(file.header("content-type") == list.text(at + "/contentType"));
    CHECK(file.header("etag") == "\"" + list.text(at + "/sha256") + "\"");
    CHECK(to_hex(sha256(file.body)) == list.text(at + "/sha256"));
    CHECK(static_cast<std::int64_t>(file.body.size()) == list.number(at + "/sizeBytes"));
    CHECK(bundle.manifest().find(list.text(at + "/sha256") + "  ") != std::string::npos);
    std::size_t with_id = 0;
    for (const std::string& name : bundle.names()) with_id += name.find(id) != std::string::npos;
    CHECK(with_id == 1);
  }
}

TEST_CASE("a FULL_CAPTURE goes through every call of the specification") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const Answer created = backend.create("FULL_CAPTURE", R"("userRef":"customer-17")");
  REQUIRE(created.status == 200);
  const Json session_json(created.body);
  CHECK(session_json.text("/purpose") == "FULL_CAPTURE");
  CHECK(session_json.text("/sessionToken").starts_with("svct_"));
  const OpenSession session{session_json.text("/sessionId"), session_json.text("/sessionToken")};
  const Device device(server.port(), session.token);

  const Json before(device.status().body);
  CHECK(before.text("/status") == "CREATED");
  CHECK(before.text("/currentStep") == "DOCUMENT");
  CHECK(before.text("/resultStatus") == "PENDING");
  CHECK(before.size("/stepsCompleted") == 0);
  CHECK(Json(backend.result(session.id).body).text("/status") == "CREATED");

  const Json challenge(device.challenge("document").body);
  CHECK(challenge.number("/expiresInSeconds") == 300);
  CHECK(challenge.text("/nonce").size() >= 22);
  const Answer front =
      device.document(challenge.text("/nonce"), document_picture(Side::Front), "ID_CARD", "FRONT");
  CHECK(front.status == 200);
  const Json front_json(front.body);
  CHECK(front_json.is_true("/ok"));
  CHECK(front_json.text("/step") == "DOCUMENT");
  CHECK(front_json.is_null("/code"));
  CHECK(front_json.is_null("/detail"));
  CHECK(front_json.text("/nextSide") == "BACK");
  CHECK(front_json.text("/sha256") == to_hex(sha256(document_picture(Side::Front))));
  CHECK_FALSE(front_json.is_true("/stepComplete"));

  const Answer early = device.challenge("liveness");
  CHECK(early.status == 409);
  CHECK(Json(early.body).text("/code") == "SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(Json(early.body).text("/currentStep") == "DOCUMENT");

  const Json back(device
                      .document(device.nonce("document"),
                                document_picture(Side::Back, ImageFormat::Png),
                                "ID_CARD",
                                "BACK")
                      .body);
  CHECK(back.is_true("/ok"));
  CHECK(back.is_true("/stepComplete"));
  CHECK(Json(device.status().body).text("/currentStep") == "LIVENESS");

  const LivenessChallenge live = device.liveness_challenge();
  REQUIRE(live.actions.size() >= 2);
  CHECK(live.actions.front() == Action::LookStraight);
  const Json outcome(
      device.liveness(live.nonce, fresh_recording(live.actions, 6, ImageFormat::WebP)).body);
  CHECK(outcome.is_true("/ok"));
  CHECK(outcome.text("/step") == "LIVENESS");
  CHECK(Json(device.status().body).text("/currentStep") == "FINALIZE");
  CHECK(Json(device.status().body).dump("/stepsCompleted") == R"(["DOCUMENT","LIVENESS"])");

  const Answer finalized = device.finalize();
  CHECK(finalized.status == 200);
  CHECK(Json(finalized.body).text("/result") == "REVIEW");
  CHECK_FALSE(Json(finalized.body).text("/detail").empty());
  CHECK(device.status().status == 401);

  check_finalized(backend, session, "REVIEW");
  check_files(backend, session.id, 8);
  const Json list(backend.documents(session.id).body);
  CHECK(list.text("/0/kind") == "DOCUMENT");
  CHECK(list.text("/0/side") == "FRONT");
  CHECK(list.text("/1/side") == "BACK");
  CHECK(list.text("/1/contentType") == "image/png");
  CHECK(list.text("/2/kind") == "SELFIE");
  CHECK(list.is_null("/2/side"));
  CHECK(list.number("/7/seq") == 6);
  CHECK(list.text("/7/contentType") == "image/webp");
}

TEST_CASE("a client that knows only the specification finishes with image and nonce alone") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("");  // the purpose is optional
  const Device device(server.port(), session.token);
  CHECK(Json(device.document(device.nonce("document"), document_picture(Side::Front)).body)
            .is_true("/ok"));
  CHECK(Json(device.pass_liveness().body).is_true("/ok"));
  CHECK(device.finalize().status == 200);
  check_finalized(backend, session, "REVIEW");
  check_files(backend, session.id, 6);
}

TEST_CASE("a DOCUMENT_VERIFICATION has the document step alone") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  CHECK(device.challenge("liveness").status == 409);
  CHECK(Json(device.pass_document("DRIVING_LICENSE").body).is_true("/stepComplete"));
  CHECK(Json(device.finalize().body).text("/result") == "REVIEW");
  check_finalized(backend, session, "REVIEW");
  check_files(backend, session.id, 2);
}

TEST_CASE("a LIVENESS session has the liveness step alone") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("LIVENESS");
  const Device device(server.port(), session.token);
  CHECK(Json(device.challenge("document").body).text("/code") == "SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(Json(device.pass_liveness().body).is_true("/ok"));
  CHECK(device.finalize().status == 200);
  check_finalized(backend, session, "PASSED");
  check_files(backend, session.id, 5);
}

TEST_CASE("a FACE_MATCH without an engine that can match ends in REVIEW") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("FACE_MATCH");
  const Device device(server.port(), session.token);
  const Json front(device.pass_document("ID_CARD").body);
  CHECK(front.is_true("/stepComplete"));  // one front is enough for any type
  CHECK(front.is_null("/nextSide"));
  CHECK(Json(device.pass_liveness().body).is_true("/ok"));
  CHECK(Json(device.finalize().body).text("/result") == "REVIEW");
  check_finalized(backend, session, "REVIEW");
  const Json record(backend.result(session.id).body);
  CHECK(record.dump("/reasons").find("CHECK_NOT_AVAILABLE") != std::string::npos);
  check_files(backend, session.id, 6);
}

TEST_CASE("with --deny-unperformable a FACE_MATCH that nothing can judge is refused") {
  const RunningServer server({.flags = {"--deny-unperformable"}});
  const Backend backend(server.port(), server.add_client("shop"));
  const Answer refused = backend.create("FACE_MATCH");
  CHECK(refused.status == 400);
  CHECK(Json(refused.body).text("/code") == "SVC_SCOPE_DENIED");
  CHECK(backend.create("DOCUMENT_VERIFICATION").status == 200);
}

TEST_CASE("five bad pictures exhaust the attempts, and the session still ends with a result") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  const std::string broken = document_picture(Side::Front).substr(0, 5000);
  for (int attempt = 1; attempt <= 5; ++attempt) {
    const Answer answer = device.document(device.nonce("document"), broken);
    CHECK(answer.status == 200);
    const Json outcome(answer.body);
    CHECK(outcome.dump("/ok") == "false");
    CHECK(outcome.number("/attempt") == attempt);
    CHECK(outcome.number("/attemptsRemaining") == 5 - attempt);
    CHECK(outcome.text("/code") ==
          (attempt < 5 ? "DOCUMENT_UNREADABLE" : "DOCUMENT_ATTEMPTS_EXHAUSTED"));
  }
  const Answer exhausted = device.challenge("document");
  CHECK(exhausted.status == 409);
  CHECK(Json(exhausted.body).text("/code") == "SVC_ATTEMPTS_EXHAUSTED");
  CHECK(Json(device.finalize().body).text("/result") == "FAILED");
  check_finalized(backend, session, "FAILED");
  check_files(backend, session.id, 0);
}

TEST_CASE("a canceled session refuses the device and gives what it has to the backend") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("FULL_CAPTURE");
  const Device device(server.port(), session.token);
  CHECK(Json(device.pass_document().body).is_true("/ok"));
  CHECK(backend.cancel(session.id).status == 200);
  CHECK(device.status().status == 401);
  CHECK(Json(backend.result(session.id).body).text("/status") == "CANCELED");
  check_files(backend, session.id, 1);
  CHECK(Json(backend.cancel(session.id).body).text("/code") == "SVC_SESSION_NOT_ACTIVE");
}

TEST_CASE("after an early purge the list stays and the bundle is gone") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  device.pass_document();
  device.finalize();
  const std::string file = Json(backend.documents(session.id).body).text("/0/id");
  CHECK(backend.purge(session.id).status == 200);
  CHECK(Json(backend.documents(session.id).body).is_true("/0/purged"));
  const Answer bundle = backend.bundle(session.id);
  CHECK(bundle.status == 410);
  CHECK(Json(bundle.body).text("/code") == "SVC_FILES_PURGED");
  CHECK(backend.file(session.id, file).status == 410);
}

TEST_CASE("the timeline and the feed tell what happened, in order") {
  const RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  device.pass_document();
  device.finalize();
  backend.bundle(session.id);
  const Answer timeline = backend.timeline(session.id);
  CHECK(timeline.status == 200);
  for (const char* type : {"SessionCreated",
                           "ChallengeIssued",
                           "DocumentAccepted",
                           "SessionFinalized",
                           "DocumentsDownloaded"}) {
    CAPTURE(type);
    CHECK(timeline.body.find("\"" + std::string(type) + "\"") != std::string::npos);
  }
  const Answer feed = backend.get("/api/svc/events?limit=200");
  CHECK(feed.status == 200);
  CHECK(feed.body.find(session.id) != std::string::npos);
}

TEST_CASE("sessions of one client are not there for another") {
  const RunningServer server;
  const Backend owner(server.port(), server.add_client("shop"));
  const Backend other(server.port(), server.add_client("rival"));
  const OpenSession session = owner.open("DOCUMENT_VERIFICATION");
  for (const char* rest : {"result", "documents", "documents/bundle", "timeline"}) {
    CAPTURE(rest);
    CHECK(owner.get(Backend::session_path(session.id, rest)).status == 200);
    CHECK(other.get(Backend::session_path(session.id, rest)).status == 404);
  }
  CHECK(other.cancel(session.id).status == 404);
  CHECK(other.get("/api/svc/events").body.find(session.id) == std::string::npos);
}

}  // namespace countersign::tests::capture_test
