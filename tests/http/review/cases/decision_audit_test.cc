// The audit of the decisions that reviewers signed.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include "events/crypto/sha256.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::decision_audit_test {

template <class E>
std::string fault_in(Cases& console, const std::function<void(E&)>& change) {
  return audited(console,
                 [&](RecordedEvent& recorded) {
                   if (auto* event = std::get_if<E>(&recorded.event)) change(*event);
                 })
      .fault;
}

TEST_CASE("the log alone shows that a decision was not the reviewer's") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  REQUIRE(console.look(*anna, id).status == 200);
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  REQUIRE(console.decide(*boss, id, "FAILED", "correction").status == 200);
  const Audited sound = audited(console, [](RecordedEvent&) {});
  CHECK(sound.fault == "");
  CHECK(sound.counts.signed_by_reviewers == 2);
  CHECK(sound.counts.unsigned_by_reviewers == 0);

  const std::string forged = "the signature is not the reviewer's of this decision";
  const std::string lacks = "the decision lacks its reviewer's signature";
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.decision = ReviewDecision::Failed;
        }) == forged);
  CHECK(fault_in<ReviewDecided>(
            console, [](ReviewDecided& decided) { decided.reasons = {"OTHER"}; }) == forged);
  CHECK(fault_in<ReviewDecided>(
            console, [](ReviewDecided& decided) { ++decided.signature->seen; }) == forged);
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.signature->signature = "AAAA";
        }) == forged);
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.signature->client_data = "not base64url";
        }) == forged);
  CHECK(fault_in<ReviewCorrected>(console, [](ReviewCorrected& corrected) {
          corrected.decision = ReviewDecision::Passed;
        }) == forged);
  CHECK(fault_in<ReviewDecided>(
            console, [](ReviewDecided& decided) { decided.signature.reset(); }) == lacks);
  CHECK(fault_in<ReviewCorrected>(
            console, [](ReviewCorrected& corrected) { corrected.signature.reset(); }) == lacks);

  const std::string not_theirs =
      "the reviewer was not registered, was disabled, or had neither the role nor the passkey at "
      "this place";
  CHECK(fault_in<ReviewDecided>(console, [&](ReviewDecided& decided) {
          decided.signature->key_id = boss->passkey.id();
        }) == not_theirs);
  // A role that the reviewer never had, in every event that the reviewer's stream has of it.
  CHECK(fault_in<ReviewerRegistered>(console, [&](ReviewerRegistered& registered) {
          registered.roles = {{ReviewerRole::Auditor, "*"}};
        }) == not_theirs);
  CHECK(audited(console, [&](RecordedEvent& recorded) {
          if (auto* look = std::get_if<ImageViewed>(&recorded.event)) look->reviewer = boss->id;
        }).fault == "the act of a registered reviewer was recorded for somebody else");
  CHECK(audited(console, [&](RecordedEvent& recorded) {
          if (auto* look = std::get_if<ImageViewed>(&recorded.event)) look->reviewer = "anna";
        }).fault == "a registered reviewer's act does not name the reviewer");
}

TEST_CASE("the log of a server verifies with what its decisions were signed over") {
  Cases console(signed_only(2), Rig::Checkpoints::Signed);
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  const std::string second = console.in_review();
  // Over a size that is not the head any more.
  const Cases::Begun begun = console.begin(*bert, id, "PASSED");
  REQUIRE(console.look(*bert, second).status == 200);
  ++bert->passkey.counter;
  REQUIRE(console
              .send_decision(
                  *bert, id, "PASSED", begun.seen, bert->passkey.assert_json(begun.challenge))
              .status == 200);
  const auto decided = console.all_of<ReviewDecided>(id);
  REQUIRE(decided.size() == 2);
  CHECK(decided[0].signature->view->log == tlog::log_key().verifier().name());
  CHECK(decided[1].signature->seen == begun.seen);
  CHECK(console.desk.done("log verify", "{}")["firstError"].IsNull());
}

// The block of the auditors' page that checks decisions.
std::string script_of_page() {
  std::ifstream page(std::filesystem::path(COUNTERSIGN_SOURCE_DIR) / "docs/auditors.md");
  std::string script;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "cat > decisions.mjs <<'EOF'") inside = true;
    if (inside && line == "```") return script;
    if (inside) script += line + "\n";
  }
  return script;
}

// The script's output for the console's log, after `change` was applied to each line.
std::string said_by_script(Cases& console, const std::function<void(std::string&)>& change) {
  const TempFolder folder;
  std::filesystem::create_directories(folder.path() / "exported");
  std::ofstream(folder.path() / "exported/checkpoint") << tlog::log_key().verifier().name() << "\n";
  std::ofstream lines(folder.path() / "exported/events.jsonl");
  for (std::uint64_t n = 1; n <= console.head(); ++n) {
    auto event = console.rig.data().log().find(Sequence(n));
    REQUIRE((event && *event));
    std::string line = (*event)->bytes;
    change(line);
    lines << line << "\n";
  }
  lines.close();
  std::ofstream(folder.path() / "script.sh") << script_of_page();
  const std::string command = "cd '" + folder.path().string() + "' && bash script.sh > out 2>&1";
  (void)!std::system(command.c_str());
  std::ifstream out(folder.path() / "out");
  return {std::istreambuf_iterator<char>(out), {}};
}

void replace_in(std::string& line, std::string_view from, std::string_view to) {
  const std::size_t at = line.find(from);
  if (at != std::string::npos) line.replace(at, from.size(), to);
}

TEST_CASE("a stranger's library of cryptography finds what the audit finds") {
  Cases console(any_purpose(), Rig::Checkpoints::Signed);
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  REQUIRE(console.decide(*boss, id, "FAILED", "correction").status == 200);
  const std::string second = console.in_review();
  REQUIRE(console.send_decision(*anna, second, "PASSED", console.head()).status == 200);
  const std::string sound = said_by_script(console, [](std::string&) {});
  CHECK_MESSAGE(has(sound, R"({"signed":2,"unsigned":1,"wrong":0})"), sound);
  const std::string forged = said_by_script(console, [](std::string& line) {
    if (has(line, R"("type":"ReviewDecided")")) replace_in(line, "PERSON_MATCHES", "OTHER");
  });
  // The correction is signed over a log with the decision as it was.
  CHECK_MESSAGE(has(forged, R"({"signed":0,"unsigned":1,"wrong":2})"), forged);
  const std::string copied = said_by_script(console, [](std::string& line) {
    if (has(line, R"("type":"ReviewerKeyAdded")")) {
      replace_in(line, R"("counter":0)", R"("counter":9)");
    }
  });
  CHECK_MESSAGE(has(copied, R"({"signed":0,"unsigned":1,"wrong":2})"), copied);
  const std::string revoked = said_by_script(console, [](std::string& line) {
    replace_in(line, R"("type":"ReviewerKeyAdded")", R"("type":"ReviewerKeyLost")");
  });
  CHECK_MESSAGE(has(revoked, R"({"signed":0,"unsigned":1,"wrong":2})"), revoked);
}

ClientPolicy telling() {
  ClientPolicy policy = signed_only();
  policy.review_reasons =
      ToldSentences(std::vector<ToldSentence>{{"visit", "Please visit a branch."}});
  return policy;
}

TEST_CASE("the sentence that the person gets is signed, by its name and its words") {
  Cases console(telling(), Rig::Checkpoints::Signed);
  const auto anna = console.person();
  const std::string id = console.in_review();
  console.tell = "visit";
  CHECK(has(console.begin(*anna, id, "FAILED").statement,
            "\ntold visit " + to_hex(sha256("Please visit a branch.")) + "\nnote "));
  REQUIRE(console.decide(*anna, id, "FAILED").status == 200);
  CHECK(console.session(id).review.told->sentence == "Please visit a branch.");
  CHECK(audited(console, [](RecordedEvent&) {}).fault == "");
  CHECK(audited(console, [](RecordedEvent& recorded) {
          const ToldSentence other{"visit", "Please call."};
          if (auto* made = std::get_if<ClientRegistered>(&recorded.event)) {
            if (made->policy.review_reasons)
              made->policy.review_reasons = ToldSentences(std::vector{other});
          }
          if (auto* decided = std::get_if<ReviewDecided>(&recorded.event)) decided->told = other;
        }).fault == "the signature is not the reviewer's of this decision");
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.told->sentence = "Please call.";
        }) == "the client had no such sentence for the person at this place");
  const std::string sound = said_by_script(console, [](std::string&) {});
  CHECK_MESSAGE(has(sound, R"({"signed":1,"unsigned":0,"wrong":0})"), sound);
  const std::string forged = said_by_script(console, [](std::string& line) {
    if (has(line, R"("type":"ReviewDecided")")) replace_in(line, "Please visit", "Please call");
  });
  CHECK_MESSAGE(has(forged, R"({"signed":0,"unsigned":0,"wrong":1})"), forged);
}

TEST_CASE("a sentence that the client changes before the decision is not told under a signature") {
  Cases console(telling());
  const auto anna = console.person();
  const std::string id = console.in_review();
  console.tell = "visit";
  const Cases::Begun begun = console.begin(*anna, id, "FAILED");
  console.desk.done("client change",
                    about(console.client.key,
                          R"(,"reviewReasons":[{"name":"visit","sentence":"Please call."}])"));
  ++anna->passkey.counter;
  const std::string credential = anna->passkey.assert_json(begun.challenge);
  const Answer refused = console.send_decision(*anna, id, "FAILED", begun.seen, credential);
  CHECK(refused.code() == "SVC_REVIEW_SIGNATURE_INVALID");
  CHECK(console.all_of<ReviewDecided>(id).empty());
  REQUIRE(console.decide(*anna, id, "FAILED").status == 200);
  CHECK(console.session(id).review.told->sentence == "Please call.");
}

TEST_CASE("a sentence that is another than the reviewer was shown is not told instead") {
  Cases console(telling());
  const auto anna = console.person();
  const std::string id = console.in_review();
  console.tell = "visit";
  console.shown_sentence = "Please visit a branch.";
  const Cases::Begun begun = console.begin(*anna, id, "FAILED");
  console.desk.done("client change",
                    about(console.client.key,
                          R"(,"reviewReasons":[{"name":"visit","sentence":"Please call."}])"));
  ++anna->passkey.counter;
  const std::string credential = anna->passkey.assert_json(begun.challenge);
  CHECK(console.send_decision(*anna, id, "FAILED", begun.seen, credential).code() ==
        "SVC_REVIEW_CHANGED");
  const Answer again =
      console.act(*anna,
                  id,
                  "/decide/begin",
                  "{" + Cases::choice("FAILED") + R"(,"kind":"decision","noteHash":")" +
                      to_hex(note_hash(Cases::kSalt, console.words_with("")).value()) + "\"" +
                      console.why_member() + "}");
  CHECK(again.code() == "SVC_REVIEW_CHANGED");
  CHECK(console.all_of<ReviewDecided>(id).empty());
  console.shown_sentence = "Please call.";
  REQUIRE(console.decide(*anna, id, "FAILED").status == 200);
  CHECK(console.session(id).review.told->sentence == "Please call.");
}

}  // namespace countersign::http::decision_audit_test
