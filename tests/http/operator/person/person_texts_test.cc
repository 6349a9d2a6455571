// The texts that a session's events keep sealed are opened for the person, after a record of it.
#include "http/operator/person/person_texts.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/http/review/support/cases.h"

namespace countersign::http::person_texts_test {

using rapidjson::Value;

ClientPolicy with_values(std::uint32_t reviewers = 1) {
  ClientPolicy policy = any_purpose();
  policy.mrz_values = true;
  policy.reviewers = reviewers;
  return policy;
}

std::string of_session(const std::string& session, const std::string& more = "") {
  return R"({"sessionId":")" + session + R"(","reason":"letter 12")" + more + "}";
}

// A console with a session whose person could not move, and said so.
struct Texts : Cases {
  explicit Texts(std::uint32_t reviewers = 1) : Cases(with_values(reviewers)) {
    const Answer created = rig.create(client, R"("purpose":"FULL_CAPTURE","userRef":"u-1")");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    id = created["sessionId"];
    const std::string token = created["sessionToken"];
    REQUIRE(rig.document(token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
    REQUIRE(rig.send({.method = Method::Post,
                      .path = "/api/sdk/liveness/not-possible",
                      .headers = {{"Authorization", "Bearer " + token},
                                  {"Content-Type", "application/json"},
                                  {"User-Agent", "Phone/1"}},
                      .body = R"({"reason":"My \u202e neck"})",
                      .peer = "192.0.2.99"})
                .status == 200);
    REQUIRE(rig.finalize(token)["result"] == "REVIEW");
  }

  rapidjson::Document opened(const std::string& more = "") {
    return desk.done("person texts", of_session(id, more));
  }
  std::size_t readings() { return all_of<DocumentValuesRead>(id).size(); }
  Answer of_backend(const std::string& path, const std::string& body) {
    return rig.send(
        {.method = body.empty() ? Method::Get : Method::Post,
         .path = path,
         .headers = {{"x-svc-client-key", client.key}, {"x-svc-client-secret", client.secret}},
         .body = body});
  }

  std::string id;
};

// The texts of the last event of this type; null if there is none.
const Value& text_of(const rapidjson::Document& answer, std::string_view type) {
  static const Value none;
  const Value* found = &none;
  for (const Value& text : answer["texts"].GetArray()) {
    if (text["type"] == std::string(type).c_str()) found = &text;
  }
  return *found;
}

TEST_CASE("every kind of sealed text is opened, and the log has first who read them and why") {
  Texts scene;
  const auto anna = scene.person();
  const auto sofia = scene.person("sofia", "supervisor");
  REQUIRE(scene.act(*anna, scene.id, "/handover", R"({"words":"Is this print real?"})").status ==
          200);
  const std::string note = R"(,"note":"a careful note")";
  REQUIRE(scene.decide(*sofia, scene.id, "PASSED", "decision", note).status == 200);

  const auto told = scene.opened();
  CHECK(told["purgedAt"].IsNull());
  CHECK(told["next"].IsNull());
  const Value& person = text_of(told, "LivenessNotPossible");
  REQUIRE(person.IsObject());
  CHECK(person["words"] == "My \u202e neck");
  CHECK(person["address"] == "192.0.2.99");
  CHECK(person["userAgent"] == "Phone/1");
  CHECK(person["by"] == "DEVICE");
  CHECK(person["note"].IsNull());
  const Value& document = text_of(told, "DocumentAccepted");
  REQUIRE(document.IsObject());
  CHECK(document["mrz"]["documentNumber"] == "L898902C3");
  CHECK(document["barcode"].IsNull());
  CHECK(document["words"].IsNull());
  const Value& handed = text_of(told, "ReviewHandedOver");
  REQUIRE(handed.IsObject());
  CHECK(handed["words"] == "Is this print real?");
  CHECK(handed["by"] == ("REVIEWER " + anna->id).c_str());
  CHECK(handed["address"].IsNull());
  const Value& decided = text_of(told, "ReviewDecided");
  REQUIRE(decided.IsObject());
  CHECK(decided["note"] == "a careful note");
  CHECK(decided["withoutLook"] == "known in person");
  CHECK(text_of(told, "SessionCreated")["address"].IsString());

  const RecordedEvent last = scene.events_of(scene.id).back().recorded;
  CHECK(last.event == Event(DocumentValuesRead{StatedReason("letter 12")}));
  CHECK(last.actor == Actor{ActorKind::Operator, "uid:7"});
  CHECK(told["event"].GetUint64() == last.sequence.value());
  const auto session = scene.desk.done("person session", R"({"sessionId":")" + scene.id + "\"}");
  const Value& look = session["looks"][session["looks"].Size() - 1];
  CHECK(look["by"] == "OPERATOR uid:7");
  CHECK(look["what"] == "all sealed texts");
  CHECK(look["reason"] == "letter 12");
  const std::string feed = scene.of_backend("/api/svc/events?limit=500", "").body;
  CHECK(has(feed, R"("data":{"why":"letter 12"})"));
  CHECK_FALSE(has(feed, "a careful note"));
}

TEST_CASE("the note of an opinion that is hidden stays sealed until the review is settled") {
  Texts scene(2);
  const auto anna = scene.person();
  const auto bert = scene.person("bert");
  REQUIRE(scene.decide(*anna, scene.id, "PASSED", "decision", R"(,"note":"first of two")").status ==
          200);
  const auto before = scene.opened();
  CHECK(text_of(before, "ReviewDecided").IsNull());
  CHECK(text_of(before, "LivenessNotPossible").IsObject());
  REQUIRE(scene.decide(*bert, scene.id, "PASSED").status == 200);
  const auto after = scene.opened();
  std::vector<std::string> notes;
  for (const Value& text : after["texts"].GetArray()) {
    if (text["note"].IsString()) notes.emplace_back(text["note"].GetString());
  }
  CHECK(notes == std::vector<std::string>{"first of two"});
}

TEST_CASE("the words to a person who is asked again are a text of the session that follows") {
  Texts scene;
  const Answer decided = scene.of_backend(
      "/api/svc/session/" + scene.id + "/review",
      R"({"decision":"RESUBMIT","steps":["DOCUMENT"],"words":"Hold the card still."})");
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  scene.id = decided["successor"];
  const auto told = scene.opened();
  CHECK(text_of(told, "SessionCreated")["words"] == "Hold the card still.");
}

TEST_CASE("a page has no more than was asked for, and the pages have each text once") {
  Texts scene;
  const auto all = scene.opened();
  std::vector<std::uint64_t> sequences;
  std::size_t pages = 0;
  std::uint64_t after = 0;
  while (true) {
    const auto page = scene.opened(R"(,"limit":1,"after":)" + std::to_string(after));
    CHECK(page["texts"].Size() <= 1);
    for (const Value& text : page["texts"].GetArray()) {
      sequences.push_back(text["event"].GetUint64());
    }
    ++pages;
    if (page["next"].IsNull()) break;
    REQUIRE(page["next"].GetUint64() > after);
    after = page["next"].GetUint64();
  }
  std::vector<std::uint64_t> expected;
  for (const Value& text : all["texts"].GetArray()) expected.push_back(text["event"].GetUint64());
  CHECK(sequences == expected);
  CHECK(scene.readings() == pages + 1);

  // Behind the last one nothing is opened, and nothing is recorded.
  const auto end = scene.opened(R"(,"after":)" + std::to_string(scene.head()));
  CHECK(end["texts"].Empty());
  CHECK(end["event"].IsNull());
  CHECK(scene.readings() == pages + 1);
}

TEST_CASE("a hold keeps no text from the person, and a purged session says that it has none") {
  Texts scene;
  scene.desk.done("hold set", R"({"sessionId":")" + scene.id + R"(","reason":"case 7"})");
  CHECK(text_of(scene.opened(), "LivenessNotPossible").IsObject());
  scene.desk.done("hold release", R"({"sessionId":")" + scene.id + R"(","reason":"over"})");
  scene.purge(scene.id);
  const std::size_t readings = scene.readings();
  const auto told = scene.opened();
  CHECK(told["purgedAt"].IsString());
  CHECK(told["texts"].IsNull());
  CHECK(told["event"].IsNull());
  CHECK(scene.readings() == readings);
}

TEST_CASE("texts are opened of a session that exists, for a reason, and of none beside it") {
  Texts scene;
  const std::string nobody = "00000000-0000-4000-8000-000000000000";
  CHECK(scene.desk.refused("person texts", of_session(nobody)) == "SVC_NOT_FOUND");
  CHECK(scene.desk.refused("person texts", R"({"sessionId":")" + scene.id + "\"}") ==
        "SVC_INVALID_PARAMETER");
  CHECK(scene.desk.refused("person texts", of_session(scene.id, R"(,"limit":1001)")) ==
        "SVC_INVALID_PARAMETER");
  CHECK(scene.readings() == 0);
  scene.id = scene.in_review(scene.other, "another");
  const auto other = scene.opened();
  CHECK(text_of(other, "LivenessNotPossible")["words"].IsNull());
  for (const Value& text : other["texts"].GetArray()) CHECK(text["mrz"].IsNull());
}

TEST_CASE("a sealed text that does not open is a fault, and not left out") {
  Texts scene;
  const Outcome outcome = scene.rig.data().writer().submit_and_wait(
      {.stream = stream_of(SessionId(*parse_uuid(scene.id))),
       .command = SessionCommand(SetHold{scene.rig.clock.now(), "case 7"}),
       .actor = {ActorKind::Operator, "uid:7"},
       .request = RequestId("r"),
       .sealed = "AAAA"});
  REQUIRE(std::holds_alternative<Committed>(outcome));
  CHECK(scene.desk.refused("person texts", of_session(scene.id)) == "SVC_INTERNAL");
}

}  // namespace countersign::http::person_texts_test
