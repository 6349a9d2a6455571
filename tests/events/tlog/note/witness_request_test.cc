#include "events/tlog/note/witness_request.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "events/tlog/note/checkpoint.h"
#include "events/tlog/tree/line_reader.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/events/tlog/tree/trees.h"

namespace countersign::tlog::witness_request_test {

// From C2SP tlog-witness.
constexpr std::string_view kExample =
    "old 20852014\n"
    "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n"
    "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n"
    "5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n"
    "/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n"
    "\n"
    "example.com/behind-the-sofa\n"
    "20852163\n"
    "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    "\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— example.com/behind-the-sofa "
    "opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/"
    "V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=\n";

TEST_CASE("the request of C2SP tlog-witness is read, and written the same") {
  const auto request = parse_witness_request(kExample);
  REQUIRE(request);
  CHECK(request->old_size == 20852014);
  CHECK(request->proof.size() == 4);
  CHECK(to_text(*request) == kExample);
  const auto note = parse_note(request->checkpoint);
  REQUIRE(note);
  CHECK(note->signatures.size() == 2);
  CHECK(parse_checkpoint(note->text)->size == 20852163);
}

TEST_CASE("a witness follows a log from one checkpoint to the next") {
  const std::vector<Digest> leaves = leaves_of(40);
  StoredTree tree(leaves);
  NaiveTree naive(leaves);
  const SignerKey key = log_key();
  const KnownLog log{"log.example/events", {key.verifier()}};
  Checkpoint seen{log.origin, 0, empty_root(), {}};
  for (const std::uint64_t size : {1, 2, 2, 17, 40}) {
    const std::string text = to_text(Checkpoint{log.origin, size, naive.root(size), {}});
    const WitnessRequest sent{seen.size,
                              *prove_consistency(tree, seen.size, size),
                              to_text({text, {sign_note(key, text)}})};
    const auto request = parse_witness_request(to_text(sent));
    REQUIRE(request);
    CHECK(*request == sent);
    const auto opened = open_checkpoint(request->checkpoint, log);
    REQUIRE(opened);
    const Checkpoint& next = opened->checkpoint;
    CHECK(verify_consistency(seen.size, seen.root, next.size, next.root, request->proof));
    seen = next;
  }
}

TEST_CASE("a request in another notation is refused") {
  const std::string hash = "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n";
  REQUIRE(parse_witness_request("old 0\n\nnote"));
  REQUIRE(parse_witness_request("old 7\n" + hash + "\nnote"));
  for (const std::string& bad : std::vector<std::string>{"",
                                                         "old 0\n",
                                                         "old 0\n\n",
                                                         "old 0\nnote\n\n",
                                                         "old\n\nnote",
                                                         "old \n\nnote",
                                                         "old 00\n\nnote",
                                                         "old 01\n\nnote",
                                                         "old -1\n\nnote",
                                                         "old 0 \n\nnote",
                                                         "old  0\n\nnote",
                                                         "Old 0\n\nnote",
                                                         "size 0\n\nnote",
                                                         "\nold 0\n\nnote",
                                                         "old 9223372036854775808\n\nnote",
                                                         "old 7\r\n" + hash + "\nnote",
                                                         "old 7\n " + hash + "\nnote",
                                                         "old 7\n" + hash.substr(4) + "\nnote",
                                                         "old 7\n" + hash + "note"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_witness_request(bad));
  }
  Proof proof(kProofHashesMax, empty_root());
  CHECK(parse_witness_request("old 7\n" + proof_lines(proof) + "\nnote"));
  proof.push_back(empty_root());
  CHECK_FALSE(parse_witness_request("old 7\n" + proof_lines(proof) + "\nnote"));
  CHECK_FALSE(parse_witness_request("old 0\n\n" + std::string(kNoteBytesMax + 1, 'x')));
}

}  // namespace countersign::tlog::witness_request_test
