// The values that a document states, from the engine to those who may read them, and nobody else.
#include <doctest/doctest.h>

#include "events/record/codec.h"
#include "events/vault/files/sealed_text.h"
#include "http/json/json_of.h"
#include "http/sealed/sealed_origin.h"
#include "http/sealed/sealed_values.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::document_values_test {

ClientPolicy with_values() {
  ClientPolicy policy = any_purpose();
  policy.mrz_values = true;
  return policy;
}

// A capture of a passport whose zone the engine has read.
struct Captured {
  std::string id;
  std::string token;
};
Captured captured(Rig& rig, Backend& backend, bool finalize = true) {
  const Answer created = rig.create(backend.client(), R"("purpose":"DOCUMENT_VERIFICATION")");
  REQUIRE_MESSAGE(created.status == 200, created.body);
  Captured made{created["sessionId"], created["sessionToken"]};
  REQUIRE(rig.document(made.token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
  if (finalize) REQUIRE(rig.finalize(made.token).status == 200);
  return made;
}

std::string result_of(Backend& backend, const std::string& id) {
  const Streamed answer = backend.get(Backend::path_of(id, "/result"));
  REQUIRE_MESSAGE(answer.answer.status == 200, answer.answer.body);
  return answer.answer.body;
}
bool has_values(const std::string& result) {
  return result.find("\"mrz\":{") != std::string::npos &&
         result.find("L898902C3") != std::string::npos &&
         result.find("ANNA MARIA") != std::string::npos;
}
bool has_none(const std::string& result) {
  return result.find("\"mrz\":null") != std::string::npos &&
         result.find("L898902C3") == std::string::npos;
}

std::vector<StoredEvent> events_of(Rig& rig, const std::string& id) {
  auto events = rig.data().queries().timeline(SessionId(*parse_uuid(id)));
  REQUIRE(events.has_value());
  return std::move(*events);
}
template <class E>
std::size_t count(Rig& rig, const std::string& id) {
  std::size_t found = 0;
  for (const StoredEvent& event : events_of(rig, id)) {
    found += std::holds_alternative<E>(event.recorded.event) ? 1 : 0;
  }
  return found;
}

// Checks that neither the log nor any answer except the backend's result contains the values.
void check_silent(Rig& rig, Backend& backend, const std::string& id) {
  for (const StoredEvent& event : events_of(rig, id)) {
    for (const char* value : {"L898902C3", "ERIKSSON", "1974-08-12"}) {
      CHECK(event.bytes.find(value) == std::string::npos);
    }
  }
  for (const char* path : {"/timeline", "/documents"}) {
    const std::string body = backend.get(Backend::path_of(id, path)).answer.body;
    CHECK(body.find("L898902C3") == std::string::npos);
    CHECK(body.find("\"sealed\"") == std::string::npos);
  }
  CHECK(backend.get("/api/svc/events?limit=100").answer.body.find("ERIKSSON") == std::string::npos);
}

TEST_CASE("a client with the switch reads the values of a complete capture, and that is recorded") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const Captured session = captured(rig, backend, false);
  CHECK(has_none(result_of(backend, session.id)));  // not complete yet
  CHECK(rig.status(session.token).body.find("ERIKSSON") == std::string::npos);
  const Answer finalized = rig.finalize(session.token);
  CHECK(finalized.body.find("ERIKSSON") == std::string::npos);
  CHECK(count<DocumentValuesRead>(rig, session.id) == 0);

  const std::string result = result_of(backend, session.id);
  CHECK(has_values(result));
  CHECK(result.find(R"("side":"FRONT")") != std::string::npos);
  CHECK(result.find(R"("proven":["documentNumber","birthDate","expiryDate"])") !=
        std::string::npos);
  CHECK(count<DocumentValuesRead>(rig, session.id) == 1);
  CHECK(has_values(result_of(backend, session.id)));
  CHECK(count<DocumentValuesRead>(rig, session.id) == 2);
  const RecordedEvent read = events_of(rig, session.id).back().recorded;
  CHECK(read.actor == Actor{ActorKind::Client, backend.client().key});
  check_silent(rig, backend, session.id);

  // The answer to a HEAD request has no body, so no values are read.
  backend.call(Method::Head, Backend::path_of(session.id, "/result"));
  CHECK(count<DocumentValuesRead>(rig, session.id) == 2);
}

TEST_CASE("only values that are stated are proven, and the century is told as a guess") {
  const auto told = [](const std::string& birth, const std::string& expiry) {
    MrzValues values;
    values.document_number = "L898902C3";
    values.birth_date = birth;
    values.expiry_date = expiry;
    return json_of(DocumentValues{Side::Front, values});
  };
  const auto has = [](const std::string& json, const char* part) {
    return json.find(part) != std::string::npos;
  };
  const std::string all = told("2025-10-01", "2032-04-15");
  CHECK(has(all, R"("proven":["documentNumber","birthDate","expiryDate"])"));
  CHECK(has(all, R"("birthCentury":"YOUNGEST_POSSIBLE")"));
  const std::string year = told("1958", "");
  CHECK(has(year, R"("proven":["documentNumber","birthDate"])"));
  CHECK(has(year, R"("expiryDate":null)"));
  const std::string none = told("", "");
  CHECK(has(none, R"("proven":["documentNumber"])"));
  CHECK(has(none, R"("birthDate":null)"));
  CHECK_FALSE(has(none, "birthCentury"));
}

// A capture of a passport in which bar code and print were read beside the zone, or instead of it.
Captured captured_with(Rig& rig, Backend& backend, const ReadValues& values) {
  rig.engine.on_values([values](DocumentEvaluation& found) {
    found.mrz = values.zone;
    found.barcode = values.barcode;
    found.printed = values.printed;
  });
  return captured(rig, backend);
}

TEST_CASE("a client with the switch reads the values of bar code and print, each by itself") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const FieldValues card{"D123", "1974-08-12", "", "ERIKSSON", "ANNA"};
  const std::string result =
      result_of(backend, captured_with(rig, backend, {std::nullopt, card, std::nullopt}).id);
  CHECK(result.find(R"("mrz":null,"barcode":{"side":"FRONT","documentNumber":"D123",)"
                    R"("birthDate":"1974-08-12","expiryDate":null,"surname":"ERIKSSON",)"
                    R"("givenNames":"ANNA"},"printed":null)") != std::string::npos);

  MrzValues zone;
  zone.document_number = "L898902C3";
  const FieldValues print{"L898402C3", "", "2032-04-15", "", ""};
  const std::string other =
      result_of(backend, captured_with(rig, backend, {zone, std::nullopt, print}).id);
  CHECK(other.find(R"("documentNumber":"L898902C3")") != std::string::npos);
  CHECK(other.find(R"("barcode":null,"printed":{"side":"FRONT","documentNumber":"L898402C3",)"
                   R"("birthDate":null,"expiryDate":"2032-04-15"})") != std::string::npos);

  const Captured nothing = captured_with(rig, backend, {});
  CHECK(has_none(result_of(backend, nothing.id)));
  CHECK(count<DocumentValuesRead>(rig, nothing.id) == 0);
}

TEST_CASE("values of strange and of the longest letters stay text, in their own members") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const std::string strange = R"(<b>"\'&"},"mrz":{")";
  const std::string longest(kFieldValueMax, 'W');
  const FieldValues card{strange, "", "", longest, "\n"};
  REQUIRE(are_sound(FieldValues{strange, "", "", longest, ""}));
  const std::string result =
      result_of(backend, captured_with(rig, backend, {std::nullopt, card, card}).id);
  CHECK(result.find(json_of(BarcodeValues{Side::Front, card})) != std::string::npos);
  CHECK(result.find(json_of(PrintedValues{Side::Front, card})) != std::string::npos);
  CHECK(result.find(R"("mrz":null)") != std::string::npos);
  CHECK(result.find(longest) != std::string::npos);
  CHECK(result.find('\n') == std::string::npos);
}

TEST_CASE("a bar code does not displace the zone that was read on the other side") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const Answer created = rig.create(backend.client(), R"("purpose":"DOCUMENT_VERIFICATION")");
  const std::string token = created["sessionToken"];
  REQUIRE(rig.document(token, good_image("front"), "FRONT", "ID_CARD")["ok"] == "true");
  rig.engine.on_values([](DocumentEvaluation& found) {
    found.mrz.reset();
    found.barcode = FieldValues{"D123", "", "", "", ""};
  });
  REQUIRE(rig.document(token, good_image("back"), "BACK", "ID_CARD")["ok"] == "true");
  REQUIRE(rig.finalize(token).status == 200);
  const std::string result = result_of(backend, created["sessionId"]);
  CHECK(has_values(result));
  CHECK(result.find("D123") == std::string::npos);
}

TEST_CASE("a text that was sealed before bar codes and print were kept has its zone") {
  Rig rig;
  const SessionKey key = SessionKey::random(rig.random);
  const SessionId session(Uuid{1});
  const RequestId request("a request");
  const MrzValues values{"P", "UTO", "L898902C3", "1974-08", "", "UTO", "F", "ERIKSSON", "ANNA"};
  const std::string json = json_of(DocumentValues{Side::Back, values});
  const std::string context = "values of the document of request a request";
  const auto opened =
      open_values(seal_text(key, session, context, json, rig.random), key, session, request);
  REQUIRE(opened.has_value());
  REQUIRE(opened->zone.has_value());
  CHECK(opened->zone->json == json);
  CHECK_FALSE(opened->barcode.has_value());
  CHECK_FALSE(opened->printed.has_value());
  // A zone alone is sealed as it was then.
  const std::string again =
      sealed_values({.zone = values}, Side::Back, key, session, request, rig.random);
  CHECK(open_text(key, session, context, again) == json);
}

TEST_CASE("values outlive the process, and views that are made anew") {
  Rig rig;
  const Credentials client = rig.add_client(with_values());
  std::string id;
  {
    Backend backend(rig, client);
    id = captured(rig, backend).id;
  }
  rig.restart();
  Backend backend(rig, client);
  CHECK(has_values(result_of(backend, id)));
}

TEST_CASE("for a client without the switch nothing is read, sealed or recorded") {
  Rig rig;
  Backend backend(rig);
  const Captured session = captured(rig, backend);
  CHECK(has_none(result_of(backend, session.id)));
  for (const StoredEvent& event : events_of(rig, session.id)) {
    if (std::holds_alternative<DocumentAccepted>(event.recorded.event)) {
      CHECK_FALSE(event.recorded.sealed.has_value());
    }
  }
  CHECK(count<DocumentValuesRead>(rig, session.id) == 0);
}

TEST_CASE("a switch that is turned off shuts what was kept before") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const Captured session = captured(rig, backend);
  CHECK(has_values(result_of(backend, session.id)));
  const Streamed changed =
      backend.admin("/admin/client/change",
                    R"({"clientKey":")" + backend.client().key + R"(","mrzValues":false})");
  REQUIRE_MESSAGE(changed.answer.status == 200, changed.answer.body);
  CHECK(changed.answer["mrzValues"] == "false");
  CHECK(has_none(result_of(backend, session.id)));
}

TEST_CASE("a purge makes values unreadable for ever") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const Captured session = captured(rig, backend);
  std::optional<std::string> sealed;
  RequestId request;
  for (const StoredEvent& event : events_of(rig, session.id)) {
    if (!std::holds_alternative<DocumentAccepted>(event.recorded.event)) continue;
    sealed = event.recorded.sealed;
    request = event.recorded.request;
  }
  REQUIRE(sealed.has_value());
  const SessionId id(*parse_uuid(session.id));
  {
    const auto key = rig.data().session_key(id);
    REQUIRE(key.has_value());
    CHECK(open_values(*sealed, *key, id, request).has_value());
    // The sealed values are bound to their purpose, session and request.
    CHECK_FALSE(open_origin(*sealed, *key, id, request).has_value());
    CHECK_FALSE(open_values(*sealed, *key, id, RequestId("other")).has_value());
    CHECK_FALSE(open_values(*sealed, *key, SessionId(Uuid{1}), request).has_value());
  }
  const std::size_t reads = count<DocumentValuesRead>(rig, session.id);
  CHECK(backend.call(Method::Post, Backend::path_of(session.id, "/purge")).answer.status == 200);
  CHECK_FALSE(rig.data().session_key(id).has_value());
  CHECK(has_none(result_of(backend, session.id)));
  CHECK(count<DocumentValuesRead>(rig, session.id) == reads);
}

TEST_CASE("the values of a document that is refused are not kept") {
  Rig rig;
  Backend backend(rig, rig.add_client(with_values()));
  const auto shown = [&](const std::string& image) {
    const Answer created = rig.create(backend.client(), R"("purpose":"DOCUMENT_VERIFICATION")");
    const Answer outcome = rig.document(created["sessionToken"], image, "", "PASSPORT");
    return std::pair{created["sessionId"], outcome["code"]};
  };
  const auto first = shown(good_image("shows a page"));
  const auto second = shown(image_saying("DOCUMENT_BLURRY", "shows a page"));
  CHECK(first.second == "null");
  CHECK(second.second == "DOCUMENT_BLURRY");
  std::size_t sealed = 0;
  for (const StoredEvent& event : events_of(rig, second.first)) {
    const bool origin =
        event.recorded.sealed && !std::holds_alternative<DocumentRejected>(event.recorded.event);
    if (event.recorded.sealed && !origin) ++sealed;
  }
  CHECK(sealed == 0);
}

}  // namespace countersign::http::document_values_test
