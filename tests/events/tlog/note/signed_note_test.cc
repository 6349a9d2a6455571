#include "events/tlog/note/signed_note.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "events/tlog/note/cosignature.h"
#include "tests/events/tlog/note/keys.h"

namespace countersign::tlog::signed_note_test {

// From the documentation of golang.org/x/mod/sumdb/note, and from C2SP signed-note.
constexpr std::string_view kPeterText =
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n";
constexpr std::string_view kPeterLine =
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6"
    "KE6RyyBwJnAM=\n";
constexpr std::string_view kEnochLine =
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WW"
    "d1RvMc+QQ=\n";
constexpr std::string_view kFooVerifier =
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
constexpr std::string_view kFooNote =
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM="
    "\n";

std::string text_with(std::string_view text, std::string_view lines) {
  return std::string(text) + "\n" + std::string(lines);
}

VerifierKey verifier(std::string_view text) { return *VerifierKey::parse(text); }

using Verified = Result<std::vector<Endorsement>, VerifyError>;

Verified verify_text(std::string_view bytes, const std::vector<VerifierKey>& known) {
  const auto note = parse_note(bytes);
  REQUIRE(note);
  return verify_note(*note, known);
}

TEST_CASE("the notes that others have published verify") {
  const VerifierKey peter = verifier(kPeterVerifier);
  const VerifierKey enoch = verifier(kEnochVerifier);
  const std::string both = text_with(kPeterText, std::string(kPeterLine) + std::string(kEnochLine));
  CHECK(verify_text(both, {enoch, peter}) ==
        std::vector<Endorsement>{{peter, std::nullopt}, {enoch, std::nullopt}});
  CHECK(verify_text(both, {enoch}) == std::vector<Endorsement>{{enoch, std::nullopt}});
  CHECK(verify_text(both, {}) == VerifyError::NotSigned);
  CHECK(verify_text(kFooNote, {verifier(kFooVerifier)}));
}

TEST_CASE("a text is signed as others sign it") {
  const auto peter = SignerKey::parse(Secret(kPeterSigner));
  const SignerKey enoch = signer(KeyType::Log, "EnochRoot", 0);
  SignedNote note{std::string(kPeterText), {sign_note(*peter, kPeterText)}};
  CHECK(to_text(note) == text_with(kPeterText, kPeterLine));
  add_signature(note, sign_note(enoch, kPeterText));
  CHECK(to_text(note) == text_with(kPeterText, std::string(kPeterLine) + std::string(kEnochLine)));
  // Signing again replaces the earlier signature.
  add_signature(note, sign_note(*peter, kPeterText));
  CHECK(to_text(note) == text_with(kPeterText, std::string(kEnochLine) + std::string(kPeterLine)));
  CHECK(parse_note(to_text(note)) == note);
}

TEST_CASE("a text of empty lines ends at the last of them") {
  const SignerKey key = log_key();
  for (const std::string text : {"\n", "\n\n", "a\n\nb\n", "a\n\n\n", "— looks like one\n"}) {
    CAPTURE(text);
    const SignedNote note{text, {sign_note(key, text)}};
    const auto parsed = parse_note(to_text(note));
    REQUIRE(parsed);
    CHECK(parsed->text == text);
    CHECK(verify_note(*parsed, std::vector{key.verifier()}));
  }
}

TEST_CASE("a malformed note is refused") {
  const std::string good = text_with(kPeterText, kPeterLine);
  REQUIRE(parse_note(good));
  const std::string line(kPeterLine);
  for (const std::string& bad :
       std::vector<std::string>{"",
                                "\n",
                                "\n\n",
                                std::string(kPeterText),
                                text_with(kPeterText, ""),
                                std::string(kPeterText) + line,
                                good.substr(0, good.size() - 1),
                                good + "\n",
                                good + " ",
                                good + "— PeterNeumann\n",
                                good + "— PeterNeumann \n",
                                good + "— PeterNeumann AAAAAA==\n",  // only a key id
                                good + "— PeterNeumann AAAAAAA\n",   // not padded
                                good + "— PeterNeumann AAAAAAB=\n",  // not canonical
                                good + "— PeterNeumann AAAAA-A=\n",
                                good + "— Peter Neumann AAAAAAA=\n",
                                good + "— Peter+Neumann AAAAAAA=\n",
                                good + "—  AAAAAAA=\n",
                                good + "—PeterNeumann AAAAAAA=\n",
                                good + "- PeterNeumann AAAAAAA=\n",
                                good + " — PeterNeumann AAAAAAA=\n",
                                good + "— PeterNeumann  AAAAAAA=\n",
                                good + "— PeterNeumann AAAAAAA= \n",
                                "\t" + good,
                                "\r" + good,
                                "\xFF" + good,
                                "\xC0\x80" + good,
                                std::string(1, '\0') + good}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_note(bad));
  }
}

TEST_CASE("a note has at most 100 signatures and a million bytes") {
  const std::string text = "text\n";
  SignedNote note{text, {}};
  for (int i = 0; i < 100; ++i) note.signatures.push_back({"name" + std::to_string(i), 1, "x"});
  const std::string most = to_text(note);
  CHECK(parse_note(most) == note);
  CHECK_FALSE(parse_note(most + "— one AAAAAAA=\n"));
  const std::string short_note = text_with(text, kPeterLine);
  CHECK(parse_note(std::string(kNoteBytesMax - short_note.size(), 'x') + short_note));
  CHECK_FALSE(parse_note(std::string(kNoteBytesMax - short_note.size() + 1, 'x') + short_note));
}

TEST_CASE("a bad signature of a known key spoils the note, one of an unknown key does not") {
  const SignerKey key = log_key();
  const SignerKey other = signer(KeyType::Log, "other.example", 3);
  const std::string text = "text\n";
  SignedNote note{text, {sign_note(key, text), sign_note(other, "another text\n")}};
  CHECK(verify_note(note, std::vector{key.verifier()}));
  CHECK(verify_note(note, std::vector{key.verifier(), other.verifier()}) ==
        VerifyError::BadSignature);
  CHECK(verify_note(note, std::vector{other.verifier()}) == VerifyError::BadSignature);
  // A key of which only the name or only the id matches is unknown.
  note.signatures[1] = {key.verifier().name(), other.verifier().id(), "x"};
  CHECK(verify_note(note, std::vector{key.verifier(), other.verifier()}));
  // A second signature of the same key must be good too; the two count as one.
  note.signatures[1] = note.signatures[0];
  CHECK(verify_note(note, std::vector{key.verifier()}).value().size() == 1);
  note.signatures[1].bytes[0] ^= 1;
  CHECK(verify_note(note, std::vector{key.verifier()}) == VerifyError::BadSignature);
}

TEST_CASE("no note with a bit changed verifies") {
  const SignerKey log = log_key();
  const SignerKey witness = witness_key();
  const std::string text = "log.example/events\n1\nroot\n";
  const std::string good =
      to_text({text, {sign_note(log, text), cosign(witness, text, 1'700'000'000)}});
  const std::vector<VerifierKey> known{log.verifier(), witness.verifier()};
  REQUIRE(verify_note(*parse_note(good), known).value().size() == 2);
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    const auto note = parse_note(bad);
    // With a changed name or id the signature is of an unknown key; the other signature must still
    // verify.
    if (!note) continue;
    const Verified verified = verify_note(*note, known);
    if (verified) CHECK(verified->size() == 1);
    if (verified) CHECK(note->text == text);
  }
}

TEST_CASE("a cosignature says when, and is of that checkpoint, time and key alone") {
  const SignerKey key = witness_key();
  const std::string text = "log.example/events\n0\nroot\n";
  CHECK(cosigned_message(1679315147, text) ==
        "cosignature/v1\ntime 1679315147\nlog.example/events\n0\nroot\n");
  const NoteSignature signature = cosign(key, text, 1679315147);
  CHECK(signature.bytes.size() == 72);
  const VerifierKey verifier = key.verifier();
  CHECK(verify_cosignature(verifier, text, signature.bytes) == 1679315147);
  CHECK_FALSE(verify_cosignature(verifier, "log.example/events\n1\nroot\n", signature.bytes));
  CHECK_FALSE(verify_cosignature(verifier, text, signature.bytes.substr(0, 71)));
  CHECK_FALSE(verify_cosignature(verifier, text, signature.bytes.substr(0, 7)));
  CHECK_FALSE(verify_cosignature(
      signer(KeyType::Witness, key.verifier().name(), 9).verifier(), text, signature.bytes));
  CHECK_FALSE(verify_cosignature(
      signer(KeyType::Log, key.verifier().name(), 2).verifier(), text, signature.bytes));
  for (std::size_t at = 0; at < signature.bytes.size(); ++at) {
    std::string bad = signature.bytes;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    CHECK_FALSE(verify_cosignature(verifier, text, bad));
  }
}

TEST_CASE("a time of 2^63 seconds is refused, even if it was signed") {
  const SignerKey key = witness_key();
  const std::string text = "log.example/events\n0\nroot\n";
  constexpr std::uint64_t kTooLate = std::uint64_t{1} << 63;
  CHECK(verify_cosignature(key.verifier(), text, cosign(key, text, kTooLate - 1).bytes));
  const Ed25519Signature made = key.sign(cosigned_message(kTooLate, text));
  const std::string bytes = '\x80' + std::string(7, '\0') + std::string(text_of(made));
  CHECK_FALSE(verify_cosignature(key.verifier(), text, bytes));
}

TEST_CASE("signature lines are read alone, as a witness answers") {
  const SignerKey key = witness_key();
  const std::vector<NoteSignature> signatures{cosign(key, "a\n", 5), {"other.example", 7, "x"}};
  const std::string lines = to_text(signatures);
  CHECK(parse_signatures(lines) == signatures);
  CHECK_FALSE(parse_signatures(""));
  CHECK_FALSE(parse_signatures("\n" + lines));
  CHECK_FALSE(parse_signatures(lines + "\n"));
  CHECK_FALSE(parse_signatures(lines.substr(0, lines.size() - 1)));
}

}  // namespace countersign::tlog::signed_note_test
