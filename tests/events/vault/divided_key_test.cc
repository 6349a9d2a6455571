#include "events/vault/divided_key.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/text/bytes.h"
#include "events/crypto/os_random.h"

namespace countersign::divided_key_test {

std::string bytes_of_tree(const PuncturableKey& key) {
  std::string bytes(key.encoded_bytes(), '\0');
  key.encode({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

// The encoded nodes of all trees in the order of their leaves, as the undivided tree has them.
std::string nodes_of(const DividedKey& key) {
  std::map<std::uint32_t, std::string> by_leaf;
  bool is_twice = false;
  const auto add = [&](const PuncturableKey& tree) {
    const std::string bytes = bytes_of_tree(tree);
    std::size_t at = PuncturableKey::kCountBytes;
    for (const LeafRange& leaves : tree.covered()) {
      is_twice |=
          !by_leaf.emplace(leaves.from, bytes.substr(at, PuncturableKey::kNodeBytes)).second;
      at += PuncturableKey::kNodeBytes;
    }
    is_twice |= at != bytes.size();
  };
  add(key.rest());
  for (const auto& [number, tree] : key.parts()) add(tree);
  std::string nodes;
  CHECK_FALSE(is_twice);
  for (const auto& [leaf, node] : by_leaf) nodes += node;
  return nodes;
}

std::string nodes_of(const PuncturableKey& tree) {
  return bytes_of_tree(tree).substr(PuncturableKey::kCountBytes);
}

// Seeds of the rest that lie below the roots of subtrees, in bytes.
std::size_t deep_bytes(const DividedKey& key) {
  const auto covered = key.rest().covered();
  const auto deep = std::ranges::count_if(
      covered, [](const LeafRange& leaves) { return leaves.to - leaves.from < kPartLeaves; });
  return static_cast<std::size_t>(deep) * PuncturableKey::kNodeBytes;
}

DividedKey again(const DividedKey& key) {
  DividedKey::Parts parts;
  for (const auto& [number, tree] : key.parts()) parts.emplace(number, tree.clone());
  auto joined = DividedKey::join(key.rest().clone(), std::move(parts));
  REQUIRE(joined.has_value());
  return *std::move(joined);
}

// One history of punctures, beside the undivided tree.
void compare_with_one_tree(unsigned seed) {
  CAPTURE(seed);
  std::mt19937 draw(seed);
  OsRandom random;
  PuncturableKey one = PuncturableKey::random(random);
  DividedKey key(one.clone());
  const std::size_t rest_bytes = draw() % 3 == 0 ? 0 : (draw() % 40) * PuncturableKey::kNodeBytes;
  // Now across the whole tree, now in a few subtrees, of which some become empty.
  const std::uint32_t width = draw() % 2 == 0 ? kTreeLeaves : kPartLeaves * 3;
  const auto first = static_cast<std::uint32_t>(draw() % (kTreeLeaves - width + 1));
  for (unsigned step = 0; step < 30; ++step) {
    std::vector<std::uint32_t> some;
    const bool is_run = draw() % 5 == 0;  // empties a subtree
    const auto start = static_cast<std::uint32_t>(first + draw() % width);
    if (is_run) {
      const LeafRange own = leaves_of_part(part_of(start));
      for (std::uint32_t leaf = own.from; leaf < own.to; ++leaf) some.push_back(leaf);
    } else {
      for (auto n = draw() % 4 + 1; n > 0; --n) {
        some.push_back(static_cast<std::uint32_t>(first + draw() % width));
      }
    }
    const bool any = std::ranges::any_of(some, [&](std::uint32_t leaf) { return one.has(leaf); });
    const auto parts_before = key.parts().size();
    const auto changed = key.puncture(some, rest_bytes);
    one.puncture(some);
    CHECK((changed.rest || !changed.parts.empty()) == any);
    if (key.parts().size() > parts_before) CHECK(changed.rest);
    CHECK(deep_bytes(key) <= rest_bytes);
    CHECK(nodes_of(key) == nodes_of(one));
    if (draw() % 3 == 0) key = again(key);
    for (int i = 0; i < 4; ++i) {
      const auto leaf = static_cast<std::uint32_t>(first + draw() % width);
      CHECK(key.has(leaf) == one.has(leaf));
      CHECK(key.leaf_key(leaf).has_value() == one.leaf_key(leaf).has_value());
      CHECK(key.leaf_key_in_turn(leaf).has_value() == one.has(leaf));
    }
  }
  CHECK(key.seeds() == one.seeds());
  for (int i = 0; i < 40; ++i) {
    std::uint32_t from = static_cast<std::uint32_t>(first + draw() % width);
    std::uint32_t to = static_cast<std::uint32_t>(first + draw() % width);
    if (from > to) std::swap(from, to);
    CHECK(key.has_any({from, to}) == one.has_any({from, to}));
  }
}

TEST_CASE("whatever the order of the punctures, the parts have the seeds of the undivided tree") {
  for (unsigned seed = 1; seed <= 100; ++seed) compare_with_one_tree(seed);
}

TEST_CASE("a key with few punctures has no part, and then one for each subtree that is punctured") {
  OsRandom random;
  DividedKey key(PuncturableKey::random(random));
  std::uint32_t leaf = 0;
  const auto puncture_next = [&] {
    const std::vector<std::uint32_t> one{leaf};
    leaf += 5 * kPartLeaves + 3;
    return key.puncture(one);
  };
  auto changed = puncture_next();
  int quiet = 1;
  for (; key.parts().empty(); ++quiet) {
    CHECK(changed.rest);
    CHECK(changed.parts.empty());
    changed = puncture_next();
  }
  CHECK(quiet > 20);
  const std::uint32_t last = leaf - (5 * kPartLeaves + 3);
  CHECK(changed.rest);
  CHECK(changed.parts == std::set{part_of(last)});
  CHECK(key.parts().size() == 1);
  // The next puncture of the same subtree changes its part alone.
  const std::vector<std::uint32_t> near{last + 1};
  changed = key.puncture(near);
  CHECK_FALSE(changed.rest);
  CHECK(changed.parts == std::set{part_of(last)});
  changed = key.puncture(near);  // again
  CHECK_FALSE(changed.rest);
  CHECK(changed.parts.empty());
}

TEST_CASE("a puncture of a busy key changes trees of a few seeds, however many it has had") {
  OsRandom random;
  std::mt19937 draw(11);
  DividedKey key(PuncturableKey::random(random));
  std::size_t most = 0;
  for (int i = 0; i < 6'000; ++i) {
    const std::vector<std::uint32_t> one{static_cast<std::uint32_t>(draw() % kTreeLeaves)};
    const auto changed = key.puncture(one);
    std::size_t seeds = changed.rest ? key.rest().seeds() : 0;
    for (const std::uint32_t number : changed.parts) seeds += key.parts().at(number).seeds();
    most = std::max(most, seeds);
  }
  CHECK(key.parts().size() > kKeyParts * 9 / 10);
  CHECK(most < 1'300);  // 227 below the roots of subtrees, 512 above, 512 of a part
  CHECK(key.seeds() > 30'000);
}

TEST_CASE("a tree that was written in one piece is divided whole at its next puncture") {
  OsRandom random;
  std::mt19937 draw(12);
  PuncturableKey one = PuncturableKey::random(random);
  std::vector<std::uint32_t> erased;
  for (int i = 0; i < 3'000; ++i) {
    erased.push_back(static_cast<std::uint32_t>(draw() % kTreeLeaves));
  }
  one.puncture(erased);
  DividedKey key(one.clone());
  CHECK(key.parts().empty());
  CHECK(nodes_of(key) == nodes_of(one));
  const std::vector<std::uint32_t> next{77, 78};
  key.puncture(next);
  one.puncture(next);
  CHECK(nodes_of(key) == nodes_of(one));
  CHECK(key.parts().size() > 900);
  CHECK(deep_bytes(key) == 0);
  const std::vector<std::uint32_t> further{79};
  const auto changed = key.puncture(further);
  CHECK_FALSE(changed.rest);
  CHECK(changed.parts == std::set{0U});
}

TEST_CASE("no tree has a leaf of another tree") {
  OsRandom random;
  PuncturableKey rest = PuncturableKey::random(random);
  const std::vector<LeafRange> subtrees{leaves_of_part(3), leaves_of_part(7)};
  const PuncturableKey whole = rest.clone();
  const std::vector<PuncturableKey> taken = rest.take(subtrees);
  const auto joins =
      [](const PuncturableKey& of_rest, std::uint32_t number, const PuncturableKey& part) {
        DividedKey::Parts parts;
        parts.emplace(number, part.clone());
        return DividedKey::join(of_rest.clone(), std::move(parts)).has_value();
      };
  CHECK(joins(rest, 3, taken[0]));
  CHECK(joins(rest, 3, PuncturableKey()));
  CHECK_FALSE(joins(rest, 7, taken[0]));   // another subtree's seeds
  CHECK_FALSE(joins(whole, 3, taken[0]));  // the rest still has them
  CHECK_FALSE(joins(PuncturableKey(), 3, whole));
  CHECK_FALSE(joins(PuncturableKey(), kKeyParts, PuncturableKey()));
}

}  // namespace countersign::divided_key_test
