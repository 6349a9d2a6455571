#include "events/vault/puncturable_key.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "core/big_endian.h"
#include "core/check.h"
#include "events/crypto/hmac.h"

namespace countersign {
namespace {

constexpr std::string_view kTreeLabel = "countersign key tree v1";
constexpr std::size_t kPlaceBytes = 4;
constexpr std::size_t kSeedBytes = 32;
static_assert(PuncturableKey::kNodeBytes == kPlaceBytes + kSeedBytes);

unsigned level_of(std::uint32_t place) { return static_cast<unsigned>(std::bit_width(place)) - 1; }

bool is_place(std::uint32_t place) { return place > 0 && place < 2 * kTreeLeaves; }

LeafRange leaves_below(std::uint32_t place) {
  const unsigned height = kTreeDepth - level_of(place);
  const std::uint32_t from = (place << height) - kTreeLeaves;
  return {from, from + (std::uint32_t{1} << height)};
}

std::uint32_t place_of(std::uint32_t leaf) { return kTreeLeaves + leaf; }

// The place on the way from `above` to the leaf, one level below `above`.
std::uint32_t towards(std::uint32_t leaf, std::uint32_t above) {
  return place_of(leaf) >> (kTreeDepth - level_of(above) - 1);
}

bool is_above(std::uint32_t place, std::uint32_t leaf) {
  return place_of(leaf) >> (kTreeDepth - level_of(place)) == place;
}

SecretBytes<32> child_seed(const SecretBytes<32>& seed, std::uint32_t place) {
  static constexpr auto kMessages = [] {
    std::array<std::array<char, kTreeLabel.size() + 1>, 2> messages{};
    for (std::size_t side = 0; side < messages.size(); ++side) {
      std::ranges::copy(kTreeLabel, messages[side].begin());
      messages[side].back() = static_cast<char>(side);
    }
    return messages;
  }();
  const auto& message = kMessages[place % 2];
  Digest digest = hmac_sha256(seed.reveal(), std::string_view(message.data(), message.size()));
  SecretBytes<32> child(digest);
  cleanse(digest);
  return child;
}

}  // namespace

PuncturableKey PuncturableKey::random(RandomSource& source) {
  PuncturableKey key;
  key.nodes_.push_back({1, SecretBytes<32>::random(source)});
  return key;
}

PuncturableKey PuncturableKey::clone() const {
  PuncturableKey copy;
  copy.nodes_.reserve(nodes_.size());
  for (const Node& node : nodes_) copy.nodes_.push_back({node.place, node.seed.clone()});
  return copy;
}

const PuncturableKey::Node* PuncturableKey::covering(std::uint32_t leaf) const {
  check(leaf < kTreeLeaves, "a leaf of a key tree is less than kTreeLeaves");
  const auto next = std::ranges::upper_bound(
      nodes_, leaf, {}, [](const Node& node) { return leaves_below(node.place).from; });
  if (next == nodes_.begin()) return nullptr;
  const Node& node = *std::prev(next);
  return is_above(node.place, leaf) ? &node : nullptr;
}

std::optional<SecretBytes<32>> PuncturableKey::leaf_key(std::uint32_t leaf) const {
  const Node* const node = covering(leaf);
  if (node == nullptr) return std::nullopt;
  SecretBytes<32> seed = node->seed.clone();
  for (std::uint32_t place = node->place; level_of(place) < kTreeDepth;) {
    place = towards(leaf, place);
    seed = child_seed(seed, place);
  }
  return seed;
}

std::optional<SecretBytes<32>> PuncturableKey::leaf_key_in_turn(std::uint32_t leaf) {
  const Node* const node = covering(leaf);
  if (node == nullptr) return std::nullopt;
  while (!path_.empty() && !is_above(path_.back().place, leaf)) path_.pop_back();
  if (path_.empty()) path_.push_back({node->place, node->seed.clone()});
  while (level_of(path_.back().place) < kTreeDepth) {
    const std::uint32_t place = towards(leaf, path_.back().place);
    SecretBytes<32> seed = child_seed(path_.back().seed, place);
    path_.push_back({place, std::move(seed)});
  }
  SecretBytes<32> key = std::move(path_.back().seed);
  path_.pop_back();
  return key;
}

bool PuncturableKey::has_any(LeafRange range) const {
  check(range.from <= range.to && range.to <= kTreeLeaves,
        "a range of leaves lies in the key tree");
  const auto node = std::ranges::upper_bound(
      nodes_, range.from, {}, [](const Node& each) { return leaves_below(each.place).to; });
  return node != nodes_.end() && leaves_below(node->place).from < range.to && range.from < range.to;
}

void PuncturableKey::puncture(std::span<const std::uint32_t> leaves) {
  std::vector<std::uint32_t> sorted(leaves.begin(), leaves.end());
  std::ranges::sort(sorted);
  check(sorted.empty() || sorted.back() < kTreeLeaves,
        "a leaf of a key tree is less than kTreeLeaves");
  std::vector<LeafRange> holes;
  for (const std::uint32_t leaf : sorted) {
    if (holes.empty() || holes.back().to < leaf) {
      holes.push_back({leaf, leaf + 1});
    } else {
      holes.back().to = leaf + 1;
    }
  }
  puncture_sorted(holes);
}

void PuncturableKey::puncture(LeafRange range) {
  check(range.from <= range.to && range.to <= kTreeLeaves,
        "a range of leaves lies in the key tree");
  if (range.from < range.to) puncture_sorted({&range, 1});
}

// REQUIRES: `holes` are sorted and disjoint.
void PuncturableKey::puncture_sorted(std::span<const LeafRange> holes) {
  path_.clear();
  std::vector<Node> kept;
  kept.reserve(nodes_.size() + holes.size());
  for (Node& node : nodes_) {
    const LeafRange own = leaves_below(node.place);
    while (!holes.empty() && holes.front().to <= own.from) holes = holes.subspan(1);
    keep_around(std::move(node), holes, kept);
  }
  nodes_ = std::move(kept);
}

// Keeps the seeds for the leaves of `node` that are in no hole. REQUIRES: no hole ends before the
// node's leaves begin.
void PuncturableKey::keep_around(Node node,
                                 std::span<const LeafRange> holes,
                                 std::vector<Node>& kept) {
  const LeafRange own = leaves_below(node.place);
  while (!holes.empty() && holes.front().to <= own.from) holes = holes.subspan(1);
  if (holes.empty() || holes.front().from >= own.to) {
    kept.push_back(std::move(node));
    return;
  }
  if (holes.front().from <= own.from && holes.front().to >= own.to) return;
  for (const std::uint32_t place : {2 * node.place, 2 * node.place + 1}) {
    keep_around({place, child_seed(node.seed, place)}, holes, kept);
  }
}

std::vector<PuncturableKey> PuncturableKey::take(std::span<const LeafRange> subtrees) {
  path_.clear();
  std::vector<PuncturableKey> taken(subtrees.size());
  std::vector<Node> kept;
  kept.reserve(nodes_.size());
  for (Node& node : nodes_) take_from(std::move(node), subtrees, taken, kept);
  nodes_ = std::move(kept);
  return taken;
}

// Gives the seeds for the leaves of `node` to the subtrees that have them, and keeps the others.
void PuncturableKey::take_from(Node node,
                               std::span<const LeafRange> subtrees,
                               std::vector<PuncturableKey>& taken,
                               std::vector<Node>& kept) {
  const LeafRange own = leaves_below(node.place);
  const auto found = std::ranges::upper_bound(subtrees, own.from, {}, &LeafRange::to);
  if (found == subtrees.end() || found->from >= own.to) {
    kept.push_back(std::move(node));
    return;
  }
  if (found->from <= own.from && own.to <= found->to) {
    taken[static_cast<std::size_t>(found - subtrees.begin())].nodes_.push_back(std::move(node));
    return;
  }
  check(level_of(node.place) < kTreeDepth, "a subtree that is taken is all leaves below one node");
  for (const std::uint32_t place : {2 * node.place, 2 * node.place + 1}) {
    take_from({place, child_seed(node.seed, place)}, subtrees, taken, kept);
  }
}

std::vector<LeafRange> PuncturableKey::covered() const {
  std::vector<LeafRange> ranges;
  ranges.reserve(nodes_.size());
  for (const Node& node : nodes_) ranges.push_back(leaves_below(node.place));
  return ranges;
}

void PuncturableKey::encode(MutableBytes out) const {
  check(out.size() == encoded_bytes(), "the room for a key tree has encoded_bytes() bytes");
  const auto put = [&out](std::uint32_t number) {
    for (std::size_t i = 0; i < kPlaceBytes; ++i) {
      out[i] = static_cast<std::uint8_t>(number >> (8 * (kPlaceBytes - 1 - i)));
    }
    out = out.subspan(kPlaceBytes);
  };
  put(static_cast<std::uint32_t>(nodes_.size()));
  for (const Node& node : nodes_) {
    put(node.place);
    std::ranges::copy(node.seed.reveal(), out.begin());
    out = out.subspan(kSeedBytes);
  }
}

std::optional<PuncturableKey> PuncturableKey::decode(ByteView bytes) {
  if (bytes.size() < kCountBytes) return std::nullopt;
  const auto count = big_endian<std::uint32_t>(text_of(bytes));
  bytes = bytes.subspan(kCountBytes);
  if (count > kTreeSeedsMax || bytes.size() != count * kNodeBytes) return std::nullopt;
  PuncturableKey key;
  key.nodes_.reserve(count);
  std::uint32_t end = 0;
  std::uint32_t before = 0;
  for (; !bytes.empty(); bytes = bytes.subspan(kNodeBytes)) {
    const auto place = big_endian<std::uint32_t>(text_of(bytes));
    if (!is_place(place)) return std::nullopt;
    const LeafRange own = leaves_below(place);
    const bool is_sibling = before != 0 && place % 2 == 1 && before == place - 1;
    if (own.from < end || is_sibling) return std::nullopt;
    end = own.to;
    before = place;
    key.nodes_.push_back({place, SecretBytes<32>(bytes.subspan<kPlaceBytes, kSeedBytes>())});
  }
  return key;
}

}  // namespace countersign
