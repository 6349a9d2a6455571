#include "events/record/codec.h"

#include <doctest/doctest.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <fstream>
#include <set>
#include <string>

#include "events/crypto/sha256.h"
#include "events/record/record_json.h"
#include "tests/events/record/random_record.h"

namespace countersign::codec_test {

constexpr int kCasesAType = 500;

template <class Check>
void for_each_case(std::uint64_t seed, int cases_a_type, const Check& check) {
  test::RandomValues random(seed);
  for (std::size_t type = 0; type < test::kEventTypes; ++type) {
    for (int i = 0; i < cases_a_type; ++i) check(test::draw_recorded(random, type), random);
  }
}

// Parses the JSON with RapidJSON and writes it again with RapidJSON's own writer.
std::string as_rapidjson_has_it(const std::string& json) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(
      json.data(), json.size());
  if (document.HasParseError()) return "not JSON";
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

RecordedEvent challenge_issued() {
  ChallengeIssued event;
  event.step = Step::Liveness;
  event.nonce = NonceHash(Digest{0xab});
  event.expires_at = UtcTime(1'795'237'320'000'123);
  event.actions = {Action::LookStraight, Action::TurnLeft};
  return {Sequence(7),
          StreamId("session-0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11"),
          StreamVersion(3),
          Sha256(Digest{0x01}),
          UtcTime(1'795'237'200'000'123),
          {ActorKind::Device, ""},
          RequestId("req-1"),
          IdempotencyRecord{Sha256(Digest{0x02}), Sha256(Digest{0x03})},
          "c2VhbGVk",
          event};
}

const std::string kZeros(62, '0');

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("an event is stored as the one line that the log's form says") {
  CHECK(
      encode(challenge_issued()) ==
      R"({"sequence":7,"stream":"session-0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11","version":3,)"
      R"("previous":"01)" +
          kZeros +
          R"(","at":"2026-11-21T05:00:00.000123Z","type":"ChallengeIssued","typeVersion":1,)"
          R"("actor":{"kind":"DEVICE","ref":""},"requestId":"req-1",)"
          R"("idempotency":{"key":"02)" +
          kZeros + R"(","request":"03)" + kZeros +
          R"("},)"
          R"("data":{"step":"LIVENESS","nonce":"ab)" +
          kZeros +
          R"(","expiresAt":"2026-11-21T05:02:00.000123Z","actions":["LOOK_STRAIGHT","TURN_LEFT"]},)"
          R"("sealed":"c2VhbGVk"})");
}

TEST_CASE("a field that an event does not have is absent from its envelope") {
  RecordedEvent recorded = challenge_issued();
  recorded.previous = Sha256{};
  recorded.idempotency.reset();
  recorded.sealed.reset();
  recorded.event = SessionCanceled{};
  CHECK(encode(recorded) ==
        R"({"sequence":7,"stream":"session-0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11","version":3,)"
        R"("previous":"","at":"2026-11-21T05:00:00.000123Z","type":"SessionCanceled",)"
        R"("typeVersion":1,"actor":{"kind":"DEVICE","ref":""},"requestId":"req-1","data":{}})");
}

TEST_CASE("a file that is in no container is stored as it was before there were any") {
  RecordedEvent recorded = challenge_issued();
  LivenessAccepted accepted;
  accepted.files.resize(2);
  accepted.files[1].container = {FileId(Uuid{0xcd}), 700, 300};
  recorded.event = accepted;
  const std::string bytes = encode(recorded);
  const std::string in_container =
      R"("perceptual":null,"container":{"id":"cd000000-0000-0000-0000-000000000000",)"
      R"("sizeBytes":700,"offset":300}})";
  CHECK(bytes.find(R"("perceptual":null},)") != std::string::npos);
  CHECK(bytes.find(in_container) != std::string::npos);
  CHECK(decode(bytes) == recorded);
  CHECK(is_stored_form(bytes));
  // An event that is read into one with a container has none.
  const auto without = [&] {
    RecordedEvent alone = recorded;
    std::get<LivenessAccepted>(alone.event).files[1].container.reset();
    return alone;
  }();
  RecordedEvent into = recorded;
  REQUIRE_FALSE(decode_into(encode(without), into));
  CHECK(into == without);
  // Null is not a second form of it, and no member of it may be missing.
  CHECK_FALSE(
      decode(replaced(bytes, R"("perceptual":null})", R"("perceptual":null,"container":null})")));
  CHECK_FALSE(decode(replaced(bytes, R"(,"offset":300)", "")));
  CHECK_FALSE(decode(replaced(bytes, R"("sizeBytes":700)", R"("sizeBytes":-1)")));
}

TEST_CASE("an event without an operator's reason is stored as it was before there were any") {
  RecordedEvent recorded = challenge_issued();
  recorded.event = SessionCanceled{StatedReason("Letter 12")};
  const std::string bytes = encode(recorded);
  CHECK(bytes.find(R"("data":{"why":"Letter 12"})") != std::string::npos);
  CHECK(decode(bytes) == recorded);
  CHECK(is_stored_form(bytes));
  RecordedEvent into = recorded;
  const std::string without = replaced(bytes, R"("why":"Letter 12")", "");
  REQUIRE_FALSE(decode_into(without, into));
  CHECK(into.event == Event(SessionCanceled{}));
  CHECK(is_stored_form(without));
  // Null is not a second form of it, nor is a comma before the only member.
  CHECK_FALSE(decode(replaced(bytes, R"("Letter 12")", "null")));
  CHECK_FALSE(decode(replaced(bytes, R"({"why")", R"({,"why")")));

  recorded.event = FilesPurged{PurgeReason::Erasure, {}, 0, {}, StatedReason("x")};
  const std::string purge = encode(recorded);
  CHECK(purge.find(R"("cutoff":null,"why":"x"})") != std::string::npos);
  CHECK(decode(purge) == recorded);
  CHECK(is_stored_form(replaced(purge, R"(,"why":"x")", "")));

  recorded.event = DocumentValuesRead{};
  const std::string read = encode(recorded);
  CHECK(read.find(R"("data":{})") != std::string::npos);
  CHECK(decode(read) == recorded);
  recorded.event = DocumentValuesRead{StatedReason("Letter 12")};
  const std::string all = replaced(read, R"("data":{})", R"("data":{"why":"Letter 12"})");
  CHECK(encode(recorded) == all);
  CHECK(decode(all) == recorded);
  CHECK(is_stored_form(all));
}

TEST_CASE("what is not about somebody who is asked again is stored as it was before") {
  RecordedEvent recorded = challenge_issued();
  recorded.sealed.reset();
  recorded.event = ReviewDecided{};
  CHECK(encode(recorded).ends_with(R"("signature":null,"notLookedAt":[]}})"));
  ReviewDecided again;
  again.decision = ReviewDecision::Resubmit;
  again.again = AskedAgain{
      {Step::Document}, std::nullopt, Successor{SessionId(Uuid{0xcd}), {Step::Document}}};
  recorded.event = again;
  const std::string bytes = encode(recorded);
  CHECK(bytes.ends_with(
      R"("notLookedAt":[],"again":{"steps":["DOCUMENT"],"words":null,"successor":{"session":)"
      R"("cd000000-0000-0000-0000-000000000000","steps":["DOCUMENT"]}}}})"));
  CHECK(decode(bytes) == recorded);
  CHECK(is_stored_form(bytes));
  CHECK_FALSE(decode(replaced(bytes, R"("words":null,)", "")));

  recorded.event = SessionCreated{};
  CHECK(encode(recorded).ends_with(R"("linkExpiresAt":null}})"));
  SessionCreated created;
  created.predecessor = Predecessor{SessionId(Uuid{0xcd})};
  recorded.event = created;
  const std::string opened = encode(recorded);
  CHECK(opened.ends_with(R"("predecessor":{"session":"cd000000-0000-0000-0000-000000000000"}}})"));
  CHECK(decode(opened) == recorded);
  // Null is not a second form of it.
  CHECK_FALSE(
      decode(replaced(opened, R"({"session":"cd000000-0000-0000-0000-000000000000"})", "null")));
}

TEST_CASE("every event is read back as it was") {
  for_each_case(1, kCasesAType, [](const RecordedEvent& recorded, auto&) {
    const auto decoded = decode(encode(recorded));
    REQUIRE_MESSAGE(decoded.has_value(), decoded.error());
    REQUIRE(*decoded == recorded);
  });
}

TEST_CASE("another reader of JSON reads the same") {
  for_each_case(2, 50, [](const RecordedEvent& recorded, auto&) {
    // RapidJSON writes the hex digits of control characters in upper case.
    std::string theirs = as_rapidjson_has_it(encode(recorded));
    for (std::size_t at = 0; (at = theirs.find("\\u001F", at)) != std::string::npos;) {
      theirs.replace(at, 6, "\\u001f");
    }
    REQUIRE(theirs == encode(recorded));
  });
}

TEST_CASE("changed bytes are refused, or are the stored form of another event") {
  int refused = 0;
  int accepted = 0;
  for_each_case(3, kCasesAType, [&](const RecordedEvent& recorded, test::RandomValues& random) {
    std::string bytes = encode(recorded);
    for (std::uint64_t i = 1 + random.below(3); i > 0; --i) {
      const std::size_t at = random.below(bytes.size());
      switch (random.below(4)) {
        case 0:
          bytes[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          bytes.insert(at, 1, R"({}[],:"\ 0aA)"[random.below(12)]);
          break;
        case 2:
          bytes.erase(at, 1 + random.below(8));
          break;
        default:
          bytes.insert(at, bytes.substr(random.below(bytes.size()), random.below(20)));
      }
      if (bytes.empty()) break;
    }
    const auto decoded = decode(bytes);
    decoded ? ++accepted : ++refused;
    if (decoded) REQUIRE(encode(*decoded) == bytes);
  });
  CHECK(refused > 1000);
  CHECK(accepted > 100);
}

TEST_CASE("an event that is cut short anywhere is refused") {
  for_each_case(4, 2, [](const RecordedEvent& recorded, auto&) {
    const std::string bytes = encode(recorded);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      REQUIRE_FALSE(decode(std::string_view(bytes).substr(0, size)).has_value());
    }
  });
}

TEST_CASE("an event that the program does not know is an error, never skipped") {
  const std::string good = encode(challenge_issued());
  REQUIRE(decode(good).has_value());
  const auto why = [&](std::string_view from, std::string_view to) {
    return decode(replaced(good, from, to)).error();
  };
  CHECK(why("ChallengeIssued", "ChallengeGuessed")
            .ends_with("an event type that this program does not know"));
  CHECK(why(R"("typeVersion":1)", R"("typeVersion":2)")
            .ends_with("a newer version of the event type than this program knows"));
  CHECK(why(R"("typeVersion":1)", R"("typeVersion":0)")
            .ends_with("a version that no event type has"));
  CHECK(why(R"("step")", R"("stepp")").ends_with(R"(the member is not "step")"));
  CHECK(why(R"("sealed")", R"("healed")").ends_with("not the end of the object"));
}

TEST_CASE("the previous hash of a first event has one form") {
  const std::string good = encode(challenge_issued());
  CHECK(decode(replaced(good, R"("previous":"01)", R"("previous":"00)"))
            .error()
            .ends_with("64 zeros in place of an empty text"));
}

TEST_CASE("the leaf hash is that of RFC 6962") {
  // The leaf hash of no bytes is the SHA-256 of a single zero byte.
  CHECK(to_hex(leaf_hash("").value()) ==
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  CHECK(leaf_hash("abc").value() == sha256(std::string_view("\0abc", 4)));
  const StoredEvent stored = encode_stored(challenge_issued());
  CHECK(stored.bytes == encode(challenge_issued()));
  CHECK(stored.leaf == leaf_hash(stored.bytes));
  CHECK(stored.recorded == challenge_issued());
}

// Logs in the field hold these lines. A change that breaks a line breaks those logs; a new version
// of a type adds a line and an upcaster.
TEST_CASE("every event that was ever written is still read, and written the same") {
  std::ifstream file(EVENTS_GOLDEN_FILE);
  REQUIRE(file.is_open());
  std::set<std::string_view> types;
  for (std::string line; std::getline(file, line);) {
    const auto recorded = decode(line);
    REQUIRE_MESSAGE(recorded.has_value(), recorded.error());
    CHECK(is_stored_form(line));
    const EventType& type = type_of(recorded->event);
    const std::string version = "\"typeVersion\":" + std::to_string(type.version) + ",";
    CHECK((encode(*recorded) == line) == (line.find(version) != std::string::npos));
    types.insert(type.name);
  }
  CHECK(types.size() == test::kEventTypes);
}

}  // namespace countersign::codec_test
