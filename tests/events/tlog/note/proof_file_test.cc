#include "events/tlog/note/proof_file.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "events/tlog/note/cosignature.h"
#include "events/tlog/tree/line_reader.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/events/tlog/tree/trees.h"

namespace countersign::tlog::proof_file_test {

const KnownLog kLog{"log.example/events", {log_key().verifier()}};

// The receipt for an entry of a tree of `size` leaves, from a log with one witness.
ProofFile receipt(std::uint64_t index, std::uint64_t size) {
  StoredTree tree(leaves_of(size));
  const std::string text = to_text(Checkpoint{kLog.origin, size, tree.frontier().root(), {}});
  const SignedNote note{text, {sign_note(log_key(), text), cosign(witness_key(), text, 9)}};
  return {index, *prove_inclusion(tree, index, size), to_text(note), {}};
}

TEST_CASE("a receipt proves its entry, and names who vouches for it") {
  const ProofFile file = receipt(5, 11);
  const std::vector<VerifierKey> witnesses{witness_key().verifier()};
  const auto verified = verify(file, leaf_hash(entry_of(5)), kLog, witnesses);
  REQUIRE(verified);
  CHECK(verified->checkpoint.size == 11);
  CHECK(verified->endorsements.size() == 2);
  const auto refused = verify(file, leaf_hash(entry_of(6)), kLog);
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == VerifyError::NotIncluded);
}

TEST_CASE("a receipt has the text of C2SP tlog-proof") {
  ProofFile file = receipt(2, 3);
  REQUIRE(file.proof.size() == 1);
  const std::string tail = proof_lines(file.proof) + "\n" + file.checkpoint;
  CHECK(to_text(file) == "c2sp.org/tlog-proof@v1\nindex 2\n" + tail);
  file.extra = "more";
  CHECK(to_text(file) == "c2sp.org/tlog-proof@v1\nextra bW9yZQ==\nindex 2\n" + tail);
}

TEST_CASE("receipts of every entry survive their text") {
  for (const std::uint64_t size : {1, 2, 7, 8}) {
    for (std::uint64_t index = 0; index < size; ++index) {
      ProofFile file = receipt(index, size);
      file.extra.assign(index, '\xff');
      const auto parsed = parse_proof_file(to_text(file));
      REQUIRE(parsed);
      CHECK(*parsed == file);
      CHECK(verify(*parsed, leaf_hash(entry_of(index)), kLog));
    }
  }
}

TEST_CASE("a receipt in another notation is refused") {
  const ProofFile file = receipt(2, 7);
  const std::string hashes = proof_lines(file.proof);
  const std::string head = "c2sp.org/tlog-proof@v1\n";
  const std::string tail = hashes + "\n" + file.checkpoint;
  REQUIRE(parse_proof_file(head + "index 2\n" + tail));
  for (const std::string& bad :
       std::vector<std::string>{"",
                                head,
                                head + tail,
                                head + "index 2\n",
                                head + "index 2\n" + hashes,
                                head + "index 2\n" + hashes + "\n",
                                head + "index 2\n" + hashes + file.checkpoint,
                                "index 2\n" + tail,
                                "c2sp.org/tlog-proof@v2\nindex 2\n" + tail,
                                " " + head + "index 2\n" + tail,
                                head + "index 02\n" + tail,
                                head + "index -2\n" + tail,
                                head + "index  2\n" + tail,
                                head + "index\n" + tail,
                                head + "index 9223372036854775807\n" + tail,
                                head + "Index 2\n" + tail,
                                head + "extra \nindex 2\n" + tail,
                                head + "extra\nindex 2\n" + tail,
                                head + "extra A\nindex 2\n" + tail,
                                head + "extra AB==\nindex 2\n" + tail,
                                head + "extra AA==\nextra AA==\nindex 2\n" + tail,
                                head + "index 2\nextra AA==\n" + tail,
                                head + "index 2\n\n" + hashes,
                                head + "index 2\n" + hashes.substr(1) + "\n" + file.checkpoint}) {
    CAPTURE(bad);
    const auto parsed = parse_proof_file(bad);
    // Some of these parse, because the rest of the text is taken for the checkpoint; verify()
    // refuses them.
    CHECK_FALSE((parsed && verify(*parsed, leaf_hash(entry_of(2)), kLog)));
  }
  Proof long_proof(kProofHashesMax, empty_root());
  CHECK(parse_proof_file(head + "index 2\n" + proof_lines(long_proof) + "\n" + file.checkpoint));
  long_proof.push_back(empty_root());
  CHECK_FALSE(
      parse_proof_file(head + "index 2\n" + proof_lines(long_proof) + "\n" + file.checkpoint));
}

TEST_CASE("no receipt with a bit changed proves the entry, but for who else has signed") {
  const std::string good = to_text(receipt(4, 11));
  const Digest leaf = leaf_hash(entry_of(4));
  const std::vector<VerifierKey> witnesses{witness_key().verifier()};
  REQUIRE(verify(*parse_proof_file(good), leaf, kLog, witnesses)->endorsements.size() == 2);
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    const auto parsed = parse_proof_file(bad);
    if (!parsed) continue;
    const auto verified = verify(*parsed, leaf, kLog, witnesses);
    if (verified) CHECK(verified->endorsements.size() == 1);
  }
}

}  // namespace countersign::tlog::proof_file_test
