// The decision of the first of two reviewers is in no answer that anybody else gets before the
// second has decided.
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "events/record/codec.h"
#include "http/call/endpoint.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::hidden_opinion_test {

ClientPolicy of_two(bool unsigned_decisions) {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  policy.unsigned_decisions = unsigned_decisions;
  return policy;
}

// The path of an endpoint, about this session.
std::string path_about(const Endpoint& endpoint, const std::string& session) {
  std::string path(endpoint.path);
  const std::size_t from = path.find('{');
  if (from == std::string::npos) return path;
  return path.replace(from, path.find('}') + 1 - from, session);
}

bool ends_a_login(const Endpoint& endpoint) {
  return endpoint.operation_id == "reviewLogout" || endpoint.operation_id == "reviewEndSession";
}

// The answer of each call of the console to this person, and of each that only reads.
std::vector<std::string> console_answers(Cases& console,
                                         const Cases::Person& who,
                                         const std::string& session) {
  std::vector<std::string> answers;
  const std::string choice = "{" + Cases::choice("PASSED", R"(["OTHER"])");
  for (const Endpoint& endpoint : review_endpoints()) {
    if (is_called_by<by::Browser>(endpoint.handler) || ends_a_login(endpoint)) continue;
    std::string body = "{}";
    if (endpoint.operation_id == "reviewLook") {
      body = R"({"file":")" + console.file_of(session) + R"("})";
    } else if (endpoint.operation_id == "reviewBeginDecision") {
      body = choice + R"(,"noteHash":")" + std::string(64, 'a') + R"("})";
    } else if (endpoint.operation_id == "reviewCorrect") {
      body = choice + R"(,"seen":)" + std::to_string(console.head()) + "}";
    } else if (endpoint.operation_id == "reviewDecide") {
      body = choice + R"(,"seen":1})";  // of a case that has changed since
    }
    const Answer answer =
        console.send(endpoint.method, path_about(endpoint, session), body, who.token);
    std::string text = std::string(endpoint.operation_id) + " " + std::to_string(answer.status);
    for (const auto& [name, value] : answer.headers) text += "\n" + name + ": " + value;
    answers.push_back(text + "\n" + answer.body);
  }
  return answers;
}

// The answer of each call of the API that reads, to the client whose session it is.
std::vector<std::string> api_answers(Cases& console, const std::string& session) {
  std::vector<std::string> answers;
  for (const Endpoint& endpoint : public_endpoints()) {
    if (endpoint.method != Method::Get || !endpoint.path.starts_with("/api/svc/")) continue;
    if (endpoint.path.starts_with("/api/svc/log")) continue;  // of auditors, who read the log
    if (endpoint.path.find("documents/") != std::string_view::npos) continue;
    const Answer answer =
        console.rig.send({.method = Method::Get,
                          .path = path_about(endpoint, session),
                          .headers = {{"x-svc-client-key", console.client.key},
                                      {"x-svc-client-secret", console.client.secret}}});
    answers.push_back(std::string(endpoint.operation_id) + "\n" + answer.body);
  }
  return answers;
}

struct Found {
  std::size_t answers = 0;
  std::size_t ok = 0;
};

// Looks for what only the first opinion can have put into an answer.
Found look_for(const std::vector<std::string>& answers, const std::vector<std::string>& hidden) {
  Found found;
  for (const std::string& answer : answers) {
    ++found.answers;
    if (answer.find(" 200") != std::string::npos) ++found.ok;
    for (const std::string& part : hidden) CHECK_MESSAGE(!has(answer, part), answer);
  }
  return found;
}

TEST_CASE("no answer to the second reviewer has the first one's decision") {
  for (const bool is_signed : {true, false}) {
    Cases console(of_two(!is_signed));
    const auto anna = console.person();
    const std::string id = console.in_review();
    const std::string note = R"(,"note":"the hologram is wrong")";
    if (is_signed) {
      REQUIRE(console.decide(*anna, id, "FAILED", "decision", note).status == 200);
    } else {
      REQUIRE(console.send_decision(*anna, id, "FAILED", console.head(), "null", "decision", note)
                  .status == 200);
    }
    std::vector<std::string> hidden{"hologram",
                                    R"("decision":"FAILED")",
                                    R"("resultStatus":"FAILED")",
                                    R"(["PERSON_MATCHES"])",
                                    "decision FAILED",
                                    R"("sealed")"};
    if (is_signed) {
      const DecisionSignature signature = *console.all_of<ReviewDecided>(id).front().signature;
      hidden.insert(hidden.end(),
                    {signature.client_data, signature.signature, signature.authenticator_data});
    }
    for (const char* role : {"reviewer", "supervisor", "auditor"}) {
      CAPTURE(role);
      const auto second = console.person(role, role);
      const Found found = look_for(console_answers(console, *second, id), hidden);
      CHECK(found.answers >= 20);
      CHECK(found.ok >= 4);
      (void)console.act(*second, id, "/release");
    }
    CHECK(look_for(api_answers(console, id), hidden).answers >= 6);
    CHECK_FALSE(console.session(id).review.decision);
  }
}

TEST_CASE("no answer has a correction that is not settled") {
  for (const bool is_signed : {true, false}) {
    Cases console(of_two(!is_signed));
    const std::string id = console.in_review();
    const auto anna = console.person();
    const auto bert = console.person("bert");
    const auto sofia = console.person("sofia", "supervisor");
    REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
    REQUIRE(console.decide(*bert, id, "PASSED").status == 200);
    const std::string choice = Cases::choice("FAILED", R"(["DOCUMENT_FORGED"])");
    const std::string note = "the hologram is wrong";
    const Answer begun =
        console.act(*sofia,
                    id,
                    "/decide/begin",
                    "{" + choice + R"(,"kind":"correction","noteHash":")" +
                        to_hex(note_hash(Cases::kSalt, console.words_with(note)).value()) + "\"" +
                        console.why_member() + "}");
    const std::string credential =
        is_signed ? sofia->passkey.assert_json(Console::challenge_of(begun)) : "null";
    const Answer given =
        console.act(*sofia,
                    id,
                    "/correct",
                    "{" + choice + R"(,"seen":)" + begun["seen"] + R"(,"note":")" + note + "\"" +
                        console.why_member() + (is_signed ? Cases::salt() : "") +
                        R"(,"credential":)" + credential + "}");
    REQUIRE_MESSAGE(given.status == 200, given.body);
    std::vector<std::string> hidden{"hologram",
                                    R"("decision":"FAILED")",
                                    R"("resultStatus":"FAILED")",
                                    R"(["DOCUMENT_FORGED"])",
                                    "decision FAILED",
                                    R"("sealed")"};
    if (is_signed) {
      const DecisionSignature signature = *console.all_of<ReviewCorrected>(id).front().signature;
      hidden.insert(hidden.end(),
                    {signature.client_data, signature.signature, signature.authenticator_data});
    }
    for (const char* role : {"reviewer", "supervisor", "auditor"}) {
      CAPTURE(role);
      const auto second = console.person(role, role);
      CHECK(look_for(console_answers(console, *second, id), hidden).answers >= 20);
    }
    CHECK(look_for(api_answers(console, id), hidden).answers >= 6);
    CHECK(console.session(id).review.decision == ReviewDecision::Passed);
  }
}

TEST_CASE("a correction is shown when it has settled, and the next one is hidden again") {
  Cases console(of_two(true));
  const std::string id = console.in_review();
  const auto timeline = [&] {
    return console.rig
        .send({.method = Method::Get,
               .path = "/api/svc/session/" + id + "/timeline",
               .headers = {{"x-svc-client-key", console.client.key},
                           {"x-svc-client-secret", console.client.secret}}})
        .body;
  };
  const auto feed = [&] {
    return console.rig
        .send({.method = Method::Get,
               .path = "/api/svc/events?limit=500",
               .headers = {{"x-svc-client-key", console.client.key},
                           {"x-svc-client-secret", console.client.secret}}})
        .body;
  };
  std::vector<std::unique_ptr<Cases::Person>> people;
  for (int i = 0; i < 6; ++i) {
    people.push_back(console.person("person " + std::to_string(i), "supervisor"));
  }
  const auto hidden = [&](int person) {
    return R"("data":{"reviewer":")" + people[person]->id + R"(","opinion":1,"settles":false})";
  };
  REQUIRE(console.decide(*people[0], id, "PASSED").status == 200);
  CHECK(has(timeline(), hidden(0)));
  REQUIRE(console.decide(*people[1], id, "PASSED").status == 200);
  REQUIRE(console.decide(*people[2], id, "FAILED", "correction").status == 200);
  for (const std::string& shown : {timeline(), feed()}) {
    CHECK_FALSE(has(shown, hidden(0)));
    CHECK(has(shown, hidden(2)));
  }
  REQUIRE(console.decide(*people[3], id, "FAILED", "correction").status == 200);
  REQUIRE(console.decide(*people[4], id, "PASSED", "correction").status == 200);
  for (const std::string& shown : {timeline(), feed()}) {
    CHECK_FALSE(has(shown, hidden(2)));
    CHECK(has(shown, hidden(4)));
  }
  REQUIRE(console.decide(*people[5], id, "PASSED", "correction").status == 200);
  for (const std::string& shown : {timeline(), feed()}) CHECK_FALSE(has(shown, hidden(4)));
}

TEST_CASE("no login of the console reads the log's entries") {
  Cases console(of_two(true));
  const auto anna = console.person();
  const std::string id = console.in_review();
  REQUIRE(console.send_decision(*anna, id, "FAILED", console.head()).status == 200);
  for (const char* role : {"reviewer", "supervisor", "auditor"}) {
    const auto who = console.person(role, role);
    for (const std::string& path : {std::string("/api/svc/log/checkpoint"),
                                    std::string("/api/svc/log/tile/entries/000.p/1"),
                                    std::string("/api/svc/events?limit=500"),
                                    "/api/svc/session/" + id + "/timeline"}) {
      CAPTURE(path);
      CHECK(console.get(path, who->token).status == 404);
      const Answer at_the_api =
          console.rig.send({.method = Method::Get,
                            .path = path,
                            .headers = Console::with(Console::own_fields(), who->token)});
      CHECK(at_the_api.status != 200);
    }
  }
}

TEST_CASE("the hash of a hidden opinion does not tell it") {
  Cases console(of_two(true));
  const auto anna = console.person();
  const std::string id = console.in_review();
  REQUIRE(console.send_decision(*anna, id, "FAILED", console.head()).status == 200);
  // The next event of the session has the hash, and a client is shown it.
  const auto bert = console.person("bert");
  REQUIRE(console.act(*bert, id, "/claim").status == 200);
  const auto events = console.events_of(id);
  const StoredEvent& opinion = events[events.size() - 2];
  REQUIRE(std::holds_alternative<ReviewDecided>(opinion.recorded.event));
  CHECK(events.back().recorded.previous == opinion.leaf);
  RecordedEvent guess = opinion.recorded;
  guess.sealed.reset();
  CHECK(encode_stored(guess).leaf != opinion.leaf);
  // The seal is no note.
  REQUIRE(console.send_decision(*bert, id, "FAILED", console.head()).status == 200);
  const Answer result =
      console.rig.send({.method = Method::Get,
                        .path = "/api/svc/session/" + id + "/result",
                        .headers = {{"x-svc-client-key", console.client.key},
                                    {"x-svc-client-secret", console.client.secret}}});
  CHECK(has(result.body, R"("note":null)"));
  CHECK(has(result.body, R"("reviewers":[")" + anna->id + R"(",")" + bert->id + R"("])"));
}

}  // namespace countersign::http::hidden_opinion_test
