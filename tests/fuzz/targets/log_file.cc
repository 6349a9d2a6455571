// What a log publishes beside its checkpoints: receipts, requests to witnesses, paths of tiles,
// bundles of entries. Whatever is read has only one text form.
#include <string>

#include "core/check.h"
#include "events/audit/export/export_folder.h"
#include "events/tlog/note/proof_file.h"
#include "events/tlog/note/witness_request.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/line_reader.h"
#include "events/tlog/tree/tile.h"
#include "tests/events/tlog/keys.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void check_bundle(std::string_view input) {
  const std::uint32_t width = take_number<std::uint16_t>(input);
  const auto entries = tlog::split_bundle(input, width);
  if (!entries) return;
  check(entries->size() == width, "a bundle has as many entries as was said");
  std::string again;
  for (const auto entry : *entries) tlog::append_entry(again, entry);
  check(again == input, "a bundle has nothing else");
}

void check_path(std::string_view input) {
  const auto tile = tlog::parse_tile_path(input);
  if (!tile) return;
  check(tlog::path_of(*tile) == input, "a tile has one path");
  check(input.find("..") == input.npos && !input.starts_with('/'), "a path leads nowhere else");
  check(tile->width >= 1 && tile->width <= tlog::kTileWidth, "a tile has a width");
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{700}, tlog::kTreeSizeMax}) {
    const std::uint32_t width = tlog::width_in_tree(tile->level, tile->index, size);
    check(width <= tlog::kTileWidth, "a tile is no wider in any tree");
    check(tlog::is_in_tree(*tile, size) == (tile->width <= width), "what a tree has");
    (void)export_folder::is_of_tree(input, size);
  }
}

void check_receipt(std::string_view input) {
  static const tlog::SignerKey key = tlog::log_key();
  static const tlog::KnownLog log{key.verifier().name(), {key.verifier()}};
  const auto file = tlog::parse_proof_file(input);
  if (!file) return;
  check(tlog::to_text(*file) == input, "a receipt has one text");
  check(file->extra.size() <= tlog::kProofExtraBytesMax, "what is added is bounded");
  if (const auto verified = tlog::verify(*file, tlog::leaf_hash("entry 0"), log)) {
    check(file->index < verified->checkpoint.size, "a receipt is of an entry of its tree");
  }
}

void run(std::string_view input) {
  check_bundle(input);
  check_path(input);
  check_receipt(input);
  if (const auto request = tlog::parse_witness_request(input)) {
    check(tlog::to_text(*request) == input, "a request has one text");
    check(request->proof.size() <= tlog::kProofHashesMax, "a proof is bounded");
  }
  if (const auto number = tlog::parse_decimal(input)) {
    check(std::to_string(*number) == input && *number <= tlog::kTreeSizeMax, "a number");
  }
  if (const auto hash = tlog::parse_hash(input)) {
    check(tlog::proof_lines({*hash}) == std::string(input) + '\n', "a hash");
  }
}

const Target kTarget("log_file", run);

}  // namespace
}  // namespace countersign::fuzz
