#include "http/operator/operations.h"

#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <map>
#include <set>

#include "events/record/codec.h"
#include "http/call/endpoint.h"
#include "http/secrets/credential_hash.h"
#include "tests/events/audit/audited_stream.h"
#include "tests/http/support/desk.h"

namespace countersign::http::operations_test {

// Chains events again of which one was left out or changed, as a forger would.
std::vector<StoredEvent> chained(std::vector<StoredEvent> stream) {
  Sha256 previous;
  std::uint64_t version = 0;
  for (StoredEvent& event : stream) {
    event.recorded.version = StreamVersion(++version);
    event.recorded.previous = previous;
    event = encode_stored(event.recorded);
    previous = event.leaf;
  }
  return stream;
}

TEST_CASE("every operation has a name, a path and an endpoint of its own") {
  std::set<std::string> paths;
  for (const Operation& operation : operations()) {
    CHECK(find_operation(operation.name) == &operation);
    CHECK(paths.insert(admin_path_of(operation.name)).second);
  }
  for (const Endpoint& row : admin_endpoints()) paths.erase(std::string(row.path));
  CHECK(paths.empty());
  CHECK(admin_path_of("client add") == "/admin/client/add");
  CHECK(admin_endpoints().size() == operations().size() + 1);
}

// The inputs of the operations that take the reason of an act, without the reason.
const std::map<std::string_view, std::string> kDoorsOfReasons = {
    {"client close", R"("clientKey":"svck_none","purgeNow":true)"},
    {"client disable", R"("clientKey":"svck_none")"},
    {"hold release", R"("sessionId":"00000000-0000-4000-8000-000000000000")"},
    {"hold set", R"("sessionId":"00000000-0000-4000-8000-000000000000")"},
    {"person erase", R"("sessionId":"00000000-0000-4000-8000-000000000000")"},
    {"person file",
     R"("sessionId":"00000000-0000-4000-8000-000000000000",)"
     R"("fileId":"00000000-0000-4000-8000-000000000000")"},
    {"person texts", R"("sessionId":"00000000-0000-4000-8000-000000000000")"},
    {"reviewer disable", R"("reviewer":"rvw_AAAAAAAAAAAAAAAAAAAAAA")"},
    {"session cancel", R"("sessionId":"00000000-0000-4000-8000-000000000000")"},
    {"session purge", R"("sessionId":"00000000-0000-4000-8000-000000000000")"},
};

TEST_CASE("every operation that takes a reason has one rule for it, that of a client's erasure") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto erase = [&](const std::string& reason) {
    Rig::Request request{.method = Method::Post,
                         .path = "/api/svc/person/erase",
                         .body = R"({"userRef":"u-1","reason":")" + reason + "\"}"};
    request.headers.add("x-svc-client-key", backend.client().key);
    request.headers.add("x-svc-client-secret", backend.client().secret);
    request.headers.add("content-type", "application/json");
    return rig.send(request);
  };
  const std::string longest(256, 'x');
  for (const std::string& reason :
       {std::string("letter 12"), std::string("Brief 12, Änne"), longest}) {
    INFO(reason);
    CHECK(erase(reason).status == 200);
    for (const auto& [name, input] : kDoorsOfReasons) {
      const std::string given = R"({"reason":")" + reason + "\"," + input + "}";
      const std::string why = desk.refused(name, given);  // there is nothing of that id
      CHECK_MESSAGE(why.starts_with("SVC_"), name);
      CHECK_MESSAGE(why != "SVC_INVALID_PARAMETER", name);
    }
  }
  for (const std::string& reason : {std::string(),
                                    std::string("   "),
                                    std::string("\u00a0"),
                                    std::string("a\\nb"),
                                    std::string("a\\tb"),
                                    std::string("a\\u007f"),
                                    std::string("a\\u2028b"),
                                    std::string("a\\u202eb"),
                                    longest + "x"}) {
    INFO(reason);
    const Answer refused = erase(reason);
    CHECK(refused.code() == "SVC_INVALID_PARAMETER");
    CHECK(refused["field"] == "reason");
    for (const auto& [name, input] : kDoorsOfReasons) {
      const auto done = desk.run(name, R"({"reason":")" + reason + "\"," + input + "}");
      REQUIRE_FALSE(done.has_value());
      CHECK_MESSAGE(done.error().code == ProblemCode::InvalidParameter, name);
      CHECK_MESSAGE(done.error().field == "reason", name);
      CHECK(done.error().detail == refused["detail"]);
    }
  }
}

TEST_CASE("no operation takes a reason past that rule") {
  std::set<std::string_view> doors;
  for (const Operation& operation : operations()) {
    // The reason of a list is a code, by which sessions are found.
    if (operation.name == "session list") continue;
    if (operation.input().json.find("\"reason\":") != std::string::npos)
      doors.insert(operation.name);
  }
  std::set<std::string_view> ruled;
  for (const auto& [name, input] : kDoorsOfReasons) ruled.insert(name);
  CHECK(doors == ruled);
}

TEST_CASE("a client that was added can create sessions with the secret it was given once") {
  Rig rig;
  Desk desk(rig);
  const auto added = desk.done("client add",
                               R"({"name":"Shop","purposes":["liveness"],"quota":2,)"
                               R"("createRate":{"count":10,"perMs":1000}})");
  const std::string key = added["clientKey"].GetString();
  const std::string secret = added["clientSecret"].GetString();
  CHECK(key.starts_with("svck_"));
  CHECK(key.size() >= 5 + 22);
  CHECK(secret.starts_with("svcs_"));
  CHECK(secret.size() == 5 + 43);
  CHECK(added["quota"].GetUint() == 2);
  CHECK(added["purposes"].Size() == 1);

  CHECK(rig.create({key, secret}, R"("purpose":"LIVENESS")").status == 200);
  CHECK(rig.create({key, secret}).code() == "SVC_SCOPE_DENIED");
  const auto shown = desk.done("client show", about(key));
  CHECK(shown["openedThisMonth"].GetUint() == 1);
  CHECK_FALSE(shown.HasMember("clientSecret"));
  CHECK(shown["createRate"]["count"].GetUint() == 10);
  CHECK(shown["readRate"].IsNull());
  CHECK(desk.done("client list", "")["clients"].Size() == 1);

  // The log contains only the hash of the secret.
  std::string lines;
  REQUIRE(export_log(rig.data(), {}, [&](std::string_view more) {
    lines += more;
    return true;
  }));
  CHECK(lines.find(secret) == std::string::npos);
  CHECK(lines.find(to_hex(hash_of_secret(secret).value())) != std::string::npos);
}

TEST_CASE("a client is changed member by member, and null takes a limit away") {
  Rig rig;
  Desk desk(rig);
  const std::string key =
      desk.done("client add", R"({"name":"a","quota":5})")["clientKey"].GetString();
  const auto renamed = desk.done("client change", about(key, R"(,"name":"b")"));
  CHECK(renamed["name"] == "b");
  CHECK(renamed["quota"].GetUint() == 5);
  CHECK(desk.done("client change", about(key, R"(,"quota":null)"))["quota"].IsNull());
  CHECK(desk.refused("client change", about(key, R"(,"quota":null)")) == "SVC_CONFLICT");
  CHECK(desk.refused("client change", about("svck_none", R"(,"name":"b")")) == "SVC_NOT_FOUND");
}

TEST_CASE("a new client takes signed decisions alone, and says otherwise only when asked") {
  Rig rig;
  Desk desk(rig);
  const auto added = desk.done("client add", R"({"name":"a"})");
  CHECK(added["unsignedDecisions"].IsFalse());
  CHECK(added["decisionsWithoutLook"].IsNull());
  const std::string key = added["clientKey"].GetString();
  const auto forbidden =
      desk.done("client change", about(key, R"(,"decisionsWithoutLook":"FORBIDDEN")"));
  CHECK(std::string(forbidden["decisionsWithoutLook"].GetString()) == "FORBIDDEN");
  CHECK(forbidden["unsignedDecisions"].IsFalse());
  CHECK(desk.done("client change", about(key, R"(,"unsignedDecisions":true)"))["unsignedDecisions"]
            .IsTrue());
  CHECK(desk.refused("client change", about(key, R"(,"decisionsWithoutLook":"SOMETIMES")")) ==
        "SVC_INVALID_PARAMETER");
  // The event of a client that says nothing else lets reviewers decide unsigned, as before.
  CHECK(ClientPolicy().unsigned_decisions);
}

TEST_CASE("a client is an auditor only when it is said, and until it is taken back") {
  Rig rig;
  Desk desk(rig);
  CHECK(desk.done("client add", R"({"name":"a"})")["auditor"].IsFalse());
  const auto added = desk.done("client add", R"({"name":"b","auditor":true})");
  CHECK(added["auditor"].IsTrue());
  const std::string key = added["clientKey"].GetString();
  CHECK(desk.done("client change", about(key, R"(,"name":"c")"))["auditor"].IsTrue());
  CHECK(desk.done("client change", about(key, R"(,"auditor":null,"quota":1)"))["auditor"].IsTrue());
  CHECK(desk.refused("client change", about(key, R"(,"auditor":1)")) == "SVC_INVALID_PARAMETER");
  CHECK(desk.done("client change", about(key, R"(,"auditor":false)"))["auditor"].IsFalse());
  CHECK(desk.done("client show", about(key))["auditor"].IsFalse());
}

TEST_CASE("a secret is rotated with both accepted, or with the old one revoked") {
  Rig rig;
  Desk desk(rig);
  const auto added = desk.done("client add", R"({"name":"a"})");
  const std::string key = added["clientKey"].GetString();
  const std::string first = added["clientSecret"].GetString();
  const std::string second = desk.done("client rotate", about(key))["clientSecret"].GetString();
  CHECK(rig.create({key, first}).status == 200);
  CHECK(rig.create({key, second}).status == 200);
  CHECK(desk.refused("client rotate", about(key)) == "SVC_CONFLICT");  // two secrets are active
  CHECK(desk.done("client revoke", about(key, R"(,"secretId":1)"))["secrets"].Size() == 1);
  CHECK(rig.create({key, first}).code() == "SVC_CLIENT_AUTH_FAILED");
  const auto third = desk.done("client rotate", about(key, R"(,"revokeOld":true)"));
  CHECK(third["secrets"].Size() == 1);
  CHECK(rig.create({key, second}).code() == "SVC_CLIENT_AUTH_FAILED");
  CHECK(rig.create({key, third["clientSecret"].GetString()}).status == 200);
  CHECK(desk.refused("client revoke", about(key, R"(,"secretId":3)")) == "SVC_CONFLICT");
  CHECK(desk.refused("client revoke", about(key, R"(,"secretId":9)")) == "SVC_NOT_FOUND");
}

TEST_CASE("a disabled client is not accepted") {
  Rig rig;
  Desk desk(rig);
  const auto added = desk.done("client add", R"({"name":"a"})");
  const std::string key = added["clientKey"].GetString();
  CHECK(desk.done("client disable", about(key, R"(,"reason":"left")"))["disabled"].IsTrue());
  CHECK(rig.create({key, added["clientSecret"].GetString()}).code() == "SVC_CLIENT_AUTH_FAILED");
  CHECK(desk.refused("client disable", about(key)) == "SVC_CONFLICT");
}

TEST_CASE("input that an operation does not understand is refused, member by member") {
  Rig rig;
  Desk desk(rig);
  CHECK(desk.refused("client add", "[]") == "SVC_INVALID_JSON");
  CHECK(desk.refused("client add", "{") == "SVC_INVALID_JSON");
  CHECK(desk.refused("client add", std::string(100'000, '[')) == "SVC_INVALID_JSON");
  for (const std::string_view input : {R"({})",
                                       R"({"name":7})",
                                       R"({"name":""})",
                                       R"({"name":"a\u0007"})",
                                       R"({"name":"a","qouta":1})",
                                       R"({"name":"a","name":"b"})",
                                       R"({"name":"a","quota":-1})",
                                       R"({"name":"a","purposes":[]})",
                                       R"({"name":"a","purposes":["NONE"]})",
                                       R"({"name":"a","purposes":["LIVENESS","liveness"]})",
                                       R"({"name":"a","tokenTtlMs":1000})",
                                       R"({"name":"a","readRate":{"count":0,"perMs":1000}})",
                                       R"({"name":"a","readRate":"10/1s"})"}) {
    CAPTURE(input);
    CHECK(desk.refused("client add", input) == "SVC_INVALID_PARAMETER");
  }
  CHECK(desk.refused("session show", R"({"sessionId":"x"})") == "SVC_INVALID_PARAMETER");
  CHECK(rig.data().log().head().sequence == Sequence(0));
}

TEST_CASE("a session is shown with its files, its events and its hold") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const auto captured = backend.capture({10});
  const std::string input = R"({"sessionId":")" + captured.id + "\"";
  CHECK(desk.done("hold set", input + R"(,"reason":"court"})")["held"].IsTrue());
  CHECK(desk.refused("hold set", input + R"(,"reason":"court"})") == "SVC_CONFLICT");
  const auto shown = desk.done("session show", input + "}");
  CHECK(shown["documents"].Size() == 2);
  CHECK(shown["held"].IsTrue());
  CHECK(shown["result"]["status"] == "COMPLETED");
  CHECK(shown["events"].Size() ==
        rig.data().queries().timeline(SessionId(*parse_uuid(captured.id)))->size());
  const std::string unknown = R"({"sessionId":")" + to_string(Uuid{}) + "\"";
  CHECK(desk.refused("session show", unknown + "}") == "SVC_NOT_FOUND");
  CHECK(desk.refused("hold set", unknown + R"(,"reason":"x"})") == "SVC_NOT_FOUND");
}

TEST_CASE("a dry sweep counts what a sweep then purges, but for what is held") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  backend.capture({10});
  const auto held = backend.capture({10});
  desk.done("hold set", R"({"sessionId":")" + held.id + R"(","reason":"x"})");
  CHECK(desk.done("retention sweep", "{}")["purgedSessions"].GetUint() == 0);
  rig.clock.move(std::chrono::hours(24 * 31));
  const auto dry = desk.done("retention sweep", R"({"dryRun":true})");
  CHECK(dry["purgedSessions"].GetUint() == 1);
  CHECK(dry["heldSessions"].GetUint() == 1);
  CHECK(rig.files_on_disk() == 4);
  const auto real = desk.done("retention sweep", "{}");
  CHECK(real["purgedFiles"].GetUint() == 2);
  CHECK(rig.files_on_disk() == 2);
}

TEST_CASE("a sweep that an operator asks for ends when the server stops") {
  Rig rig({.sweep_rate = 1});
  Desk desk(rig);
  Backend backend(rig);
  backend.capture({});
  rig.clock.move(std::chrono::hours(24 * 31));
  desk.stopping = true;
  CHECK(desk.done("retention sweep", "{}")["complete"].IsFalse());
  desk.stopping = false;
  CHECK(desk.done("retention sweep", "{}")["complete"].IsTrue());
}

TEST_CASE("downloads are audited by session and client, page by page") {
  Rig rig;
  Desk desk(rig);
  Backend one(rig);
  Backend other(rig);
  const auto a = one.capture({});
  const auto b = other.capture({});
  for (int i = 0; i < 3; ++i) one.get(Backend::path_of(a.id, "/documents/bundle"));
  other.get(Backend::path_of(b.id, "/documents/bundle"));
  CHECK(desk.done("audit downloads", "")["downloads"].Size() == 4);
  CHECK(desk.done("audit downloads", R"({"sessionId":")" + b.id + "\"}")["downloads"].Size() == 1);
  const auto first = desk.done("audit downloads", about(one.client().key, R"(,"limit":2)"));
  REQUIRE(first["downloads"].Size() == 2);
  CHECK(first["downloads"][0]["actor"]["ref"].GetString() == one.client().key);
  CHECK(first["downloads"][0]["fileId"].IsNull());
  const auto rest =
      desk.done("audit downloads",
                about(one.client().key, ",\"after\":" + std::to_string(first["next"].GetUint64())));
  CHECK(rest["downloads"].Size() == 1);
}

TEST_CASE("the log is shown from anywhere and exported as its stored lines") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  backend.capture({10});
  const std::uint64_t head = rig.data().log().head().sequence.value();
  const auto last = desk.done("log tail", R"({"last":2})");
  CHECK(last["events"].Size() == 2);
  CHECK(last["next"].GetUint64() == head);
  CHECK(desk.done("log tail", R"({"after":1,"limit":1})")["events"][0]["sequence"].GetUint() == 2);

  std::string expected;
  REQUIRE(rig.data().log().read(Sequence(1), [&](const StoredEvent& event) {
    expected += event.bytes + "\n";
    return true;
  }));
  std::string lines;
  const ExportSink sink = [&](std::string_view more) {
    lines += more;
    return true;
  };
  CHECK(*export_log(rig.data(), {}, sink) == Sequence(head));
  CHECK((lines == expected));
  const Streamed streamed = backend.admin("/admin/log/export", "");
  CHECK(streamed.complete);
  CHECK((streamed.answer.body == expected));
  lines.clear();
  CHECK(*export_log(rig.data(), {Sequence(2), Sequence(3)}, sink) == Sequence(3));
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 2);
  CHECK(lines.starts_with("{\"sequence\":2,"));
}

TEST_CASE("a log that was written by the server passes the audit, and so do its views") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  CHECK(rig.document(token, image_saying("DOCUMENT_BLURRY"))["ok"] == "false");
  CHECK(rig.document(token, good_image("front"), "FRONT", "ID_CARD")["ok"] == "true");
  CHECK(rig.document(token, good_image("back"), "BACK", "PASSPORT")["code"] ==
        "DOCUMENT_TYPE_MISMATCH");
  CHECK(rig.document(token, good_image("back"), "BACK")["ok"] == "true");
  CHECK(rig.liveness(token, {image_saying("LIVENESS_ACTION_NOT_PERFORMED")})["ok"] == "false");
  stream_of_capture(rig);
  const std::string open = rig.create(backend.client())["sessionId"];
  CHECK(backend.call(Method::Post, Backend::path_of(open, "/purge")).answer.status == 200);
  desk.done("client rotate", about(backend.client().key, R"(,"revokeOld":true)"));
  rig.clock.move(std::chrono::hours(24 * 40));
  desk.done("retention sweep", "");
  const auto verified = desk.done("log verify", "");
  const std::string why =
      verified["firstError"].IsObject() ? verified["firstError"]["why"].GetString() : "";
  INFO(why);
  CHECK(verified["ok"].IsTrue());
  CHECK(verified["events"].GetUint64() == rig.data().log().head().sequence.value());
  CHECK(verified["headLeaf"].GetString() == to_hex(rig.data().log().head().leaf.value()));
  CHECK(desk.done("projections verify", "")["ok"].IsTrue());
  CHECK(desk.done("projections rebuild", "")["firstDifference"].IsNull());
}

TEST_CASE("an audit that an operator asks for ends when the server stops") {
  Rig rig;
  Desk desk(rig);
  Backend backend(rig);
  backend.capture({});
  desk.stopping = true;
  CHECK(desk.refused("log verify", "{}") == "SVC_UNAVAILABLE");
  desk.stopping = false;
  CHECK(desk.done("log verify", "{}")["firstError"].IsNull());
}

TEST_CASE("a stream that breaks a rule is found out, however well it is chained") {
  Rig rig;
  const std::vector<StoredEvent> sound = stream_of_capture(rig);
  CHECK_FALSE(audit_stream(sound).has_value());
  CHECK_FALSE(audit_stream(chained(sound)).has_value());

  // Removing any event except the last breaks the chain. If the rest is chained again, only a
  // removed download or last event is not found.
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const bool nobody_needs_it =
        std::holds_alternative<DocumentsDownloaded>(sound[i].recorded.event) ||
        i + 1 == sound.size();
    std::vector<StoredEvent> without = sound;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    CAPTURE(i);
    CHECK(audit_stream(without).has_value() == (i + 1 != sound.size()));
    CHECK(audit_stream(chained(without)).has_value() == !nobody_needs_it);
  }
  std::vector<StoredEvent> better = sound;
  for (StoredEvent& event : better) {
    auto* finalized = std::get_if<SessionFinalized>(&event.recorded.event);
    if (finalized != nullptr) finalized->result = ResultStatus::Passed;
  }
  const auto fault = audit_stream(chained(better));
  REQUIRE(fault.has_value());
  CHECK(std::holds_alternative<SessionFinalized>(
      rig.data().log().find(fault->sequence)->value().recorded.event));
}

TEST_CASE(
    "a sweep that an operator asks for is counted as the server's own are, a dry one is not") {
  Rig rig;
  Backend backend(rig);
  backend.capture({10});
  rig.clock.move(std::chrono::hours(24 * 31));
  const auto counts = [&](std::string_view line) {
    return backend.get("/metrics").answer.body.find(line) != std::string::npos;
  };
  CHECK(backend.admin("/admin/retention/sweep", R"({"dryRun":true})").answer.status == 200);
  CHECK(counts("\ncountersign_sweeps_total 0\n"));
  CHECK(counts("\ncountersign_purged_files_total 0\n"));
  CHECK(backend.admin("/admin/retention/sweep", "{}").answer["purgedFiles"] == "2");
  CHECK(counts("\ncountersign_sweeps_total 1\n"));
  CHECK(counts("\ncountersign_swept_purged_total 1\n"));
  CHECK(counts("\ncountersign_purged_files_total 2\n"));
}

TEST_CASE("health, readiness and metrics are read on the admin socket, and no other public path") {
  Rig rig;
  const auto ask = [&](const std::string& path) {
    RequestHead head;
    head.method = Method::Get;
    head.path = path;
    head.admin = true;
    head.peer_uid = 1000;
    auto exchange = std::make_shared<KeptExchange>();
    if (const auto sink = rig.application().on_request(std::move(head), exchange)) sink->on_end();
    return exchange->wait();
  };
  CHECK(ask("/healthz").status == 200);
  CHECK(ask("/readyz").status == 200);
  const Answer metrics = ask("/metrics");
  CHECK(metrics.status == 200);
  CHECK(metrics.body.find("countersign_log_writable 1") != std::string::npos);
  CHECK(ask("/api/svc/openapi.json").status == 404);
  CHECK(ask("/api/svc/sessions").status == 404);
}

TEST_CASE("the operations are served on the admin socket") {
  Rig rig;
  Backend backend(rig);
  const Streamed added = backend.admin("/admin/client/add", R"({"name":"over the socket"})");
  CHECK(added.answer.status == 200);
  CHECK(added.answer["name"] == "over the socket");
  const Streamed wrong = backend.admin("/admin/client/add", R"({"name":7})");
  CHECK(wrong.answer.status == 400);
  CHECK(wrong.answer["field"] == "name");
  CHECK(backend.admin("/admin/no/such", "").answer.status == 404);
  CHECK(backend.get("/admin/client/list").answer.status == 404);  // not on the admin socket
  const auto event = rig.data().log().find(rig.data().log().head().sequence);
  CHECK((*event)->recorded.actor == Actor{ActorKind::Operator, "uid:1000"});
}

}  // namespace countersign::http::operations_test
