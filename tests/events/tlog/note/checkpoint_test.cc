#include "events/tlog/note/checkpoint.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/tlog/note/cosignature.h"
#include "tests/events/tlog/note/keys.h"

namespace countersign::tlog::checkpoint_test {

// From C2SP tlog-checkpoint.
constexpr std::string_view kExample =
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

TEST_CASE("a checkpoint has the text of C2SP tlog-checkpoint") {
  const auto checkpoint = parse_checkpoint(kExample);
  REQUIRE(checkpoint);
  CHECK(checkpoint->origin == "example.com/behind-the-sofa");
  CHECK(checkpoint->size == 20852163);
  CHECK(to_base64(checkpoint->root) == "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=");
  CHECK(checkpoint->extensions.empty());
  CHECK(to_text(*checkpoint) == kExample);
}

TEST_CASE("checkpoints of the smallest and largest size and with extensions survive") {
  for (const Checkpoint& checkpoint :
       {Checkpoint{"o", 0, empty_root(), {}},
        Checkpoint{"origin with spaces +", kTreeSizeMax, leaf_hash("a"), {"one", "two 2", " "}}}) {
    CHECK(parse_checkpoint(to_text(checkpoint)) == checkpoint);
  }
}

TEST_CASE("a checkpoint in another notation is refused") {
  const std::string root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
  REQUIRE(parse_checkpoint("o\n1\n" + root + "\n"));
  for (const std::string& bad :
       std::vector<std::string>{"",
                                "\n",
                                "o\n1\n" + root,
                                "\n1\n" + root + "\n",
                                "o\n\n" + root + "\n",
                                "o\n01\n" + root + "\n",
                                "o\n00\n" + root + "\n",
                                "o\n+1\n" + root + "\n",
                                "o\n-1\n" + root + "\n",
                                "o\n1 \n" + root + "\n",
                                "o\n 1\n" + root + "\n",
                                "o\n0x1\n" + root + "\n",
                                "o\n9223372036854775808\n" + root + "\n",
                                "o\n18446744073709551617\n" + root + "\n",
                                "o\n1\n",
                                "o\n1\n\n",
                                "o\n1\n" + root + " \n",
                                "o\n1\n" + root.substr(0, 43) + "\n",
                                "o\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2J=\n",
                                "o\n1\nCsUYapGGPo4dkMgIAUqom_Xajj7h2fB2MPA3j2jxq2I=\n",
                                "o\n1\nCsUY\n",
                                "o\n1\n" + root + "\n\n",
                                "o\n1\n" + root + "\n\nextension\n",
                                "o\n1\n" + root + "\nextension"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_checkpoint(bad));
  }
}

struct Issued {
  SignerKey log = log_key();
  SignerKey witness = witness_key();
  Checkpoint checkpoint{"log.example/events", 7, leaf_hash("root"), {}};

  KnownLog known() const { return {checkpoint.origin, {log.verifier()}}; }
  std::vector<VerifierKey> witnesses() const { return {witness.verifier()}; }
  std::string note(bool by_log = true, bool by_witness = true) const {
    const std::string text = to_text(checkpoint);
    SignedNote note{text, {}};
    if (by_witness) add_signature(note, cosign(witness, text, 1'700'000'000));
    if (by_log) add_signature(note, sign_note(log, text));
    return to_text(note);
  }
};

TEST_CASE("a checkpoint of a known log is opened with those who signed it") {
  const Issued issued;
  const auto opened = open_checkpoint(issued.note(), issued.known(), issued.witnesses());
  REQUIRE(opened);
  CHECK(opened->checkpoint == issued.checkpoint);
  CHECK(opened->endorsements ==
        std::vector<Endorsement>{{issued.log.verifier(), std::nullopt},
                                 {issued.witness.verifier(), 1'700'000'000}});
  CHECK(open_checkpoint(issued.note(), issued.known())->endorsements.size() == 1);
  CHECK(open_checkpoint(issued.note(true, false), issued.known(), issued.witnesses())
            ->endorsements.size() == 1);
}

VerifyError refusal(const Result<VerifiedCheckpoint, VerifyError>& opened) {
  REQUIRE_FALSE(opened);
  return opened.error();
}

TEST_CASE("a witness alone does not make a checkpoint") {
  const Issued issued;
  CHECK(refusal(open_checkpoint(issued.note(false, true), issued.known(), issued.witnesses())) ==
        VerifyError::NotSigned);
}

TEST_CASE("checkpoints are refused for a reason") {
  const Issued issued;
  KnownLog log = issued.known();
  CHECK(refusal(open_checkpoint("no note", log)) == VerifyError::Malformed);
  const std::string text = "no checkpoint\n";
  CHECK(refusal(open_checkpoint(to_text({text, {sign_note(issued.log, text)}}), log)) ==
        VerifyError::Malformed);
  log.origin = "log.example/others";
  CHECK(refusal(open_checkpoint(issued.note(), log)) == VerifyError::WrongOrigin);
  log = issued.known();
  log.keys = {signer(KeyType::Log, "log.example/events", 8).verifier()};
  CHECK(refusal(open_checkpoint(issued.note(), log)) == VerifyError::NotSigned);

  SignedNote note = *parse_note(issued.note());
  note.signatures[0].bytes[20] ^= 1;
  CHECK(refusal(open_checkpoint(to_text(note), issued.known(), issued.witnesses())) ==
        VerifyError::BadSignature);
  CHECK(open_checkpoint(to_text(note), issued.known()));
  note.signatures[1].bytes[20] ^= 1;
  CHECK(refusal(open_checkpoint(to_text(note), issued.known())) == VerifyError::BadSignature);
}

TEST_CASE("a log may change its key: either one will do") {
  const Issued issued;
  KnownLog log = issued.known();
  log.keys.insert(log.keys.begin(), signer(KeyType::Log, "log.example/events", 8).verifier());
  CHECK(open_checkpoint(issued.note(), log));
}

}  // namespace countersign::tlog::checkpoint_test
