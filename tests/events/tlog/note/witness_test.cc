#include "events/tlog/note/witness.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "events/tlog/note/cosignature.h"
#include "events/tlog/tree/line_reader.h"
#include "tests/events/tlog/note/witness_fixture.h"

namespace countersign::tlog::witness_test {

using Refusal = std::optional<WitnessRefusal>;

// The decision of a witness whose last cosigned checkpoint is `latest`.
Refusal decide(const std::string& body,
               const std::optional<Checkpoint>& latest,
               const std::vector<KnownLog>& logs = {WitnessedLog::known()}) {
  const auto submission = read_submission(body, logs);
  if (!submission) return submission.error();
  return refusal_of(*submission, latest);
}

TEST_CASE("a log that was never cosigned begins at any size, without a proof") {
  WitnessedLog log(20);
  for (const std::uint64_t size : {0, 1, 7, 20}) {
    CHECK(decide(log.request(0, size), std::nullopt) == Refusal());
  }
  const std::string proven = to_text(WitnessRequest{0, log.proof(3, 20), log.note(20)});
  CHECK(decide(proven, std::nullopt) == WitnessRefusal::Inconsistent);
}

TEST_CASE("only a tree that extends the one cosigned last is cosigned") {
  constexpr std::uint64_t kSize = 33;
  WitnessedLog log(kSize);
  for (std::uint64_t old_size = 0; old_size <= kSize; ++old_size) {
    WitnessedLog fork(kSize, old_size == 0 ? 0 : old_size - 1);
    for (std::uint64_t size = old_size; size <= kSize; ++size) {
      CAPTURE(old_size);
      CAPTURE(size);
      const Checkpoint latest = log.checkpoint(old_size);
      CHECK(decide(log.request(old_size, size), latest) == Refusal());
      if (old_size > 0) {
        CHECK(decide(fork.request(old_size, size), latest) == WitnessRefusal::Inconsistent);
      }
    }
  }
}

TEST_CASE("a proof that is cut, longer, changed or in another order is refused") {
  WitnessedLog log(60);
  const Proof good = log.proof(21, 60);
  REQUIRE(good.size() > 2);
  const auto with = [&](const Proof& proof) {
    return decide(to_text(WitnessRequest{21, proof, log.note(60)}), log.checkpoint(21));
  };
  CHECK(with(good) == Refusal());
  CHECK(with({}) == WitnessRefusal::Inconsistent);
  CHECK(with({good.begin(), good.end() - 1}) == WitnessRefusal::Inconsistent);
  Proof longer = good;
  longer.push_back(good.back());
  CHECK(with(longer) == WitnessRefusal::Inconsistent);
  for (std::size_t i = 0; i < good.size(); ++i) {
    Proof changed = good;
    changed[i][7] ^= 1;
    CHECK(with(changed) == WitnessRefusal::Inconsistent);
  }
  CHECK(with({good.rbegin(), good.rend()}) == WitnessRefusal::Inconsistent);
}

TEST_CASE(
    "an old size that is not that of the tree cosigned last is told apart, whatever its proof") {
  WitnessedLog log(40);
  CHECK(decide(log.request(0, 40), log.checkpoint(30)) == WitnessRefusal::OtherSize);
  CHECK(decide(log.request(29, 40), log.checkpoint(30)) == WitnessRefusal::OtherSize);
  CHECK(decide(log.request(31, 40), log.checkpoint(30)) == WitnessRefusal::OtherSize);
  CHECK(decide(log.request(7, 40), std::nullopt) == WitnessRefusal::OtherSize);
  // A log that was put back to an earlier state.
  CHECK(decide(log.request(20, 20), log.checkpoint(30)) == WitnessRefusal::OtherSize);
  CHECK(decide(log.request(0, 20), log.checkpoint(30)) == WitnessRefusal::OtherSize);
}

TEST_CASE("of one size there is one tree") {
  WitnessedLog log(30);
  WitnessedLog fork(30, 29);
  CHECK(decide(log.request(30, 30), log.checkpoint(30)) == Refusal());
  CHECK(decide(fork.request(30, 30), log.checkpoint(30)) == WitnessRefusal::Inconsistent);
  const std::string proven = to_text(WitnessRequest{30, log.proof(3, 30), log.note(30)});
  CHECK(decide(proven, log.checkpoint(30)) == WitnessRefusal::Inconsistent);
  Checkpoint empty = log.checkpoint(0);
  CHECK(decide(log.request(0, 0), empty) == Refusal());
  empty.root[0] ^= 1;
  const std::string forged =
      to_text(WitnessRequest{0, {}, WitnessedLog::signed_by(log_key(), empty)});
  CHECK(decide(forged, std::nullopt) == WitnessRefusal::Inconsistent);
}

TEST_CASE("an origin that is not followed is unknown, whoever signed") {
  WitnessedLog log(5);
  CHECK(decide(log.request(0, 5), std::nullopt, {}) == WitnessRefusal::UnknownLog);
  const KnownLog other{"other.example", {log_key().verifier()}};
  CHECK(decide(log.request(0, 5), std::nullopt, {other}) == WitnessRefusal::UnknownLog);
}

TEST_CASE("a checkpoint needs a good signature of a key that is trusted for its origin") {
  WitnessedLog log(5);
  const Checkpoint checkpoint = log.checkpoint(5);
  const SignerKey stranger = signer(KeyType::Log, log_key().verifier().name(), 9);
  const auto body_of = [](const std::string& note) { return to_text(WitnessRequest{0, {}, note}); };
  CHECK(decide(body_of(WitnessedLog::signed_by(stranger, checkpoint)), std::nullopt) ==
        WitnessRefusal::NotSigned);

  // A second key of the same log is accepted too.
  KnownLog both = WitnessedLog::known();
  both.keys.push_back(stranger.verifier());
  CHECK(decide(body_of(WitnessedLog::signed_by(stranger, checkpoint)), std::nullopt, {both}) ==
        Refusal());

  // A line in the name of the key, with a signature of another text.
  const std::string text = to_text(checkpoint);
  const std::string other_text = to_text(log.checkpoint(4));
  const SignedNote forged{text, {sign_note(log_key(), other_text)}};
  CHECK(decide(body_of(to_text(forged)), std::nullopt) == WitnessRefusal::NotSigned);
  const SignedNote half{text, {sign_note(log_key(), text), sign_note(log_key(), other_text)}};
  CHECK(decide(body_of(to_text(half)), std::nullopt) == WitnessRefusal::NotSigned);
}

TEST_CASE("lines of strangers are passed over, and not kept") {
  WitnessedLog log(5);
  const std::string text = to_text(log.checkpoint(5));
  const SignerKey stranger = signer(KeyType::Log, "stranger.example", 9);
  SignedNote note{text, {sign_note(stranger, text), sign_note(log_key(), text)}};
  add_signature(note, cosign(witness_key(), text, 9));
  note.signatures.push_back(sign_note(log_key(), text));
  const std::vector<KnownLog> logs{WitnessedLog::known()};
  const auto submission = read_submission(to_text(WitnessRequest{0, {}, to_text(note)}), logs);
  REQUIRE(submission.has_value());
  CHECK(to_text(submission->note) == log.note(5));
}

TEST_CASE("extension lines of a checkpoint are part of what is cosigned") {
  WitnessedLog log(5);
  Checkpoint extended = log.checkpoint(5);
  extended.extensions = {"more"};
  const std::string body =
      to_text(WitnessRequest{0, {}, WitnessedLog::signed_by(log_key(), extended)});
  CHECK(decide(body, std::nullopt) == Refusal());
}

TEST_CASE("a malformed request is refused, and so is an old size beyond the checkpoint's") {
  WitnessedLog log(5);
  const std::string note = log.note(5);
  for (const std::string& body : {std::string(),
                                  std::string("old 0\n"),
                                  "old 0\n" + note,
                                  "old 00\n\n" + note,
                                  "old -1\n\n" + note,
                                  "old 1e2\n\n" + note,
                                  "old  0\n\n" + note,
                                  "new 0\n\n" + note,
                                  "old 0\nnot base64\n\n" + note,
                                  "old 0\r\n\r\n" + note,
                                  "old 0\n\n" + note.substr(0, note.size() - 1),
                                  "old 0\n\n" + note.substr(note.find('\n') + 1),
                                  "old 0\n\n" + note + "\n",
                                  std::string("old 0\n\nlog.example/events\n5\n")}) {
    CAPTURE(body);
    CHECK(decide(body, std::nullopt) == WitnessRefusal::Malformed);
  }
  Proof too_long(kProofHashesMax, empty_root());
  std::string lines = to_text(WitnessRequest{0, too_long, note});
  CHECK(decide(lines, std::nullopt) == WitnessRefusal::Inconsistent);
  lines.insert(lines.find('\n') + 1, proof_lines(Proof{empty_root()}));
  CHECK(decide(lines, std::nullopt) == WitnessRefusal::Malformed);

  const std::string ahead = to_text(WitnessRequest{6, {}, note});
  CHECK(decide(ahead, log.checkpoint(5)) == WitnessRefusal::Malformed);
  CHECK(decide(ahead, std::nullopt) == WitnessRefusal::Malformed);
}

}  // namespace countersign::tlog::witness_test
