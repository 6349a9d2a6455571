#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "events/audit/spill/spill_file.h"
#include "events/tlog/tree/merkle_proof.h"
#include "events/tlog/tree/tile_builder.h"
#include "events/tlog/tree/tile_nodes.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {

// The tree of the events that an earlier audit read: its root is trusted, its tiles are not.
struct EarlierTree {
  std::uint64_t size = 0;
  Digest root{};
  tlog::FetchTile fetch{};  // called by any thread
};

// The tiles of a tree, put aside while the tree grows, for the roots of its earlier sizes. The
// caller computed each tile itself, so nothing here is verified again.
//
// One thread calls take() and end(); afterwards any number of SpilledTrees read. After a failure of
// the file nothing is put aside any more.
class SpilledTiles {
 public:
  // REQUIRES: `file` outlives it.
  explicit SpilledTiles(SpillFile& file) : file_(&file) {}

  // The tree goes on behind so many leaves: it gives no tile that was full by then. REQUIRES: no
  // tile was taken.
  void begin_behind(std::uint64_t size);
  // Takes a full tile. REQUIRES: the tiles of a level come in their order.
  void take(const tlog::Tile& tile, std::string_view hashes);
  // Takes the tiles at the right edge. REQUIRES: `tree` completed the tiles before.
  void end(const tlog::TileBuilder& tree);

 private:
  friend class SpilledTree;
  // As many tiles as fit into a block of a reasonable size; the last one of a level may be partial.
  static constexpr std::size_t kTilesABlock = 16;
  static constexpr std::size_t kTileBytes = tlog::kTileWidth * tlog::kHashBytes;

  struct Level {
    std::string buffer{};
    std::vector<SpillBlock> blocks{};
    std::uint64_t first = 0;  // the index of the first tile
  };

  void write(Level& level);

  SpillFile* file_;
  std::array<Level, tlog::kTileLevels> levels_;
};

// A reader of SpilledTiles, with a small cache. One thread at a time.
class SpilledTree : public tlog::HashReader {
 public:
  // REQUIRES: `tiles` has ended, and outlives it.
  // `earlier` outlives it as well, and is the tree behind which the tiles begin; null: they begin
  // with the log.
  explicit SpilledTree(const SpilledTiles& tiles, const EarlierTree* earlier = nullptr)
      : tiles_(&tiles), earlier_(earlier) {}

  Result<Digest, tlog::ReadError> hash(const tlog::Subtree& subtree) override;
  // The root of the first `size` leaves; nullopt if the file has failed, or unread() says why.
  std::optional<Digest> root(std::uint64_t size);
  // Why a tile of the earlier tree could not be read, or is not of this tree.
  const std::optional<tlog::ReadError>& unread() const { return unread_; }

 private:
  struct Held {
    std::uint64_t index = 0;
    std::optional<tlog::TileNodes> nodes{};
  };

  Result<Digest, tlog::ReadError> earlier_hash(const tlog::Subtree& subtree);

  const SpilledTiles* tiles_;
  const EarlierTree* earlier_;
  std::optional<tlog::TileTree> before_;  // once it is needed
  std::optional<tlog::ReadError> unread_;
  std::array<Held, tlog::kTileLevels> held_;
};

}  // namespace countersign
