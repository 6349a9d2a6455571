#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "events/tlog/tree/frontier.h"
#include "events/tlog/tree/merkle_proof.h"
#include "events/tlog/tree/tile_builder.h"

namespace countersign::tlog {

inline std::string entry_of(std::uint64_t index) { return "entry " + std::to_string(index); }

inline std::vector<Digest> leaves_of(std::uint64_t size) {
  std::vector<Digest> leaves;
  for (std::uint64_t i = 0; i < size; ++i) leaves.push_back(leaf_hash(entry_of(i)));
  return leaves;
}

// The tree of RFC 6962 section 2.1, computed literally from all leaves. Hashes of ranges are cached
// to keep the tests fast.
class NaiveTree {
 public:
  explicit NaiveTree(std::vector<Digest> leaves) : leaves_(std::move(leaves)) {}

  const Digest& leaf(std::uint64_t index) const { return leaves_.at(index); }

  // MTH(D[0:n])
  Digest root(std::uint64_t n) { return mth(0, n); }
  // PATH(m, D[0:n])
  Proof path(std::uint64_t m, std::uint64_t n) { return path(m, 0, n); }
  // PROOF(m, D[0:n])
  Proof proof(std::uint64_t m, std::uint64_t n) { return subproof(m, 0, n, true); }

 private:
  static std::uint64_t largest_power_below(std::uint64_t n) {
    std::uint64_t k = 1;
    while (k * 2 < n) k *= 2;
    return k;
  }

  Digest mth(std::uint64_t begin, std::uint64_t end) {
    if (end == begin) return empty_root();
    if (end - begin == 1) return leaves_.at(begin);
    const auto known = known_.find({begin, end});
    if (known != known_.end()) return known->second;
    const std::uint64_t k = largest_power_below(end - begin);
    const Digest hash = node_hash(mth(begin, begin + k), mth(begin + k, end));
    known_[{begin, end}] = hash;
    return hash;
  }

  static Proof plus(Proof proof, const Digest& hash) {
    proof.push_back(hash);
    return proof;
  }

  Proof path(std::uint64_t m, std::uint64_t begin, std::uint64_t end) {
    if (end - begin == 1) return {};
    const std::uint64_t k = largest_power_below(end - begin);
    if (m < k) return plus(path(m, begin, begin + k), mth(begin + k, end));
    return plus(path(m - k, begin + k, end), mth(begin, begin + k));
  }

  Proof subproof(std::uint64_t m, std::uint64_t begin, std::uint64_t end, bool whole) {
    if (m == end - begin) return whole ? Proof() : Proof{mth(begin, end)};
    const std::uint64_t k = largest_power_below(end - begin);
    if (m <= k) return plus(subproof(m, begin, begin + k, whole), mth(begin + k, end));
    return plus(subproof(m - k, begin + k, end, false), mth(begin, begin + k));
  }

  std::vector<Digest> leaves_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Digest> known_;
};

// Stores every hash of a tree as a Frontier completes it.
class StoredTree : public HashReader {
 public:
  explicit StoredTree(const std::vector<Digest>& leaves) {
    for (const Digest& leaf : leaves) {
      std::size_t level = 0;
      for (const Digest& hash : frontier_.append(leaf)) levels_.at(level++).push_back(hash);
    }
  }

  const Frontier& frontier() const { return frontier_; }

  Result<Digest, ReadError> hash(const Subtree& subtree) override {
    const auto& hashes = levels_.at(static_cast<std::size_t>(subtree.level));
    if (subtree.index >= hashes.size()) return ReadError{"not there"};
    return hashes[subtree.index];
  }

 private:
  Frontier frontier_;
  std::array<std::vector<Digest>, kTreeLevels> levels_;
};

// A tree's tiles by path, as a folder would hold them.
class StoredTiles {
 public:
  explicit StoredTiles(const std::vector<Digest>& leaves) {
    const TileBuilder::Sink store = [&](const Tile& tile, std::string_view bytes) {
      tiles[path_of(tile)] = std::string(bytes);
    };
    for (const Digest& leaf : leaves) builder.append(leaf, store);
    builder.partial_tiles(store);
  }

  FetchTile fetcher() const {
    return [this](const Tile& tile) -> Result<std::string, ReadError> {
      const auto found = tiles.find(path_of(tile));
      if (found == tiles.end()) return ReadError{path_of(tile) + " is not there"};
      return found->second;
    };
  }

  TileBuilder builder;
  std::map<std::string, std::string> tiles;
};

}  // namespace countersign::tlog
