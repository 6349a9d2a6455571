// The files and messages that a log publishes in addition to its checkpoints: receipts, requests to
// witnesses, paths of tiles, bundles of entries. Each accepted input has only one text form.
#include <string>

#include "core/check.h"
#include "events/audit/export/export_folder.h"
#include "events/tlog/note/proof_file.h"
#include "events/tlog/note/witness_request.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/line_reader.h"
#include "events/tlog/tree/tile.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::log_file_target {

void check_bundle(std::string_view input) {
  const std::uint32_t width = take_number<std::uint16_t>(input);
  const auto entries = tlog::split_bundle(input, width);
  if (!entries) return;
  check(entries->size() == width, "a bundle is split into the requested number of entries");
  std::string again;
  for (const auto entry : *entries) tlog::append_entry(again, entry);
  check(again == input, "appending the entries of a split bundle gives the same bundle");
}

void check_path(std::string_view input) {
  const auto tile = tlog::parse_tile_path(input);
  if (!tile) return;
  check(tlog::path_of(*tile) == input, "a parsed tile path is written back as the same text");
  check(input.find("..") == input.npos && !input.starts_with('/'),
        "the path of a tile has no double dot and no leading slash");
  check(tile->width >= 1 && tile->width <= tlog::kTileWidth,
        "the width of a tile is from 1 to kTileWidth");
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{700}, tlog::kTreeSizeMax}) {
    const std::uint32_t width = tlog::width_in_tree(tile->level, tile->index, size);
    check(width <= tlog::kTileWidth, "the width of a tile in a tree is at most kTileWidth");
    check(tlog::is_in_tree(*tile, size) == (tile->width <= width),
          "a tile is in a tree exactly if the tree's tile at its place is at least as wide");
    (void)export_folder::is_of_tree(input, size);
  }
}

void check_receipt(std::string_view input) {
  static const tlog::SignerKey key = tlog::log_key();
  static const tlog::KnownLog log{key.verifier().name(), {key.verifier()}};
  const auto file = tlog::parse_proof_file(input);
  if (!file) return;
  check(tlog::to_text(*file) == input, "a parsed receipt is written back as the same text");
  check(file->extra.size() <= tlog::kProofExtraBytesMax,
        "the extra data of a receipt have at most kProofExtraBytesMax bytes");
  if (const auto verified = tlog::verify(*file, tlog::leaf_hash("entry 0"), log)) {
    check(file->index < verified->checkpoint.size,
          "the index of a verified receipt is below the size of its checkpoint");
  }
}

void run(std::string_view input) {
  check_bundle(input);
  check_path(input);
  check_receipt(input);
  if (const auto request = tlog::parse_witness_request(input)) {
    check(tlog::to_text(*request) == input,
          "a parsed witness request is written back as the same text");
    check(request->proof.size() <= tlog::kProofHashesMax,
          "the proof of a witness request has at most kProofHashesMax hashes");
  }
  if (const auto number = tlog::parse_decimal(input)) {
    check(std::to_string(*number) == input && *number <= tlog::kTreeSizeMax,
          "a parsed decimal is at most kTreeSizeMax and is written back as the same text");
  }
  if (const auto hash = tlog::parse_hash(input)) {
    check(tlog::proof_lines({*hash}) == std::string(input) + '\n',
          "a parsed hash is written back as the same text");
  }
}

const Target kTarget("log_file", run);

}  // namespace countersign::fuzz::log_file_target
