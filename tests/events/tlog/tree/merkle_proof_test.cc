#include "events/tlog/tree/merkle_proof.h"

#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

#include "tests/events/tlog/tree/trees.h"

namespace countersign::tlog::merkle_proof_test {

using Random = std::mt19937_64;

std::uint64_t below(Random& random, std::uint64_t bound) { return random() % bound; }

void flip_bit(Random& random, Digest& hash) {
  hash[below(random, hash.size())] ^= static_cast<std::uint8_t>(1U << below(random, 8));
}

TEST_CASE("each inclusion proof up to 300 leaves is the one of RFC 6962 and verifies") {
  const std::vector<Digest> leaves = leaves_of(300);
  NaiveTree naive(leaves);
  StoredTree stored(leaves);
  for (std::uint64_t size = 1; size <= leaves.size(); ++size) {
    const Digest root = naive.root(size);
    for (std::uint64_t index = 0; index < size; ++index) {
      const Result<Proof, ReadError> proof = prove_inclusion(stored, index, size);
      REQUIRE(proof);
      REQUIRE(*proof == naive.path(index, size));
      REQUIRE(verify_inclusion(index, size, leaves[index], *proof, root));
    }
  }
}

TEST_CASE("each consistency proof up to 200 leaves is the one of RFC 6962 and verifies") {
  const std::vector<Digest> leaves = leaves_of(200);
  NaiveTree naive(leaves);
  StoredTree stored(leaves);
  for (std::uint64_t size = 1; size <= leaves.size(); ++size) {
    for (std::uint64_t old_size = 1; old_size <= size; ++old_size) {
      const Result<Proof, ReadError> proof = prove_consistency(stored, old_size, size);
      REQUIRE(proof);
      REQUIRE(*proof == naive.proof(old_size, size));
      REQUIRE(verify_consistency(old_size, naive.root(old_size), size, naive.root(size), *proof));
    }
  }
}

TEST_CASE("a root is read from the hashes of full subtrees") {
  const std::vector<Digest> leaves = leaves_of(70);
  NaiveTree naive(leaves);
  StoredTree stored(leaves);
  for (std::uint64_t size = 0; size <= leaves.size(); ++size) {
    CHECK(read_root(stored, size) == naive.root(size));
  }
  CHECK_FALSE(read_root(stored, 71));
}

TEST_CASE("every tree is consistent with the empty one, without a proof") {
  const Digest empty = empty_root();
  const Digest root = leaf_hash("one");
  StoredTree stored(leaves_of(1));
  CHECK(prove_consistency(stored, 0, 1) == Proof());
  CHECK(prove_consistency(stored, 0, 0) == Proof());
  CHECK(verify_consistency(0, empty, 1, root, {}));
  CHECK(verify_consistency(0, empty, 0, empty, {}));
  CHECK_FALSE(verify_consistency(0, root, 1, root, {}));
  CHECK_FALSE(verify_consistency(0, empty, 0, root, {}));
  CHECK_FALSE(verify_consistency(0, root, 0, root, {}));
  CHECK_FALSE(verify_consistency(0, empty, 1, root, Proof{root}));
}

TEST_CASE("a tree is consistent with itself, and with no other of its size") {
  NaiveTree naive(leaves_of(7));
  CHECK(verify_consistency(7, naive.root(7), 7, naive.root(7), {}));
  CHECK_FALSE(verify_consistency(7, naive.root(7), 7, naive.root(6), {}));
  CHECK_FALSE(verify_consistency(7, naive.root(7), 7, naive.root(7), Proof{naive.root(7)}));
  CHECK_FALSE(verify_consistency(7, naive.root(7), 6, naive.root(6), {}));
}

TEST_CASE("a leaf that is not in the tree has no proof") {
  NaiveTree naive(leaves_of(7));
  CHECK_FALSE(verify_inclusion(7, 7, naive.leaf(6), naive.path(6, 7), naive.root(7)));
  CHECK_FALSE(verify_inclusion(0, 0, naive.leaf(0), {}, naive.root(0)));
  CHECK(verify_inclusion(0, 1, naive.leaf(0), {}, naive.root(1)));
}

TEST_CASE(
    "a proof that is too long or short for the sizes is refused, though it leads to the roots") {
  NaiveTree naive(leaves_of(4));
  const Digest root_2 = naive.root(2);
  const Digest root_3 = naive.root(3);
  const Digest root_4 = naive.root(4);
  const Digest more = leaf_hash("more");
  CHECK_FALSE(verify_inclusion(0, 1, naive.leaf(1), Proof{naive.leaf(0)}, root_2));
  CHECK_FALSE(verify_inclusion(1, 100, naive.leaf(1), naive.path(1, 4), root_4));
  CHECK_FALSE(verify_consistency(2, root_2, 100, root_4, naive.proof(2, 4)));
  Proof longer = naive.proof(3, 4);
  longer.push_back(more);
  CHECK_FALSE(verify_consistency(3, node_hash(more, root_3), 4, node_hash(more, root_4), longer));
}

TEST_CASE("an inclusion proof with anything changed is refused") {
  constexpr std::uint64_t kSize = 777;
  const std::vector<Digest> leaves = leaves_of(kSize);
  NaiveTree naive(leaves);
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t size = 2 + below(random, kSize - 1);
    const std::uint64_t index = below(random, size);
    const Proof good = naive.path(index, size);
    const Digest root = naive.root(size);

    Proof bad = good;
    flip_bit(random, bad[below(random, bad.size())]);
    CHECK_FALSE(verify_inclusion(index, size, leaves[index], bad, root));
    bad = good;
    bad.insert(bad.begin() + static_cast<std::ptrdiff_t>(below(random, bad.size() + 1)),
               leaves[below(random, kSize)]);
    CHECK_FALSE(verify_inclusion(index, size, leaves[index], bad, root));
    bad = good;
    bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(below(random, bad.size())));
    CHECK_FALSE(verify_inclusion(index, size, leaves[index], bad, root));

    const std::uint64_t other = (index + 1 + below(random, size - 1)) % size;
    CHECK_FALSE(verify_inclusion(other, size, leaves[index], good, root));
    CHECK_FALSE(verify_inclusion(index, size, leaves[other], good, root));
    Digest other_root = root;
    flip_bit(random, other_root);
    CHECK_FALSE(verify_inclusion(index, size, leaves[index], good, other_root));
  }
}

TEST_CASE("a consistency proof with anything changed is refused") {
  constexpr std::uint64_t kSize = 777;
  const std::vector<Digest> leaves = leaves_of(kSize);
  NaiveTree naive(leaves);
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t size = 2 + below(random, kSize - 1);
    const std::uint64_t old_size = 1 + below(random, size - 1);
    const Proof good = naive.proof(old_size, size);
    const Digest old_root = naive.root(old_size);
    const Digest root = naive.root(size);
    REQUIRE_FALSE(good.empty());

    Proof bad = good;
    flip_bit(random, bad[below(random, bad.size())]);
    CHECK_FALSE(verify_consistency(old_size, old_root, size, root, bad));
    bad = good;
    bad.insert(bad.begin() + static_cast<std::ptrdiff_t>(below(random, bad.size() + 1)),
               leaves[below(random, kSize)]);
    CHECK_FALSE(verify_consistency(old_size, old_root, size, root, bad));
    bad = good;
    bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(below(random, bad.size())));
    CHECK_FALSE(verify_consistency(old_size, old_root, size, root, bad));

    Digest other = old_root;
    flip_bit(random, other);
    CHECK_FALSE(verify_consistency(old_size, other, size, root, good));
    other = root;
    flip_bit(random, other);
    CHECK_FALSE(verify_consistency(old_size, old_root, size, other, good));
    CHECK_FALSE(verify_consistency(size, old_root, old_size, root, good));
  }
}

TEST_CASE("a log that changed, dropped or swapped an entry has no proof from before") {
  Random random(3);
  const std::vector<Digest> before = leaves_of(300);
  const Digest old_root = NaiveTree(before).root(before.size());
  for (int round = 0; round < 50; ++round) {
    std::vector<Digest> after = before;
    const auto at = static_cast<std::ptrdiff_t>(below(random, before.size() - 1));
    if (round % 3 == 0) flip_bit(random, after[static_cast<std::size_t>(at)]);
    if (round % 3 == 1) after.erase(after.begin() + at);
    if (round % 3 == 2) std::swap(after[static_cast<std::size_t>(at)], after.back());
    while (after.size() < 310) after.push_back(leaf_hash("later"));
    StoredTree stored(after);
    const Result<Proof, ReadError> proof = prove_consistency(stored, before.size(), after.size());
    REQUIRE(proof);
    CHECK_FALSE(verify_consistency(
        before.size(), old_root, after.size(), stored.frontier().root(), *proof));
  }
}

// Made-up hashes, for trees that are too large for any memory.
class ImaginedTree : public HashReader {
 public:
  Result<Digest, ReadError> hash(const Subtree& subtree) override {
    return leaf_hash(std::to_string(subtree.level) + "/" + std::to_string(subtree.index));
  }
};

TEST_CASE("proofs hold up to the largest size") {
  ImaginedTree tree;
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t size = kTreeSizeMax - (round == 0 ? 0 : below(random, kTreeSizeMax - 1));
    const Digest root = *read_root(tree, size);
    // In an imagined tree only proofs along full subtrees are consistent: those of the last leaf of
    // an odd size, and of the older tree that is the largest full subtree.
    const std::uint64_t index = (size - 1) & ~std::uint64_t{1};
    const Proof inclusion = *prove_inclusion(tree, index, index + 1);
    CHECK(verify_inclusion(
        index, index + 1, *tree.hash({0, index}), inclusion, *read_root(tree, index + 1)));
    const std::uint64_t old_size = std::bit_floor(size);
    const Proof consistency = *prove_consistency(tree, old_size, size);
    CHECK(verify_consistency(old_size, *read_root(tree, old_size), size, root, consistency));
  }
}

TEST_CASE("an error of the reader is the error of the proof") {
  StoredTree stored(leaves_of(4));
  CHECK(prove_inclusion(stored, 0, 8) == ReadError{"not there"});
  CHECK(prove_consistency(stored, 3, 8) == ReadError{"not there"});
}

}  // namespace countersign::tlog::merkle_proof_test
