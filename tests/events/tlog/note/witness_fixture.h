#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/note/witness_request.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/events/tlog/tree/trees.h"

namespace countersign::tlog {

// A log that can be signed at any size. A forked one has other leaves from index `fork_at` on.
class WitnessedLog {
 public:
  explicit WitnessedLog(std::uint64_t size, std::uint64_t fork_at = kTreeSizeMax)
      : tree_(leaves(size, fork_at)) {}

  Checkpoint checkpoint(std::uint64_t size) {
    return {key_.verifier().name(), size, *read_root(tree_, size), {}};
  }
  std::string note(std::uint64_t size) { return signed_by(key_, checkpoint(size)); }
  Proof proof(std::uint64_t old_size, std::uint64_t size) {
    return *prove_consistency(tree_, old_size, size);
  }
  std::string request(std::uint64_t old_size, std::uint64_t size) {
    return to_text(WitnessRequest{old_size, proof(old_size, size), note(size)});
  }

  static std::string signed_by(const SignerKey& key, const Checkpoint& checkpoint) {
    const std::string text = to_text(checkpoint);
    return to_text(SignedNote{text, {sign_note(key, text)}});
  }
  static KnownLog known() { return {log_key().verifier().name(), {log_key().verifier()}}; }

 private:
  static std::vector<Digest> leaves(std::uint64_t size, std::uint64_t fork_at) {
    std::vector<Digest> leaves = leaves_of(size);
    for (std::uint64_t i = fork_at; i < size; ++i) leaves[i] = leaf_hash("fork " + entry_of(i));
    return leaves;
  }

  StoredTree tree_;
  SignerKey key_ = log_key();
};

}  // namespace countersign::tlog
