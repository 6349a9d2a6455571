#include "events/vault/divided_key.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/check.h"

namespace countersign {
namespace {

// The seeds below kPartDepth of each subtree.
std::map<std::uint32_t, std::size_t> deep_seeds(const PuncturableKey& tree) {
  std::map<std::uint32_t, std::size_t> count;
  for (const LeafRange& leaves : tree.covered()) {
    if (leaves.to - leaves.from < kPartLeaves) ++count[part_of(leaves.from)];
  }
  return count;
}

std::size_t bytes_of_seeds(const std::map<std::uint32_t, std::size_t>& count) {
  std::size_t seeds = 0;
  for (const auto& [part, some] : count) seeds += some;
  return seeds * PuncturableKey::kNodeBytes;
}

}  // namespace

std::optional<DividedKey> DividedKey::join(PuncturableKey rest, Parts parts) {
  for (const auto& [number, tree] : parts) {
    if (number >= kKeyParts) return std::nullopt;
    const LeafRange own = leaves_of_part(number);
    const bool strays = tree.has_any({0, own.from}) || tree.has_any({own.to, kTreeLeaves});
    if (strays || rest.has_any(own)) return std::nullopt;
  }
  DividedKey key(std::move(rest));
  key.parts_ = std::move(parts);
  return key;
}

std::optional<SecretBytes<32>> DividedKey::leaf_key(std::uint32_t leaf) const {
  const auto part = parts_.find(part_of(leaf));
  return part != parts_.end() ? part->second.leaf_key(leaf) : rest_.leaf_key(leaf);
}

std::optional<SecretBytes<32>> DividedKey::leaf_key_in_turn(std::uint32_t leaf) {
  const auto part = parts_.find(part_of(leaf));
  return part != parts_.end() ? part->second.leaf_key_in_turn(leaf) : rest_.leaf_key_in_turn(leaf);
}

bool DividedKey::has_any(LeafRange range) const {
  if (rest_.has_any(range)) return true;
  for (auto part = parts_.lower_bound(part_of(range.from)); part != parts_.end(); ++part) {
    const LeafRange own = leaves_of_part(part->first);
    if (own.from >= range.to) return false;
    if (part->second.has_any({std::max(own.from, range.from), std::min(own.to, range.to)})) {
      return true;
    }
  }
  return false;
}

DividedKey::Changed DividedKey::puncture(std::span<const std::uint32_t> leaves,
                                         std::size_t rest_bytes) {
  Changed changed;
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_part;
  std::vector<std::uint32_t> of_rest;
  std::set<std::uint32_t> touched;
  for (const std::uint32_t leaf : leaves) {
    check(leaf < kTreeLeaves, "a leaf of a key tree is less than kTreeLeaves");
    if (!has(leaf)) continue;
    if (parts_.contains(part_of(leaf))) {
      by_part[part_of(leaf)].push_back(leaf);
    } else {
      of_rest.push_back(leaf);
      touched.insert(part_of(leaf));
    }
  }
  for (const auto& [number, some] : by_part) {
    parts_.at(number).puncture(some);
    changed.parts.insert(number);
  }
  if (of_rest.empty()) return changed;
  rest_.puncture(of_rest);
  changed.rest = true;
  divide(std::move(touched), rest_bytes, changed);
  return changed;
}

void DividedKey::divide(std::set<std::uint32_t> touched, std::size_t rest_bytes, Changed& changed) {
  auto deep = deep_seeds(rest_);
  if (bytes_of_seeds(deep) <= rest_bytes) return;
  // A subtree whose leaves are all punctured has no seeds, and needs no part.
  std::erase_if(touched, [&](std::uint32_t number) { return deep.erase(number) == 0; });
  // A tree that a version without parts has written in one file is divided whole, once.
  if (bytes_of_seeds(deep) > rest_bytes) {
    for (const auto& [number, seeds] : deep) touched.insert(number);
  }
  make_parts(touched, changed);
}

void DividedKey::make_parts(const std::set<std::uint32_t>& numbers, Changed& changed) {
  std::vector<LeafRange> subtrees;
  for (const std::uint32_t number : numbers) subtrees.push_back(leaves_of_part(number));
  std::vector<PuncturableKey> taken = rest_.take(subtrees);
  auto tree = taken.begin();
  for (const std::uint32_t number : numbers) {
    parts_.emplace(number, std::move(*tree++));
    changed.parts.insert(number);
  }
}

std::size_t DividedKey::seeds() const {
  std::size_t seeds = rest_.seeds();
  for (const auto& [number, tree] : parts_) seeds += tree.seeds();
  return seeds;
}

std::size_t DividedKey::encoded_bytes() const {
  std::size_t bytes = rest_.encoded_bytes();
  for (const auto& [number, tree] : parts_) bytes += tree.encoded_bytes();
  return bytes;
}

}  // namespace countersign
