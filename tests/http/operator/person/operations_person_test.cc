// All that is held of a person is shown, handed out and erased, and nothing of anybody else's.
#include "http/operator/person/operations_person.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/base64url.h"
#include "events/tlog/note/proof_file.h"
#include "tests/http/support/desk.h"
#include "tests/http/support/joining_calls.h"

namespace countersign::http::operations_person_test {

std::string of_person(const std::string& client,
                      const std::string& user_ref,
                      const std::string& more = "") {
  return about(client, R"(,"userRef":")" + user_ref + "\"" + more);
}

std::string of_session(const std::string& session, const std::string& more = "") {
  return R"({"sessionId":")" + session + "\"" + more + "}";
}

const std::string kLetter = R"(,"reason":"letter 12")";

// A client that may open many sessions at once.
ClientPolicy busy() {
  ClientPolicy policy = any_purpose();
  policy.create_rate = Rate{100'000, 1000};
  return policy;
}

struct Office {
  Rig rig{with_public_origin(), Rig::Checkpoints::Signed};
  Desk desk{rig};
  Credentials shop = rig.add_client(busy());
  Credentials bank = rig.add_client();

  std::string open(const Credentials& client, const std::string& user_ref) {
    const Answer created = rig.create(client, R"("userRef":")" + user_ref + "\"");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    return created["sessionId"];
  }
  // A session of the person with one picture, which it returns too.
  std::pair<std::string, std::string> capture(const Credentials& client,
                                              const std::string& user_ref) {
    const Answer created =
        rig.create(client, R"("purpose":"DOCUMENT_VERIFICATION","userRef":")" + user_ref + "\"");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    const std::string picture = Backend::image(700, ++pictures);
    REQUIRE(rig.document(created["sessionToken"], picture)["ok"] == "true");
    return {created["sessionId"], picture};
  }
  std::vector<std::string> sessions(const std::string& input) {
    std::vector<std::string> ids;
    const auto page = desk.done("person show", input);
    for (const auto& entry : page["sessions"].GetArray()) {
      ids.emplace_back(entry["sessionId"].GetString());
    }
    return ids;
  }
  Session session(const std::string& id) {
    const auto found = rig.data().queries().session(SessionId(*parse_uuid(id)));
    REQUIRE((found && *found));
    return **found;
  }

  std::uint64_t pictures = 500;
};

TEST_CASE_FIXTURE(Office, "a person's sessions are those of one client under one reference") {
  const std::string first = open(shop, "anna");
  rig.clock.move(std::chrono::seconds(1));
  const std::string second = open(shop, "anna");
  open(shop, "anna2");
  open(shop, "Anna");
  const std::string elsewhere = open(bank, "anna");
  CHECK(sessions(of_person(shop.key, "anna")) == std::vector{second, first});
  CHECK(sessions(of_person(bank.key, "anna")) == std::vector{elsewhere});
  CHECK(sessions(of_person(bank.key, "anna2")).empty());
  CHECK(sessions(of_session(first)) == std::vector{second, first});
  CHECK(desk.refused("person show", of_person("svck_none", "anna")) == "SVC_NOT_FOUND");
}

TEST_CASE_FIXTURE(Office, "wild cards in a reference are plain characters") {
  open(shop, "anna");
  const std::string star = open(shop, "a*");
  const std::string percent = open(shop, "a%");
  CHECK(sessions(of_person(shop.key, "a*")) == std::vector{star});
  CHECK(sessions(of_person(shop.key, "a%")) == std::vector{percent});
  for (const std::string nobody : {"*", "%", "ann?", "a.*", "_nna"}) {
    CHECK(sessions(of_person(shop.key, nobody)).empty());
  }
}

TEST_CASE_FIXTURE(Office, "a session without a reference is a person of its own") {
  const std::string one = rig.create(shop)["sessionId"];
  const std::string other = rig.create(shop)["sessionId"];
  CHECK(sessions(of_session(one)) == std::vector{one});
  const auto erased = desk.done("person erase", of_session(one, kLetter));
  CHECK(erased["userRef"].IsNull());
  CHECK(erased["erased"].Size() == 1);
  CHECK_FALSE(session(other).purged_at);
}

TEST_CASE_FIXTURE(
    Office, "a session without a reference stands for those in which the person was asked again") {
  const Credentials asks = rig.add_client(busy());
  const auto in_review = [&](const std::string& token) {
    REQUIRE(rig.document(token, Backend::image(700, ++pictures), "", "PASSPORT")["ok"] == "true");
    const Answer excused = rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {});
    REQUIRE(excused.status == 200);
    REQUIRE(rig.finalize(token)["result"] == "REVIEW");
  };
  const auto asked_again = [&](const std::string& id) {
    rig.clock.move(std::chrono::seconds(1));
    const Headers headers{{"x-svc-client-key", asks.key}, {"x-svc-client-secret", asks.secret}};
    const Answer decided =
        rig.send({.method = Method::Post,
                  .path = Backend::path_of(id, "/review"),
                  .headers = headers,
                  .body = R"({"decision":"RESUBMIT","steps":["DOCUMENT","LIVENESS"]})"});
    REQUIRE_MESSAGE(decided.status == 200, decided.body);
    const Answer joined = rig.send(redemption(code_in(decided["captureUrl"])));
    REQUIRE_MESSAGE(joined.status == 200, joined.body);
    in_review(joined["sessionToken"]);
    return decided["successor"];
  };
  const Answer created = rig.create(asks, R"("purpose":"FULL_CAPTURE")");
  const std::string first = created["sessionId"];
  in_review(created["sessionToken"]);
  const std::string second = asked_again(first);
  const std::string third = asked_again(second);
  const std::string other = rig.create(asks)["sessionId"];
  for (const std::string& id : {first, second, third}) {
    CHECK(sessions(of_session(id)) == std::vector{third, second, first});
  }
  CHECK(sessions(of_session(other)) == std::vector{other});

  const auto page = desk.done("person show", of_session(second, R"(,"limit":2)"));
  CHECK(page["sessions"].Size() == 2);
  const std::string next = page["next"].GetString();
  CHECK(sessions(of_session(second, R"(,"after":")" + next + "\"")) == std::vector{first});

  const auto erased = desk.done("person erase", of_session(second, kLetter));
  CHECK(erased["erased"].Size() == 3);
  CHECK(erased["next"].IsNull());
  for (const std::string& id : {first, second, third}) CHECK(session(id).purged_at);
  CHECK_FALSE(session(other).purged_at);
}

TEST_CASE_FIXTURE(Office, "a person is named in one way, and a page by what an answer gave") {
  const std::string id = open(shop, "anna");
  CHECK(desk.refused("person show", "{}") == "SVC_INVALID_PARAMETER");
  CHECK(desk.refused("person show", about(shop.key)) == "SVC_INVALID_PARAMETER");
  CHECK(desk.refused("person show", R"({"userRef":"anna"})") == "SVC_INVALID_PARAMETER");
  CHECK(desk.refused("person show", of_session(id, R"(,"userRef":"anna")")) ==
        "SVC_INVALID_PARAMETER");
  for (const std::string after : {"x", "", "AAAA", "%00"}) {
    CHECK(
        desk.refused("person show", of_person(shop.key, "anna", R"(,"after":")" + after + "\"")) ==
        "SVC_INVALID_PARAMETER");
  }
  CHECK(desk.refused("person erase", of_person(shop.key, "anna")) == "SVC_INVALID_PARAMETER");
}

TEST_CASE_FIXTURE(Office,
                  "all sessions of a person with many are erased, page by page, each once") {
  constexpr std::size_t kSessions = 300;
  for (std::size_t i = 0; i < kSessions; ++i) open(shop, "anna");
  const std::string other = open(shop, "bertha");
  std::set<std::string> erased;
  std::string after;
  std::size_t pages = 0;
  do {
    const auto page = desk.done(
        "person erase",
        of_person(
            shop.key, "anna", kLetter + (after.empty() ? "" : R"(,"after":")" + after + "\"")));
    for (const auto& each : page["erased"].GetArray()) {
      CHECK(erased.insert(each["sessionId"].GetString()).second);
      CHECK(tlog::parse_proof_file(each["receipt"].GetString()).has_value());
    }
    CHECK(page["held"].Empty());
    after = page["next"].IsNull() ? "" : page["next"].GetString();
    ++pages;
  } while (!after.empty());
  CHECK(erased.size() == kSessions);
  CHECK(pages >= 3);
  CHECK_FALSE(session(other).purged_at);
  for (const std::string& id : erased) CHECK(session(id).purged_at.has_value());
}

TEST_CASE_FIXTURE(Office, "an erasure obeys legal holds, names them, and does the rest") {
  const auto [held, picture] = capture(shop, "anna");
  const auto [free, other] = capture(shop, "anna");
  desk.done("hold set", of_session(held, R"(,"reason":"case 7")"));
  const auto done = desk.done("person erase", of_person(shop.key, "anna", kLetter));
  REQUIRE(done["erased"].Size() == 1);
  CHECK(done["erased"][0]["sessionId"] == free.c_str());
  REQUIRE(done["held"].Size() == 1);
  CHECK(done["held"][0]["sessionId"] == held.c_str());
  CHECK(done["held"][0]["reason"] == "case 7");
  CHECK(done["held"][0]["by"] == "uid:7");
  CHECK_FALSE(session(held).purged_at);
  desk.done("hold release", of_session(held, R"(,"reason":"over")"));
  const auto again = desk.done("person erase", of_person(shop.key, "anna", kLetter));
  CHECK(again["erased"].Size() == 2);
  CHECK(again["held"].Empty());
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE_FIXTURE(
    Office, "operators who erase one person at once erase it once, and each has all the receipts") {
  std::vector<std::string> ids;
  for (int i = 0; i < 6; ++i) ids.push_back(capture(shop, "anna").first);
  capture(shop, "bertha");
  Backend backend(rig, shop);
  std::vector<std::shared_ptr<StreamedExchange>> calls;
  for (int i = 0; i < 4; ++i) {
    calls.push_back(
        backend.begin_admin("/admin/person/erase", of_person(shop.key, "anna", kLetter)));
  }
  std::map<std::string, std::uint64_t> events;
  for (const auto& call : calls) {
    const Answer answer = Backend::read(call->wait()).answer;
    REQUIRE_MESSAGE(answer.status == 200, answer.body);
    rapidjson::Document done;
    done.Parse(answer.body.c_str(), answer.body.size());
    CHECK(done["held"].Empty());
    CHECK(done["filesLeft"].GetUint() == 0);
    CHECK(done["next"].IsNull());
    REQUIRE(done["erased"].Size() == ids.size());
    for (const auto& erased : done["erased"].GetArray()) {
      const std::uint64_t event = erased["event"].GetUint64();
      CHECK(events.emplace(erased["sessionId"].GetString(), event).first->second == event);
      REQUIRE(erased["receipt"].IsString());
      const auto receipt = tlog::parse_proof_file(erased["receipt"].GetString());
      REQUIRE(receipt.has_value());
      CHECK(receipt->index + 1 == event);
    }
  }
  for (const std::string& id : ids) {
    const auto stream = rig.data().queries().timeline(SessionId(*parse_uuid(id)));
    REQUIRE(stream.has_value());
    const auto purges = std::ranges::count_if(*stream, [](const StoredEvent& event) {
      return std::holds_alternative<FilesPurged>(event.recorded.event);
    });
    CHECK(purges == 1);
    CHECK(events.at(id) == stream->back().recorded.sequence.value());
  }
  rig.settle();
  CHECK(rig.files_on_disk() == 1);  // of the other person
}

TEST_CASE_FIXTURE(Office, "a person of a disabled client is erased, and nobody of another client") {
  capture(shop, "anna");
  const auto elsewhere = capture(bank, "anna");
  rig.disable(shop);
  CHECK(desk.done("person erase", of_person(shop.key, "anna", kLetter))["erased"].Size() == 1);
  CHECK_FALSE(session(elsewhere.first).purged_at);
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE_FIXTURE(Office, "a session that is uploading ends with its person's erasure") {
  const Answer created = rig.create(shop, R"("userRef":"anna")");
  const std::string token = created["sessionToken"];
  const std::string nonce = rig.nonce(token, "document");
  desk.done("person erase", of_person(shop.key, "anna", kLetter));
  Form form;
  form.text("nonce", nonce).text("side", "FRONT").file("image", good_image(), "d.jpg");
  CHECK(rig.send(rig.upload("/api/sdk/document", token, form)).code() == "SVC_SESSION_INVALID");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  CHECK(session(created["sessionId"]).status == SessionStatus::Canceled);
}

TEST_CASE_FIXTURE(Office, "a picture is handed out with its bytes, and the log has who and why") {
  const auto [id, picture] = capture(shop, "anna");
  const auto told = desk.done("person session", of_session(id));
  REQUIRE(told["documents"].Size() == 1);
  const std::string file = told["documents"][0]["id"].GetString();
  const std::string input = R"(,"reason":"export for the person","fileId":")";
  const auto handed = desk.done("person file", of_session(id, input + file + "\""));
  CHECK(from_base64(handed["base64"].GetString()) == picture);
  CHECK(handed["sizeBytes"].GetUint() == picture.size());
  const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(id)));
  const RecordedEvent& last = events->back().recorded;
  CHECK(last.sequence.value() == handed["event"].GetUint64());
  CHECK(last.actor == Actor{ActorKind::Operator, "uid:7"});
  const auto& download = std::get<DocumentsDownloaded>(last.event);
  CHECK(to_string(download.file->value()) == file);
  CHECK(download.why == StatedReason("export for the person"));

  const std::string nobody = "00000000-0000-4000-8000-000000000000";
  CHECK(desk.refused("person file", of_session(id, input + nobody + "\"")) == "SVC_NOT_FOUND");
  CHECK(desk.refused("person file", of_session(nobody, input + file + "\"")) == "SVC_NOT_FOUND");
  const auto other = capture(shop, "bertha");
  CHECK(desk.refused("person file", of_session(other.first, input + file + "\"")) ==
        "SVC_NOT_FOUND");
  desk.done("person erase", of_session(id, kLetter));
  CHECK(desk.refused("person file", of_session(id, input + file + "\"")) == "SVC_FILES_PURGED");
}

TEST_CASE_FIXTURE(Office,
                  "a person's session tells looks, holds and the purge, each with its who") {
  const auto [id, picture] = capture(shop, "anna");
  Backend backend(rig, shop);
  CHECK(backend.get(Backend::path_of(id, "/documents/bundle")).answer.status == 200);
  desk.done("hold set", of_session(id, R"(,"reason":"case 7")"));
  desk.done("hold release", of_session(id, R"(,"reason":"over")"));
  const auto before = desk.done("person session", of_session(id));
  CHECK(before["purge"].IsNull());
  desk.done("person erase", of_session(id, kLetter));

  const auto told = desk.done("person session", of_session(id));
  CHECK(told["clientKey"] == shop.key.c_str());
  CHECK(told["result"]["userRef"] == "anna");
  REQUIRE(told["looks"].Size() == 1);
  CHECK(told["looks"][0]["by"] == ("CLIENT " + shop.key).c_str());
  CHECK(told["looks"][0]["what"] == "bundle of all files");
  REQUIRE(told["holds"].Size() == 2);
  CHECK(told["holds"][0]["set"].IsTrue());
  CHECK(told["holds"][1]["reason"] == "over");
  CHECK(told["purge"]["files"].GetUint() == 1);
  CHECK(told["receipt"].IsString());
  CHECK(told["timeline"]["events"].Size() > 5);
  CHECK(desk.refused("person session", of_session("00000000-0000-4000-8000-000000000000")) ==
        "SVC_NOT_FOUND");
}

}  // namespace countersign::http::operations_person_test
