#include "events/tree_tiles.h"

#include <fmt/format.h>

#include <utility>

namespace countersign {

tlog::FetchTile tiles_of(const TreeTiles& tiles) {
  return [&tiles](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
    auto bytes = tiles.tile(tile);
    if (bytes && *bytes) return **std::move(bytes);
    return tlog::ReadError{fmt::format(
        "{}: {}", path_of(tile), bytes ? "the tile is missing" : describe(bytes.error()))};
  };
}

}  // namespace countersign
