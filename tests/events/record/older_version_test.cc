// An older version of an event type, from stored bytes to the present event, by an invented one:
// HoldSet gave its reason as a number before it became a text. Copy these steps when the fields of
// a type change.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>

#include "events/record/codec.h"
#include "events/record/upcaster.h"

namespace countersign::older_version_test {

struct HoldSetV1 {
  std::uint32_t ticket = 0;
};

HoldSet with_reason(const HoldSetV1& old) { return {"ticket " + std::to_string(old.ticket)}; }

}  // namespace countersign::older_version_test

namespace countersign {

template <>
inline constexpr auto fields_of<older_version_test::HoldSetV1> = fields(Field{
    "ticket", &older_version_test::HoldSetV1::ticket});

}  // namespace countersign

namespace countersign::older_version_test {

static_assert(record_is_sound<HoldSetV1>);

constexpr std::array kWithOlderHold{upcaster<with_reason>("HoldSet", 1)};

std::string hold_set(int version, const std::string& data) {
  return R"({"sequence":4,"stream":"session-a","version":2,"previous":")" + std::string(64, 'a') +
         R"(","at":"2026-11-21T05:00:00.000000Z","type":"HoldSet","typeVersion":)" +
         std::to_string(version) +
         R"(,"actor":{"kind":"OPERATOR","ref":"uid:0"},"requestId":"r","data":)" + data + "}";
}

std::string error_of(const std::string& stored) {
  RecordedEvent recorded;
  return decode_into(stored, recorded, kWithOlderHold).value_or("");
}

TEST_CASE("an event in an older version is read as the present event") {
  RecordedEvent recorded;
  CHECK_FALSE(decode_into(hold_set(1, R"({"ticket":17})"), recorded, kWithOlderHold));
  CHECK(std::get<HoldSet>(recorded.event).reason == "ticket 17");
  CHECK(recorded.sequence == Sequence(4));
  CHECK_FALSE(decode_into(hold_set(2, R"({"reason":"court"})"), recorded, kWithOlderHold));
  CHECK(std::get<HoldSet>(recorded.event).reason == "court");
}

TEST_CASE("each version of an event has one stored form") {
  const std::string older = hold_set(1, R"({"ticket":17})");
  CHECK(is_stored_form(older, kWithOlderHold));
  CHECK(is_stored_form(hold_set(2, R"({"reason":"court"})"), kWithOlderHold));
  std::string padded = older;
  padded.insert(padded.find("\"ticket\""), " ");
  CHECK_FALSE(is_stored_form(padded, kWithOlderHold));
}

TEST_CASE("data of another version than the event names is refused") {
  CHECK_FALSE(error_of(hold_set(1, R"({"reason":"court"})")).empty());
  CHECK_FALSE(error_of(hold_set(2, R"({"ticket":17})")).empty());
  CHECK(error_of(hold_set(3, R"({"ticket":17})"))
            .ends_with("a newer version of the event type than this program knows"));
}

TEST_CASE("the program itself knows no older version of an event that has none") {
  CHECK(is_stored_form(hold_set(1, R"({"reason":"court"})")));
  CHECK_FALSE(decode(hold_set(1, R"({"ticket":17})")));
  CHECK_FALSE(decode(hold_set(2, R"({"reason":"court"})")));
}

TEST_CASE("a client of the time before reviews needs one reviewer, who need not sign") {
  const std::string changed =
      R"({"sequence":4,"stream":"client-svck_a","version":2,"previous":")" + std::string(64, 'a') +
      R"(","at":"2026-11-21T05:00:00.000000Z","type":"ClientChanged","typeVersion":1,)"
      R"("actor":{"kind":"OPERATOR","ref":"uid:0"},"requestId":"r","data":{"name":"Acme",)"
      R"("policy":{"purposes":["LIVENESS"],"quota":7,"tokenTtlMs":null,"createRate":null,)"
      R"("readRate":null,"bundleRate":null,"retentionMs":5,"retentionUnfinishedMs":6,)"
      R"("auditor":true,"thresholds":[],"mrzValues":true}}})";
  CHECK(is_stored_form(changed));
  const auto recorded = decode(changed);
  REQUIRE_MESSAGE(recorded.has_value(), recorded.error());
  ClientPolicy expected;
  expected.purposes = {Purpose::Liveness};
  expected.quota = 7;
  expected.retention_ms = 5;
  expected.retention_unfinished_ms = 6;
  expected.auditor = true;
  expected.mrz_values = true;
  CHECK(std::get<ClientChanged>(recorded->event) == ClientChanged{"Acme", expected});
  CHECK(expected.reviewers == 1);
  CHECK(expected.unsigned_decisions);
}

TEST_CASE("a client whose events say nothing of looks allows decisions without one") {
  ClientPolicy policy;
  CHECK_FALSE(forbids_decisions_without_look(policy));
  RecordedEvent recorded;
  recorded.sequence = Sequence(4);
  recorded.stream = stream_of(ClientKey("svck_a"));
  recorded.version = StreamVersion(1);
  recorded.event = ClientChanged{"Acme", policy};
  const std::string silent = encode(recorded);
  CHECK(silent.find("decisionsWithoutLook") == std::string::npos);
  CHECK(decode(silent) == recorded);
  policy.decisions_without_look = DecisionsWithoutLook::Forbidden;
  recorded.event = ClientChanged{"Acme", policy};
  const std::string said = encode(recorded);
  CHECK(said.find(R"("decisionsWithoutLook":"FORBIDDEN")") != std::string::npos);
  CHECK(decode(said) == recorded);
}

TEST_CASE("a decision of the time before looks were asked for names no pictures") {
  const std::string line = hold_set(
      2,
      R"({"decision":"PASSED","reasons":["OTHER"],"reviewer":"rvw_a","opinion":1,"settles":true,)"
      R"("signature":null})");
  for (const std::string type : {"ReviewDecided", "ReviewCorrected"}) {
    std::string stored = line;
    stored.replace(stored.find("HoldSet"), 7, type);
    CHECK(is_stored_form(stored));
    const auto recorded = decode(stored);
    REQUIRE_MESSAGE(recorded.has_value(), recorded.error());
    CHECK(recorded->older_version == 2);
  }
}

TEST_CASE("a decision that was signed before statements had a view has none") {
  const std::string signature =
      R"("signature":{"keyId":"k","seen":4,"authenticatorData":"YQ","clientData":"Yg",)"
      R"("signature":"Yw"}})";
  const auto stored = [&](const std::string& type, const std::string& data) {
    std::string line = hold_set(1, data + signature);
    return line.replace(line.find("HoldSet"), 7, type);
  };
  const std::string chosen = R"({"decision":"PASSED","reasons":["OTHER"],"reviewer":"rvw_a",)";
  const std::string decided = stored("ReviewDecided", chosen + R"("opinion":1,"settles":true,)");
  const std::string corrected = stored("ReviewCorrected", chosen);
  for (const std::string& line : {decided, corrected}) {
    CHECK(is_stored_form(line));
    const auto recorded = decode(line);
    REQUIRE_MESSAGE(recorded.has_value(), recorded.error());
    const bool has_view = std::visit(
        [](const auto& event) {
          if constexpr (requires { event.signature->view; }) {
            return event.signature->view.has_value() || event.signature->signature != "Yw";
          }
          return true;
        },
        recorded->event);
    CHECK_FALSE(has_view);
  }
}

}  // namespace countersign::older_version_test
