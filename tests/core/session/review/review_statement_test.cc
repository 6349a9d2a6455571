#include "core/session/review/review_statement.h"

#include <doctest/doctest.h>

#include <array>
#include <set>
#include <string>
#include <utility>

namespace countersign::review_statement_test {

ReviewStatement statement() {
  return {.session = SessionId(*parse_uuid("0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11")),
          .decision = ReviewDecision::Passed,
          .reasons = {"DOCUMENT_GENUINE", "PERSON_MATCHES"},
          .seen = 4711};
}

ReviewStatement statement_v2() {
  ReviewStatement made = statement();
  made.view = SignedView{"log.example/countersign", Sha256(Digest{0xa1}), Sha256(Digest{0xd4})};
  made.files = {Sha256(Digest{0xb2}), Sha256(Digest{0xc3})};
  return made;
}

std::string zeros() { return std::string(62, '0'); }

// Signatures in the field are over these bytes. They never change; another form gets another first
// line.
TEST_CASE("a decision is signed as these bytes") {
  CHECK(text_of(statement()) ==
        "countersign review v1\n"
        "session 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11\n"
        "decision PASSED\n"
        "reasons DOCUMENT_GENUINE,PERSON_MATCHES\n"
        "seen 4711\n"
        "kind decision\n");
}

TEST_CASE("a statement names what was not looked at, and has no line of it otherwise") {
  ReviewStatement looked = statement_v2();
  CHECK(text_of(looked).find("without-look") == std::string::npos);
  looked.not_looked_at = {FileId(*parse_uuid("7c0e1f7a-2b1d-4c1e-9a55-0d3b8a6f5e21"))};
  const std::string text = text_of(looked);
  CHECK(text.find("\nwithout-look 7c0e1f7a-2b1d-4c1e-9a55-0d3b8a6f5e21\ndecision PASSED\n") !=
        std::string::npos);
}

TEST_CASE("a correction is signed as these bytes") {
  ReviewStatement correction = statement();
  correction.decision = ReviewDecision::Failed;
  correction.reasons = {};
  correction.seen = 0;
  correction.kind = ReviewStatement::Kind::Correction;
  CHECK(text_of(correction) ==
        "countersign review v1\n"
        "session 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11\n"
        "decision FAILED\n"
        "reasons -\n"
        "seen 0\n"
        "kind correction\n");
}

TEST_CASE("a decision is signed with the log and the pictures as they were seen") {
  CHECK(text_of(statement_v2()) ==
        "countersign review v2\n"
        "log log.example/countersign\n"
        "size 4711\n"
        "root a1" +
            zeros() +
            "\n"
            "session 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11\n"
            "file b2" +
            zeros() + "\nfile c3" + zeros() +
            "\n"
            "decision PASSED\n"
            "reasons DOCUMENT_GENUINE,PERSON_MATCHES\n"
            "note d4" +
            zeros() +
            "\n"
            "kind decision\n");
  ReviewStatement bare = statement_v2();
  bare.view->log = "";
  bare.files = {};
  bare.reasons = {};
  bare.kind = ReviewStatement::Kind::Correction;
  CHECK(text_of(bare).starts_with("countersign review v2\nlog -\nsize 4711\n"));
  CHECK(text_of(bare).find("\nsession 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11\ndecision PASSED\n"
                           "reasons -\n") != std::string::npos);
  CHECK(text_of(bare).ends_with("\nkind correction\n"));
}

TEST_CASE("statements that differ in anything have different bytes") {
  std::set<std::string> texts{text_of(statement())};
  const auto with = [&](auto change) {
    ReviewStatement other = statement();
    change(other);
    CHECK(texts.insert(text_of(other)).second);
  };
  with([](ReviewStatement& s) { s.session = SessionId(Uuid{1}); });
  with([](ReviewStatement& s) { s.decision = ReviewDecision::Failed; });
  with([](ReviewStatement& s) { s.reasons = {"PERSON_MATCHES", "DOCUMENT_GENUINE"}; });
  with([](ReviewStatement& s) { s.reasons = {"DOCUMENT_GENUINE"}; });
  with([](ReviewStatement& s) { s.reasons = {}; });
  with([](ReviewStatement& s) { s.seen = 4712; });
  with([](ReviewStatement& s) { s.seen = 471; });
  with([](ReviewStatement& s) { s.kind = ReviewStatement::Kind::Correction; });
  const auto with_view = [&](auto change) {
    ReviewStatement other = statement_v2();
    change(other);
    CHECK(texts.insert(text_of(other)).second);
  };
  with_view([](ReviewStatement&) {});
  with_view([](ReviewStatement& s) { s.session = SessionId(Uuid{1}); });
  with_view([](ReviewStatement& s) { s.decision = ReviewDecision::Failed; });
  with_view([](ReviewStatement& s) { s.reasons = {"DOCUMENT_GENUINE"}; });
  with_view([](ReviewStatement& s) { s.seen = 4712; });
  with_view([](ReviewStatement& s) { s.kind = ReviewStatement::Kind::Correction; });
  with_view([](ReviewStatement& s) { s.view->log = "log.example/another"; });
  with_view([](ReviewStatement& s) { s.view->root = Sha256(Digest{0xa2}); });
  with_view([](ReviewStatement& s) { s.view->note = Sha256(Digest{0xd5}); });
  with_view([](ReviewStatement& s) { s.files.pop_back(); });
  with_view([](ReviewStatement& s) { std::swap(s.files[0], s.files[1]); });
}

TEST_CASE("a decision that asks again is signed with its steps and the hash of its words") {
  ReviewStatement asking = statement_v2();
  asking.decision = ReviewDecision::Resubmit;
  asking.reasons = {};
  asking.again = AskedAgain{{Step::Document, Step::Liveness}, Sha256(Digest{0xe5}), std::nullopt};
  CHECK(text_of(asking).find("\ndecision RESUBMIT\nsteps DOCUMENT,LIVENESS\nwords e5" + zeros() +
                             "\nreasons -\nnote d4") != std::string::npos);
  ReviewStatement wordless = asking;
  wordless.again->words.reset();
  CHECK(text_of(wordless).find("\nwords -\n") != std::string::npos);
  ReviewStatement fewer = asking;
  fewer.again->steps = {Step::Document};
  CHECK(text_of(fewer) != text_of(asking));
}

}  // namespace countersign::review_statement_test
