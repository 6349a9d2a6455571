#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/result.h"
#include "events/tlog/tree/merkle_proof.h"
#include "events/tlog/tree/tile_nodes.h"

namespace countersign::tlog {

// Returns the bytes of a tile, from a folder, a database or a network. The bytes are not trusted.
using FetchTile = std::function<Result<std::string, ReadError>(const Tile&)>;

// A tree whose size and root the caller trusts, read from tiles that need no trust: returns a hash
// only after it has verified that the tile of the hash belongs to the root. Holds the partial tiles
// from the start, and for each level the full tile that was read last. So memory does not grow with
// the tree, and reading in order fetches each tile once.
//
// One thread at a time; movable. Calls `fetch` for tiles of the tree of `size` leaves, with their
// width in that tree; the answer must have exactly width * kHashBytes bytes.
class TileTree : public HashReader {
 public:
  // Reads the partial tiles, at most kTileLevels, and compares their root with `root`.
  static Result<TileTree, ReadError> open(std::uint64_t size, const Digest& root, FetchTile fetch);

  std::uint64_t size() const { return size_; }
  // Unlike HashReader, returns an error for a subtree outside the tree.
  Result<Digest, ReadError> hash(const Subtree& subtree) override;

 private:
  using Nodes = std::shared_ptr<const TileNodes>;
  struct Held {
    std::uint64_t index = 0;
    Nodes nodes;
  };

  TileTree(std::uint64_t size, FetchTile fetch) : size_(size), fetch_(std::move(fetch)) {}

  Result<Nodes, ReadError> fetch_nodes(const Tile& tile) const;
  Result<Nodes, ReadError> nodes_of(int level, std::uint64_t index);

  std::uint64_t size_;
  FetchTile fetch_;
  std::array<Nodes, kTileLevels> partial_;
  std::array<Held, kTileLevels> full_;
};

}  // namespace countersign::tlog
