#include "http/external/engine_contract.h"

#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <string>
#include <utility>
#include <vector>

#include "core/text/base64url.h"

namespace countersign::http::engine_contract_test {

const std::string kJpeg = "\xff\xd8\xff\xe0 a picture";
const std::string kPng = "\x89PNG\r\n\x1a\n another";

// A good answer with one member replaced, or left out if `value` is empty.
std::string with(std::string_view good, std::string_view member, std::string_view value) {
  rapidjson::Document document;
  document.Parse(good.data(), good.size());
  std::string text = "{";
  for (const auto& entry : document.GetObject()) {
    const std::string name = entry.name.GetString();
    const auto at = good.find("\"" + name + "\":") + name.size() + 3;
    const auto end = good.find_first_of(",}", at);
    std::string_view kept = good.substr(at, end - at);
    if (name == member) kept = value;
    if (kept.empty()) continue;
    if (text.size() > 1) text += ",";
    text += "\"" + name + "\":" + std::string(kept);
  }
  return text + "}";
}

constexpr std::string_view kGoodMatch =
    R"({"contract":1,"requestId":"r1","engine":"arc","version":"2.0-b","similarity":0.8,)"
    R"("threshold":0.363,"decision":"match"})";
constexpr std::string_view kGoodLiveness =
    R"({"contract":1,"requestId":"r1","engine":"arc","version":"2.0-b","score":0.2,)"
    R"("threshold":0.5,"decision":"spoof"})";

std::string match_of(const std::string& body) {
  const auto answer = read_match_answer(body, "r1");
  return answer ? "taken" : answer.error();
}

TEST_CASE("a match request holds both images, an id, and nothing else") {
  rapidjson::Document asked;
  asked.Parse(match_request("r1", kJpeg, kPng).c_str());
  REQUIRE(asked.IsObject());
  CHECK(asked.MemberCount() == 4);
  CHECK(asked["contract"].GetInt() == 1);
  CHECK(std::string(asked["requestId"].GetString()) == "r1");
  CHECK(std::string(asked["reference"]["contentType"].GetString()) == "image/jpeg");
  CHECK(from_base64(asked["reference"]["base64"].GetString()) == kJpeg);
  CHECK(std::string(asked["probe"]["contentType"].GetString()) == "image/png");
  CHECK(from_base64(asked["probe"]["base64"].GetString()) == kPng);
}

TEST_CASE("a liveness request holds the actions and the frames in order") {
  LivenessRequestText text("r1", {Action::LookStraight, Action::TurnLeft});
  text.add_frame(kJpeg);
  text.add_frame(kPng);
  rapidjson::Document asked;
  asked.Parse(std::move(text).finish().c_str());
  REQUIRE(asked.IsObject());
  CHECK(asked.MemberCount() == 4);
  REQUIRE(asked["actions"].Size() == 2);
  CHECK(std::string(asked["actions"][1].GetString()) == "TURN_LEFT");
  REQUIRE(asked["frames"].Size() == 2);
  CHECK(from_base64(asked["frames"][0]["base64"].GetString()) == kJpeg);
  CHECK(std::string(asked["frames"][1]["contentType"].GetString()) == "image/png");
}

TEST_CASE("good answers are taken, in thousandths") {
  const auto match = read_match_answer(std::string(kGoodMatch), "r1");
  REQUIRE(match.has_value());
  CHECK(match->engine == EngineVersion{"arc", "2.0-b"});
  CHECK(match->decision == EngineDecision::Yes);
  CHECK(match->score_milli == 800);
  CHECK(match->threshold_milli == 363);
  const auto liveness = read_liveness_answer(std::string(kGoodLiveness), "r1");
  REQUIRE(liveness.has_value());
  CHECK(liveness->decision == EngineDecision::No);
  CHECK(liveness->score_milli == 200);
}

TEST_CASE("an answer is taken as a whole or not at all") {
  struct Row {
    const char* member;
    const char* value;
    const char* why;
  };
  const std::vector<Row> rows = {
      {"contract", "", "the 'contract' of its answer is missing"},
      {"contract", "2", "the 'contract' of its answer is not 1"},
      {"contract", "1.0", "the 'contract' of its answer is not 1"},
      {"contract", "\"1\"", "the 'contract' of its answer is not 1"},
      {"requestId", "", "the 'requestId' of its answer is missing"},
      {"requestId", "\"r2\"", "the 'requestId' of its answer is that of another request"},
      {"requestId", "1", "the 'requestId' of its answer is not a text"},
      {"engine", "", "the 'engine' of its answer is missing"},
      {"engine", "\"\"", "the 'engine' of its answer is not a valid name"},
      {"engine", "\"a b\"", "the 'engine' of its answer is not a valid name"},
      {"engine", "\"a\\u0000\"", "the 'engine' of its answer is not a valid name"},
      {"engine", "null", "the 'engine' of its answer is not a text"},
      {"engine",
       "\"countersign-sandbox\"",
       "the 'engine' of its answer is a name of Countersign's own engines"},
      {"engine",
       "\"CounterSign\"",
       "the 'engine' of its answer is a name of Countersign's own engines"},
      {"version", "7", "the 'version' of its answer is not a text"},
      {"similarity", "", "the 'similarity' of its answer is missing"},
      {"similarity", "\"0.8\"", "the 'similarity' of its answer is not a number from 0 to 1"},
      {"similarity", "true", "the 'similarity' of its answer is not a number from 0 to 1"},
      {"similarity", "1.0001", "the 'similarity' of its answer is not a number from 0 to 1"},
      {"similarity", "-0.1", "the 'similarity' of its answer is not a number from 0 to 1"},
      {"similarity", "97", "the 'similarity' of its answer is not a number from 0 to 1"},
      {"similarity", "1e999", "its answer is not JSON"},
      {"similarity", "NaN", "its answer is not JSON"},
      {"similarity", "0.362", "its decision contradicts its numbers"},
      {"threshold", "", "the 'threshold' of its answer is missing"},
      {"threshold", "0.81", "its decision contradicts its numbers"},
      {"threshold", "0", "its threshold is 0, which every number passes"},
      {"threshold", "null", "the 'threshold' of its answer is not a number from 0 to 1"},
      {"decision", "", "the 'decision' of its answer is missing"},
      {"decision", "\"no_match\"", "its decision contradicts its numbers"},
      {"decision", "\"MATCH\"", "the 'decision' of its answer is not one of the contract's values"},
      {"decision", "\"live\"", "the 'decision' of its answer is not one of the contract's values"},
      {"decision", "true", "the 'decision' of its answer is not a text"},
  };
  for (const Row& row : rows) {
    const std::string body = with(kGoodMatch, row.member, row.value);
    CAPTURE(body);
    CHECK(match_of(body) == row.why);
  }
}

TEST_CASE("a malformed answer is not an answer") {
  const std::string good(kGoodMatch);
  CHECK(match_of(good) == "taken");
  CHECK(match_of("") == "its answer is not JSON");
  CHECK(match_of("<html>") == "its answer is not JSON");
  CHECK(match_of(good + "{}") == "its answer is not JSON");
  CHECK(match_of(good.substr(0, good.size() - 1)) == "its answer is not JSON");
  CHECK(match_of("[" + good + "]") == "its answer is not a JSON object");
  CHECK(match_of(std::string(1'000'000, '[')) == "its answer is not JSON");
  const std::string more = good.substr(0, good.size() - 1);
  CHECK(match_of(more + R"(,"confidence":1})") ==
        "its answer has a member that the contract does not know");
  CHECK(match_of(more + R"(,"decision":"match"})") ==
        "the 'decision' of its answer is there twice");
  CHECK(match_of(more + R"(,"score":0.9})") ==
        "its answer has a member that the contract does not know");
  CHECK(match_of(more + R"(,"reason":"clear"})") == "taken");
  CHECK(match_of(more + R"(,"reason":7})") == "the 'reason' of its answer is not a text");
  CHECK(match_of(more + R"(,"reason":")" + std::string(257, 'x') + "\"}") ==
        "the 'reason' of its answer is too long");
  CHECK(match_of(more + ",\"reason\":\"\xff\"}") == "its answer is not JSON");
}

TEST_CASE("an engine that cannot decide needs no numbers, but may not give wrong ones") {
  const std::string undecided = with(
      with(with(kGoodMatch, "decision", "\"inconclusive\""), "similarity", ""), "threshold", "");
  const auto answer = read_match_answer(undecided, "r1");
  REQUIRE(answer.has_value());
  CHECK(answer->decision == EngineDecision::Inconclusive);
  CHECK_FALSE(answer->score_milli.has_value());
  CHECK(match_of(with(with(kGoodMatch, "decision", "\"inconclusive\""), "similarity", "7")) ==
        "the 'similarity' of its answer is not a number from 0 to 1");
}

TEST_CASE("a description names the engine and what it can, once each") {
  const auto said = [](const std::string& can) {
    return read_engine_description(R"({"contract":1,"engine":"arc","version":"1","can":)" + can +
                                   "}");
  };
  CHECK(said(R"(["match","liveness"])")->offer == EngineCapabilities{true, true});
  CHECK(said(R"(["liveness"])")->offer == EngineCapabilities{false, true});
  CHECK(said("[]")->offer == EngineCapabilities{false, false});
  CHECK(said("[]")->engine == EngineVersion{"arc", "1"});
  for (const char* wrong :
       {R"(["match","match"])", R"(["documents"])", "[1]", "[null]", "{}", "\"match\"", "null"}) {
    CAPTURE(wrong);
    CHECK_FALSE(said(wrong).has_value());
  }
}

TEST_CASE("only a yes passes") {
  const auto found = [](const std::optional<EngineAnswer>& answer) {
    const MatchEvaluation match = match_evaluation(answer);
    const Evaluation liveness = liveness_evaluation(answer);
    REQUIRE(match.checks.size() == 1);
    REQUIRE(liveness.checks.size() == 1);
    CHECK(match.checks[0].check == "FACE_MATCH");
    CHECK(liveness.checks[0].check == "LIVENESS_PRESENTATION_ATTACK");
    CHECK(match.accepted() == liveness.accepted());
    CHECK(match.checks[0].status == liveness.checks[0].status);
    return std::string(name_of(match.checks[0].status)) + " " + match.checks[0].code.value_or("-") +
           " " + liveness.checks[0].code.value_or("-") + (match.accepted() ? "" : " refused");
  };
  EngineAnswer answer{{"arc", "1"}, EngineDecision::Yes, 800, 500};
  CHECK(found(answer) == "PASSED - -");
  answer.decision = EngineDecision::No;
  answer.score_milli = 300;
  CHECK(found(answer) == "FAILED FACE_MISMATCH LIVENESS_NOT_LIVE refused");
  CHECK(match_evaluation(answer).engine == EngineVersion{"arc", "1"});
  CHECK(match_evaluation(answer).checks[0].engine == "arc 1");
  CHECK(liveness_evaluation(answer).checks[0].engine == "arc 1");
  CHECK(match_evaluation(answer).checks[0].value_milli == 300);
  CHECK(match_evaluation(answer).checks[0].threshold_milli == 500);
  answer.decision = EngineDecision::Inconclusive;
  CHECK(found(answer) == "NOT_PERFORMED FACE_NOT_COMPARABLE CHECK_NOT_AVAILABLE");
  CHECK(found(std::nullopt) == "NOT_PERFORMED CHECK_NOT_AVAILABLE CHECK_NOT_AVAILABLE");
}

}  // namespace countersign::http::engine_contract_test
