// The verifiers of Merkle proofs. The input chooses a small tree and changes an honest proof, which
// must be believed exactly if nothing has changed. Then the input chooses everything.
#include "events/tlog/tree/merkle_proof.h"

#include <algorithm>

#include "core/check.h"
#include "tests/events/tlog/tree/trees.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::merkle_proof_target {

constexpr std::uint64_t kSizeMax = 40;

Digest take_digest(std::string_view& rest) {
  Digest digest{};
  for (auto& byte : digest) byte = take_number<std::uint8_t>(rest);
  return digest;
}

// Makes one change; `rest` gives its operation, its place and its value.
void change(tlog::Proof& proof, std::string_view& rest) {
  const auto operation = take_number<std::uint8_t>(rest);
  const auto place = take_number<std::uint8_t>(rest);
  const auto value = take_number<std::uint8_t>(rest);
  if (operation % 4 == 0) {
    proof.insert(proof.begin() + place % (proof.size() + 1), tlog::leaf_hash("entry"));
    return;
  }
  if (proof.empty()) return;
  const auto at = proof.begin() + place % proof.size();
  if (operation % 4 == 1) proof.erase(at);
  if (operation % 4 == 2) (*at)[value % at->size()] ^= static_cast<std::uint8_t>(1 << value / 32);
  if (operation % 4 == 3) std::iter_swap(at, proof.begin() + value % proof.size());
}

void check_small_tree(std::string_view& rest) {
  static tlog::NaiveTree tree(tlog::leaves_of(kSizeMax));
  const std::uint64_t size = 1 + take_number<std::uint8_t>(rest) % kSizeMax;
  const std::uint64_t index = take_number<std::uint8_t>(rest) % size;
  const std::uint64_t claimed = take_number<std::uint8_t>(rest) % (size + 2);
  const std::uint64_t old_size = take_number<std::uint8_t>(rest) % (size + 1);
  const unsigned changes = take_number<std::uint8_t>(rest) % 3;

  const tlog::Proof path = tree.path(index, size);
  const tlog::Proof proof = old_size == 0 ? tlog::Proof{} : tree.proof(old_size, size);
  tlog::Proof changed_path = path;
  tlog::Proof changed_proof = proof;
  for (unsigned i = 0; i < changes; ++i) {
    std::string_view same = rest;
    change(changed_path, rest);
    change(changed_proof, same);
  }
  const Digest root = tree.root(size);
  check(tlog::verify_inclusion(claimed, size, tree.leaf(index), changed_path, root) ==
            (claimed == index && changed_path == path),
        "an inclusion proof is valid exactly if the index and the path are unchanged");
  check(tlog::verify_consistency(old_size, tree.root(old_size), size, root, changed_proof) ==
            (changed_proof == proof),
        "a consistency proof is valid exactly if the proof is unchanged");
}

void run(std::string_view input) {
  check_small_tree(input);
  const auto a = take_number<std::uint64_t>(input);
  const auto b = take_number<std::uint64_t>(input);
  const Digest from = take_digest(input);
  const Digest to = take_digest(input);
  tlog::Proof proof;
  while (!input.empty() && proof.size() < 70) proof.push_back(take_digest(input));
  const bool included = tlog::verify_inclusion(a, b, from, proof, to);
  check(!included || (a < b && (b > 1 || from == to)),
        "a leaf with a valid proof lies in the tree, and is the root of a tree of size 1");
  const bool consistent = tlog::verify_consistency(a, from, b, to, proof);
  check(!consistent || a <= b, "a tree that is proved consistent with an older tree is no smaller");
  check(!consistent || a != b || from == to,
        "two trees of one size that are proved consistent have the same root");
}

const Target kTarget("merkle_proof", run);

}  // namespace countersign::fuzz::merkle_proof_target
