#include "core/session/review/review_statement.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

namespace countersign {
namespace {

ReviewStatement statement() {
  return {.session = SessionId(*parse_uuid("0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11")),
          .decision = ReviewDecision::Passed,
          .reasons = {"DOCUMENT_GENUINE", "PERSON_MATCHES"},
          .seen = 4711};
}

}  // namespace

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
}

}  // namespace countersign
