#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/held_folder.h"
#include "core/result.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/tree/tile.h"
#include "events/tlog/tree/tile_tree.h"

// An exported log: a folder in the layout of C2SP tlog-tiles, with further files for an auditor.
//
//   checkpoint             signed note: which tree this is
//   tile/<L>/<N>[.p/<W>]   the tree's hashes
//   tile/entries/<N>[.p/<W>]  the events, as the entries of the tree's leaves
//   events.jsonl           the same events, one per line; leaf i is that of sequence i + 1
//   vkeys.txt              who signs, one verifier key per line; the first one's name is the origin
//   checkpoints/<size>     earlier checkpoints of this folder, the size as 20 digits
//   unfinished             exists only during an export: the text, unsigned, of a checkpoint up to
//                          which everything exists and is durable
namespace countersign::export_folder {

inline constexpr std::string_view kCheckpoint = "checkpoint";
inline constexpr std::string_view kCheckpoints = "checkpoints";
inline constexpr std::string_view kEvents = "events.jsonl";
inline constexpr std::string_view kTiles = "tile";
inline constexpr std::string_view kUnfinished = "unfinished";
inline constexpr std::string_view kVerifierKeys = "vkeys.txt";

// `checkpoints/00000000000000000700`
std::string path_of_older(std::uint64_t size);

// True if `path` is a tile or bundle of the tree of `size` leaves, with the width that it has
// there.
bool is_of_tree(std::string_view path, std::uint64_t size);

// One key per line, as in vkeys.txt. parse_keys() returns a sentence if the text is invalid.
std::string to_text(std::span<const tlog::VerifierKey> keys);
Result<std::vector<tlog::VerifierKey>, std::string> parse_keys(std::string_view text);

// The log that the first key names, with all keys of that name, and the witnesses among the keys.
struct Signers {
  tlog::KnownLog log;
  std::vector<tlog::VerifierKey> witnesses;
};
// REQUIRES: at least one key.
Signers signers_of(std::span<const tlog::VerifierKey> keys);

// Reads a whole file. Returns a sentence if it is missing, is not a regular file, cannot be read,
// or is longer than `bytes_max`. A file in a folder that anybody may have made is opened beneath
// that folder; a file that an operator named may be reached by links.
Result<std::string, tlog::ReadError> read_file(const HeldFolder& folder,
                                               std::string_view name,
                                               std::size_t bytes_max);
Result<std::string, tlog::ReadError> read_file(const std::filesystem::path& path,
                                               std::size_t bytes_max);

// Fetches tiles of the folder for TileTree and TileBuilder. REQUIRES: `folder` outlives the result.
tlog::FetchTile tiles_of(const HeldFolder& folder);

}  // namespace countersign::export_folder
