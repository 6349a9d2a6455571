#include "events/rocks/reading/tile_reader.h"

#include <functional>
#include <string_view>
#include <utility>

#include "events/record/codec.h"
#include "events/record/log_record.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/tile_nodes.h"

namespace countersign {
namespace {

// Gives `sink` the stored bytes of the events under a tile of level 0, in order.
std::optional<StoreError> each_entry(const RocksDatabase& database,
                                     const tlog::Tile& tile,
                                     const std::function<void(std::string_view bytes)>& sink) {
  const std::uint64_t first = tile.index * tlog::kTileWidth + 1;
  for (std::uint64_t i = 0; i < tile.width; ++i) {
    const auto bytes = database.get(Family::Events, log_record::sequence_key(Sequence(first + i)));
    if (!bytes) return bytes.error();
    if (!*bytes) return StoreError::Corrupt;
    sink(**bytes);
  }
  return std::nullopt;
}

Result<std::string, StoreError> read_entries(const RocksDatabase& database,
                                             const tlog::Tile& tile) {
  std::string bundle;
  const auto error = each_entry(
      database, tile, [&](std::string_view bytes) { tlog::append_entry(bundle, bytes); });
  if (error) return *error;
  return bundle;
}

Result<std::string, StoreError> hash_entries(const RocksDatabase& database,
                                             const tlog::Tile& tile) {
  std::string hashes;
  const auto error = each_entry(
      database, tile, [&](std::string_view bytes) { hashes += text_of(tlog::leaf_hash(bytes)); });
  if (error) return *error;
  return hashes;
}

}  // namespace

Result<std::string, StoreError> read_tile(const RocksDatabase& database, const tlog::Tile& tile) {
  if (tile.level == tlog::Tile::kEntries) return read_entries(database, tile);
  auto stored = database.get(Family::Tree, log_record::tile_key(tile));
  if (!stored) return stored.error();
  const std::size_t size = tile.width * tlog::kHashBytes;
  if (*stored && (*stored)->size() >= size) return (*stored)->substr(0, size);
  if (tile.level == 0 && !tile.is_full()) return hash_entries(database, tile);
  return StoreError::Corrupt;
}

Result<LogTree, tlog::ReadError> open_tree(const RocksDatabase& database, const LogHead& head) {
  const auto fetch = [&](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
    auto bytes = read_tile(database, tile);
    if (bytes) return *std::move(bytes);
    return tlog::ReadError{tlog::path_of(tile) + ": " + std::string(describe(bytes.error()))};
  };
  return LogTree::open(head.sequence.value(), head.root, fetch);
}

}  // namespace countersign
