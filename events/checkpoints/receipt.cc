#include "events/checkpoints/receipt.h"

#include <fmt/format.h>

#include <utility>

#include "core/check.h"
#include "events/tlog/tree/entry_bundle.h"

namespace countersign {

static_assert(tlog::kEntryBytesMax <= tlog::kProofExtraBytesMax);

Result<tlog::ProofFile, std::string> make_receipt(const TreeTiles& tiles,
                                                  CheckpointKeeper& keeper,
                                                  const StoredEvent& event) {
  const Sequence sequence = event.recorded.sequence;
  auto covering = keeper.covering(sequence);
  if (!covering) return covering.error();
  const tlog::VerifierKey& key = keeper.verifier();
  const auto opened = tlog::open_checkpoint(covering->note, {key.name(), {key}});
  check(opened.has_value(), "the keeper's checkpoint opens with the keeper's verifier key");
  const tlog::Checkpoint& checkpoint = opened->checkpoint;

  auto tree = tlog::TileTree::open(checkpoint.size, checkpoint.root, tiles_of(tiles));
  if (!tree) return tree.error().why;
  const std::uint64_t index = sequence.value() - 1;
  auto proof = tlog::prove_inclusion(*tree, index, checkpoint.size);
  if (!proof) return proof.error().why;
  if (!tlog::verify_inclusion(
          index, checkpoint.size, event.leaf.value(), *proof, checkpoint.root)) {
    return fmt::format("event {} is not the one that the Merkle tree was made of",
                       sequence.value());
  }
  return tlog::ProofFile{
      index, std::move(proof).value(), std::move(covering->note), std::string(event.bytes)};
}

}  // namespace countersign
