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

// Gives the bytes of a tile, from a folder, a database or a network.
// Nothing that it gives is believed.
using FetchTile = std::function<Result<std::string, ReadError>(const Tile&)>;

// The tree of a size and root that the caller trusts, read from tiles that nobody has to
// trust: a hash leaves only after its tile was found to belong to the root. The partial tiles
// are held from the start, and of each level the full tile that was read last, so memory does
// not grow with the tree and reading in order fetches each tile once.
//
// One thread at a time; movable. `fetch` is called for tiles of the tree of `size` leaves, with
// their width in it, and must answer with exactly width * kHashBytes bytes.
class TileTree : public HashReader {
 public:
  // Reads the partial tiles, at most kTileLevels, and compares their root.
  static Result<TileTree, ReadError> open(std::uint64_t size, const Digest& root, FetchTile fetch);

  std::uint64_t size() const { return size_; }
  // Here a subtree outside the tree is an error too, not a bug.
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
