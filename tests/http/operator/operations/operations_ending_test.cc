// Operators end what clients no longer can: sessions, their files, and clients themselves.
#include "http/operator/operations/operations_ending.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "events/tlog/note/proof_file.h"
#include "tests/http/support/desk.h"

namespace countersign::http::operations_ending_test {

std::string ending(const std::string& session, std::string_view reason = "letter 12") {
  return R"({"sessionId":")" + session + R"(","reason":")" + std::string(reason) + R"("})";
}

std::string closing(const std::string& client, std::string_view purge_at) {
  return about(client, R"(,"purgeAt":")" + std::string(purge_at) + R"(","reason":"left")");
}

Session session_of(Rig& rig, const std::string& id) {
  const auto session = rig.data().queries().session(SessionId(*parse_uuid(id)));
  REQUIRE((session && *session));
  return **session;
}

std::vector<StoredEvent> events_of(Rig& rig, const std::string& id) {
  const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(id)));
  REQUIRE(events.has_value());
  return *events;
}

TEST_CASE("an operator erases a session of a disabled client, in its own name and for a reason") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10, 20});
  rig.disable(backend.client());
  CHECK(rig.files_on_disk() > 0);
  const auto purged = desk.done("session purge", ending(captured.id));
  CHECK(purged["sessionId"] == captured.id.c_str());
  CHECK(purged["files"].GetUint() == 3);
  CHECK(purged["filesLeft"].GetUint() == 0);
  CHECK(purged["receipt"].IsNull());  // this log is not signed
  CHECK(rig.files_on_disk() == 0);

  const auto events = events_of(rig, captured.id);
  const RecordedEvent& last = events.back().recorded;
  CHECK(last.actor == Actor{ActorKind::Operator, "uid:7"});
  CHECK(std::get<FilesPurged>(last.event).why == StatedReason("letter 12"));
  CHECK(purged["event"].GetUint64() == last.sequence.value());
  CHECK(purged["leaf"] == to_hex(events.back().leaf.value()).c_str());
}

TEST_CASE("a session that is erased again has the proof of the first time") {
  Rig rig({}, Rig::Checkpoints::Signed);
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10});
  const auto first = desk.done("session purge", ending(captured.id));
  const Sequence head = rig.data().queries().head();
  const auto second = desk.done("session purge", ending(captured.id, "another letter"));
  CHECK(rig.data().queries().head() == head);
  CHECK(second["event"] == first["event"]);
  CHECK(second["purgedAt"] == first["purgedAt"]);
}

TEST_CASE("the receipt of an erasure proves that the log has it, without the log") {
  Rig rig({}, Rig::Checkpoints::Signed);
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10});
  const auto purged = desk.done("session purge", ending(captured.id));
  REQUIRE(purged["receipt"].IsString());
  const auto receipt = tlog::parse_proof_file(purged["receipt"].GetString());
  REQUIRE(receipt.has_value());
  CHECK(receipt->index + 1 == purged["event"].GetUint64());
  CHECK(receipt->extra == events_of(rig, captured.id).back().bytes);
  CHECK(receipt->extra.find("letter 12") != std::string::npos);
}

TEST_CASE("a session that still runs ends with its erasure, and its device can send nothing more") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto created = rig.create(backend.client());
  const std::string token = created["sessionToken"];
  REQUIRE(rig.document(token, good_image())["ok"] == "true");
  desk.done("session purge", ending(created["sessionId"]));
  const Session session = session_of(rig, created["sessionId"]);
  CHECK(session.status == SessionStatus::Canceled);
  CHECK(session.purged_at.has_value());
  CHECK(rig.status(token).code() == "SVC_SESSION_INVALID");
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE("a legal hold is obeyed, and the refusal names it") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10});
  desk.done("hold set", ending(captured.id, "case 7"));
  const OperationResult refused = desk.run("session purge", ending(captured.id));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ProblemCode::LegalHold);
  CHECK(refused.error().detail.find("case 7") != std::string::npos);
  CHECK(refused.error().detail.find("uid:7") != std::string::npos);
  CHECK(refused.error().detail.find(captured.id) != std::string::npos);
  CHECK(rig.files_on_disk() > 0);
  desk.done("hold release", ending(captured.id, "case 7 is over"));
  desk.done("session purge", ending(captured.id));
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE("an operator gives up a session that runs, and no other") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const std::string id = rig.create(backend.client())["sessionId"];
  rig.disable(backend.client());
  CHECK(desk.done("session cancel", ending(id))["result"]["status"] == "CANCELED");
  const auto events = events_of(rig, id);
  CHECK(events.back().recorded.actor == Actor{ActorKind::Operator, "uid:7"});
  CHECK(std::get<SessionCanceled>(events.back().recorded.event).why == StatedReason("letter 12"));
  CHECK(desk.refused("session cancel", ending(id)) == "SVC_SESSION_NOT_ACTIVE");
}

TEST_CASE("a session that does not exist is neither purged nor canceled, and a reason is needed") {
  Rig rig;
  Desk desk(rig);
  const std::string nobody = "00000000-0000-4000-8000-000000000000";
  CHECK(desk.refused("session purge", ending(nobody)) == "SVC_NOT_FOUND");
  CHECK(desk.refused("session cancel", ending(nobody)) == "SVC_NOT_FOUND");
  for (const std::string name : {"session purge", "session cancel"}) {
    CHECK(desk.refused(name, R"({"sessionId":")" + nobody + R"("})") == "SVC_INVALID_PARAMETER");
  }
}

TEST_CASE("the client reads in its feed who ended a session, and why") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10});
  desk.done("session purge", ending(captured.id));
  const std::string feed = backend.get("/api/svc/events?after=0&limit=500").answer.body;
  CHECK(feed.find(R"("actor":{"kind":"OPERATOR","ref":"uid:7"})") != std::string::npos);
  CHECK(feed.find(R"("why":"letter 12")") != std::string::npos);
}

TEST_CASE("a disabled client reads no feed, and what operators do afterwards is in the log") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10, 20});
  const std::string key = backend.client().key;
  const auto types_in_feed = [&] {
    std::vector<std::string> types;
    const auto page = rig.data().queries().feed(ClientKey(key), Sequence(), 500);
    REQUIRE(page.has_value());
    for (const StoredEvent& event : page->events) {
      types.emplace_back(type_of(event.recorded.event).name);
    }
    return types;
  };
  CHECK(backend.get("/api/svc/events?after=0").answer.status == 200);
  const std::size_t before = types_in_feed().size();
  desk.done("client disable", about(key));
  const auto purged = desk.done("session purge", ending(captured.id));
  desk.done("client close", about(key, R"(,"purgeNow":true,"reason":"left")"));
  CHECK(backend.get("/api/svc/events?after=0").answer.code() == "SVC_NOT_FOUND");
  const auto types = types_in_feed();
  REQUIRE(types.size() >= before + 3);
  const std::vector<std::string> after(types.begin() + static_cast<std::ptrdiff_t>(before),
                                       types.end());
  CHECK(after.front() == "ClientDisabled");
  CHECK(std::ranges::count(after, "FilesPurged") == 1);
  CHECK(after.back() == "ClientClosed");
  const auto told = desk.done("session show", R"({"sessionId":")" + captured.id + R"("})");
  const auto& events = told["events"];
  CHECK(events[events.Size() - 1]["sequence"].GetUint64() == purged["event"].GetUint64());
}

TEST_CASE("a disabled client's retention can be changed, and nothing else of it") {
  Rig rig;
  Desk desk(rig);
  const std::string key = desk.done("client add", R"({"name":"a"})")["clientKey"].GetString();
  desk.done("client disable", about(key));
  const auto brief = desk.done("client change", about(key, R"(,"retentionMs":1000)"));
  CHECK(brief["retentionMs"].GetUint() == 1000);
  CHECK(brief["disabled"].IsTrue());
  CHECK(desk.done("client change", about(key, R"(,"retentionMs":null)"))["retentionMs"].IsNull());
  const OperationResult renamed =
      desk.run("client change", about(key, R"(,"retentionMs":2000,"name":"b")"));
  REQUIRE_FALSE(renamed.has_value());
  CHECK(renamed.error().code == ProblemCode::Conflict);
  CHECK(renamed.error().detail.find("only its periods of retention") != std::string::npos);
  CHECK(desk.done("client show", about(key))["retentionMs"].IsNull());
}

TEST_CASE("a client that is closed ends what runs at once, and what it kept at its last day") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  Backend other(rig);
  const auto kept = backend.capture({10});
  const std::string token = rig.token(backend.client());
  const std::string others = rig.token(other.client());
  CHECK(desk.refused("client close", closing(backend.client().key, "soon")) ==
        "SVC_INVALID_PARAMETER");
  CHECK(desk.refused("client close", closing("svck_none", "2027-01-31")) == "SVC_NOT_FOUND");

  const std::string last = to_string(rig.clock.now() + std::chrono::hours(24));
  const auto closed = desk.done("client close", closing(backend.client().key, last));
  CHECK(closed["purgeAt"] == last.c_str());
  CHECK(closed["canceledSessions"].GetUint() == 1);
  CHECK(closed["keptSessions"].GetUint() == 2);
  CHECK(rig.create(backend.client()).code() == "SVC_CLIENT_AUTH_FAILED");
  CHECK(rig.status(token).code() == "SVC_SESSION_INVALID");
  CHECK(rig.status(others).status == 200);
  const auto shown = desk.done("client show", about(backend.client().key));
  CHECK(shown["disabled"].IsTrue());
  CHECK(shown["purgeAt"] == last.c_str());
  CHECK(desk.done("session show",
                  R"({"sessionId":")" + kept.id + R"("})")["result"]["files"]["purgeAt"] ==
        last.c_str());

  // Nothing is left to do for the same day; a later call may name another.
  const auto again = desk.done("client close", closing(backend.client().key, last));
  CHECK(again["canceledSessions"].GetUint() == 0);
  const std::string sooner = to_string(rig.clock.now() + std::chrono::hours(1));
  CHECK(desk.done("client close", closing(backend.client().key, sooner))["purgeAt"] ==
        sooner.c_str());
}

TEST_CASE("a last day that is past is refused, and nothing of the client has changed") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto kept = backend.capture({10});
  const std::string& key = backend.client().key;
  const Sequence head = rig.data().queries().head();
  const std::string now = to_string(rig.clock.now());
  const std::string just_past = to_string(rig.clock.now() - Duration(1));
  for (const std::string& past : {std::string("1970-01-01"), just_past}) {
    const OperationResult refused = desk.run("client close", closing(key, past));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ProblemCode::InvalidParameter);
    CHECK(refused.error().field == "purgeAt");
    CHECK(refused.error().detail.find("is past, and nothing was changed") != std::string::npos);
  }
  CHECK(desk.refused("client close", about(key)) == "SVC_INVALID_PARAMETER");
  CHECK(desk.refused("client close", about(key, R"(,"purgeNow":false)")) ==
        "SVC_INVALID_PARAMETER");
  CHECK(desk.refused("client close", about(key, R"(,"purgeNow":true,"purgeAt":")" + now + "\"")) ==
        "SVC_INVALID_PARAMETER");
  CHECK(rig.data().queries().head() == head);
  CHECK(desk.done("client show", about(key))["disabled"].IsFalse());

  // The same holds for a client that is closed, but for the time that it has.
  const std::string last = to_string(rig.clock.now() + std::chrono::hours(1));
  desk.done("client close", closing(key, last));
  CHECK(desk.refused("client close", closing(key, just_past)) == "SVC_INVALID_PARAMETER");
  CHECK(desk.done("client show", about(key))["purgeAt"] == last.c_str());
  rig.clock.move(std::chrono::hours(2));
  CHECK(desk.done("client close", closing(key, last))["purgeAt"] == last.c_str());
}

TEST_CASE("an operator who says so plainly gives a client's files the present as their last day") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto kept = backend.capture({10});
  const std::string& key = backend.client().key;
  const std::string now = to_string(rig.clock.now());
  const std::string at_once = about(key, R"(,"purgeNow":true)");
  const auto closed = desk.done("client close", at_once);
  CHECK(closed["purgeAt"] == now.c_str());
  CHECK(closed["keptSessions"].GetUint() == 1);

  // A later call has no other effect: all is due already.
  rig.clock.move(std::chrono::hours(1));
  const Sequence head = rig.data().queries().head();
  CHECK(desk.done("client close", at_once)["purgeAt"] == now.c_str());
  CHECK(rig.data().queries().head() == head);
  desk.done("session purge", ending(kept.id));
  CHECK(desk.done("client close", at_once)["keptSessions"].GetUint() == 0);
}

}  // namespace countersign::http::operations_ending_test
