#include "events/vault/puncturable_key.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/big_endian.h"
#include "events/crypto/hmac.h"
#include "events/crypto/os_random.h"

namespace countersign::puncturable_key_test {

PuncturableKey fresh() {
  OsRandom random;
  return PuncturableKey::random(random);
}

std::string bytes_of_tree(const PuncturableKey& key) {
  std::string bytes(key.encoded_bytes(), '\0');
  key.encode({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

std::string hex_of(const std::optional<SecretBytes<32>>& key) {
  if (!key) return "none";
  std::string text;
  for (const std::uint8_t byte : key->reveal()) {
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text;
}

struct Seed {
  std::uint32_t place = 0;
  std::string bytes;
};

// The seeds of an encoded tree, read by the grammar alone.
std::vector<Seed> seeds_in(std::string_view bytes) {
  std::vector<Seed> seeds;
  for (std::string_view rest = bytes.substr(4); !rest.empty(); rest.remove_prefix(36)) {
    seeds.push_back({big_endian<std::uint32_t>(rest), std::string(rest.substr(4, 32))});
  }
  return seeds;
}

// The leaf below a seed, derived as the header describes, apart from the code under test.
std::string derived(const Seed& seed, std::uint32_t leaf) {
  std::uint32_t place = kTreeLeaves + leaf;
  std::vector<bool> way;
  for (; place > seed.place; place /= 2) way.push_back(place % 2 == 1);
  if (place != seed.place) return "not below";
  std::string bytes = seed.bytes;
  for (auto side = way.rbegin(); side != way.rend(); ++side) {
    const std::string message = std::string("countersign key tree v1") + (*side ? '\1' : '\0');
    bytes = text_of(hmac_sha256(bytes_of(bytes), message));
  }
  return hex_of(SecretBytes<32>(std::span<const std::uint8_t, 32>(bytes_of(bytes))));
}

std::uint64_t leaves_below(const Seed& seed) {
  std::uint64_t leaves = 1;
  for (std::uint32_t place = seed.place; place < kTreeLeaves; place *= 2) leaves *= 2;
  return leaves;
}

// The expected number of seeds after `erased` leaves were punctured at random: a node is in the
// state if nothing below it is punctured and something below its parent is.
double expected_seeds(double erased) {
  double seeds = 0;
  double above = 0;
  for (unsigned level = 1; level <= kTreeDepth; ++level) {
    const double nodes = std::pow(2.0, level);
    const double untouched = std::exp(erased * std::log1p(-1 / nodes));
    seeds += nodes * (untouched - above);
    above = untouched;
  }
  return seeds;
}

std::set<std::uint32_t> random_leaves(std::size_t count, std::uint32_t below, unsigned seed) {
  std::mt19937 random(seed);
  std::set<std::uint32_t> leaves;
  while (leaves.size() < count) leaves.insert(random() % below);
  return leaves;
}

std::vector<std::uint32_t> list_of(const std::set<std::uint32_t>& leaves) {
  return {leaves.begin(), leaves.end()};
}

TEST_CASE("a leaf's key is the one that the tree of HMACs gives, and no two leaves share one") {
  const PuncturableKey key = fresh();
  const auto seeds = seeds_in(bytes_of_tree(key));
  REQUIRE(seeds.size() == 1);
  std::set<std::string> keys;
  for (const std::uint32_t leaf : {0u, 1u, 2u, 1000u, kTreeLeaves / 2, kTreeLeaves - 1}) {
    CAPTURE(leaf);
    CHECK(hex_of(key.leaf_key(leaf)) == derived(seeds.front(), leaf));
    keys.insert(hex_of(key.leaf_key(leaf)));
  }
  CHECK(keys.size() == 6);
}

TEST_CASE("keys that are asked for in turn are the keys of their leaves, also after a puncture") {
  PuncturableKey key = fresh();
  const PuncturableKey same = key.clone();
  for (const std::uint32_t leaf : {0u, 1u, 2u, 3u, 4u, 8u, 9u, 5u, 100'000u, 100'001u}) {
    CAPTURE(leaf);
    CHECK(hex_of(key.leaf_key_in_turn(leaf)) == hex_of(same.leaf_key(leaf)));
  }
  const std::vector<std::uint32_t> erased{100'001, 100'003};
  key.puncture(erased);
  CHECK_FALSE(key.leaf_key_in_turn(100'001).has_value());
  CHECK(hex_of(key.leaf_key_in_turn(100'002)) == hex_of(same.leaf_key(100'002)));
  CHECK_FALSE(key.leaf_key_in_turn(100'003).has_value());
  CHECK(hex_of(key.leaf_key_in_turn(100'004)) == hex_of(same.leaf_key(100'004)));
}

TEST_CASE("a puncture takes one leaf, and replaces the root by the seeds beside the leaf's path") {
  PuncturableKey key = fresh();
  const PuncturableKey before = key.clone();
  const std::vector<std::uint32_t> erased{77};
  key.puncture(erased);
  CHECK(key.seeds() == kTreeDepth);
  CHECK_FALSE(key.has(77));
  CHECK_FALSE(key.leaf_key(77).has_value());
  for (const std::uint32_t leaf : {0u, 76u, 78u, 79u, kTreeLeaves - 1}) {
    CHECK(hex_of(key.leaf_key(leaf)) == hex_of(before.leaf_key(leaf)));
  }
  const std::string once = bytes_of_tree(key);
  key.puncture(erased);  // again
  CHECK(bytes_of_tree(key) == once);
}

TEST_CASE("a tree whose leaves are all punctured is empty, and so is a subtree") {
  PuncturableKey key = fresh();
  key.puncture(LeafRange{0, kTreeLeaves / 2});
  CHECK(key.seeds() == 1);
  CHECK_FALSE(key.has_any({0, kTreeLeaves / 2}));
  CHECK(key.has_any({0, kTreeLeaves / 2 + 1}));
  CHECK_FALSE(key.has_any({kTreeLeaves, kTreeLeaves}));
  key.puncture(LeafRange{7, 7});
  CHECK(key.seeds() == 1);
  key.puncture(LeafRange{kTreeLeaves / 2, kTreeLeaves});
  CHECK(key.empty());
  CHECK(key.encoded_bytes() == 4);
  CHECK_FALSE(key.leaf_key(kTreeLeaves - 1).has_value());
  CHECK(PuncturableKey::decode(bytes_of(bytes_of_tree(key)))->empty());
}

// One history: punctures of single leaves, of several and of ranges, beside a set of leaves.
void compare_with_a_set(unsigned seed) {
  CAPTURE(seed);
  std::mt19937 random(seed);
  PuncturableKey key = fresh();
  const PuncturableKey whole = key.clone();
  // Near each other, so that subtrees become empty.
  const std::uint32_t width = std::uint32_t{1} << (3 + random() % 10);
  const std::uint32_t first = random() % (kTreeLeaves - width);
  std::set<std::uint32_t> erased;
  for (unsigned step = 0; step < 24; ++step) {
    const auto leaf = static_cast<std::uint32_t>(first + random() % width);
    if (random() % 4 == 0) {
      const std::uint32_t to = std::min<std::uint32_t>(leaf + random() % 9, first + width);
      key.puncture(LeafRange{leaf, to});
      for (std::uint32_t each = leaf; each < to; ++each) erased.insert(each);
    } else {
      std::vector<std::uint32_t> some{leaf};
      while (random() % 3 != 0)
        some.push_back(static_cast<std::uint32_t>(first + random() % width));
      key.puncture(some);
      erased.insert(some.begin(), some.end());
    }
    if (random() % 3 == 0) key = *PuncturableKey::decode(bytes_of(bytes_of_tree(key)));
    const auto probe = static_cast<std::uint32_t>(first + random() % width);
    CHECK(key.has(probe) == !erased.contains(probe));
    if (erased.contains(probe)) {
      CHECK_FALSE(key.leaf_key_in_turn(probe).has_value());
    } else {
      CHECK(hex_of(key.leaf_key_in_turn(probe)) == hex_of(whole.leaf_key(probe)));
    }
  }
  // The seeds cover every leaf but the erased ones, each once, and give the keys of the beginning.
  const std::string bytes = bytes_of_tree(key);
  std::uint64_t covered = 0;
  for (const Seed& each : seeds_in(bytes)) covered += leaves_below(each);
  CHECK(covered == kTreeLeaves - erased.size());
  for (std::uint32_t leaf = first; leaf < first + width; ++leaf) {
    if (key.has(leaf) == erased.contains(leaf)) FAIL("the leaf ", leaf);
  }
  // The order of the punctures does not matter.
  PuncturableKey at_once = whole.clone();
  at_once.puncture(list_of(erased));
  CHECK(bytes_of_tree(at_once) == bytes);
}

TEST_CASE("after any history exactly the punctured leaves are gone, whatever the order") {
  for (unsigned seed = 1; seed <= 200; ++seed) compare_with_a_set(seed);
}

TEST_CASE("no punctured leaf follows from any seed of the state") {
  PuncturableKey key = fresh();
  const PuncturableKey whole = key.clone();
  const auto erased = random_leaves(300, kTreeLeaves, 3);
  std::set<std::string> lost;
  for (const std::uint32_t leaf : erased) lost.insert(hex_of(whole.leaf_key(leaf)));
  key.puncture(list_of(erased));
  for (const Seed& seed : seeds_in(bytes_of_tree(key))) {
    // Not by its place, and not if the seed is taken for that of any place above an erased leaf.
    for (const std::uint32_t leaf : erased) CHECK(derived(seed, leaf) == "not below");
    const std::uint32_t leaf = *erased.begin();
    for (std::uint32_t place = kTreeLeaves + leaf; place > 0; place /= 2) {
      CHECK_FALSE(lost.contains(derived({place, seed.bytes}, leaf)));
    }
  }
}

TEST_CASE("the state has the size that the formula gives for punctures at random") {
  PuncturableKey key = fresh();
  for (const std::size_t count : {1u, 1'000u, 100'000u}) {
    CAPTURE(count);
    PuncturableKey punctured = key.clone();
    punctured.puncture(list_of(random_leaves(count, 1'000'000, 5)));
    const double expected = expected_seeds(static_cast<double>(count) * kTreeLeaves / 1'000'000);
    MESSAGE(count,
            " leaves of a million: ",
            punctured.encoded_bytes(),
            " bytes, on paper ",
            std::lrint(4 + 36 * expected));
    CHECK(static_cast<double>(punctured.seeds()) == doctest::Approx(expected).epsilon(0.06));
  }
}

TEST_CASE("the state is largest when every second leaf is punctured") {
  PuncturableKey key = fresh();
  std::vector<std::uint32_t> every_second;
  for (std::uint32_t leaf = 0; leaf < kTreeLeaves; leaf += 2) every_second.push_back(leaf);
  key.puncture(every_second);
  CHECK(key.seeds() == kTreeSeedsMax);
  const std::string bytes = bytes_of_tree(key);
  CHECK(PuncturableKey::decode(bytes_of(bytes)).has_value());
}

std::string encoded(const std::vector<std::uint32_t>& places) {
  std::string bytes;
  append_big_endian(bytes, static_cast<std::uint32_t>(places.size()));
  for (const std::uint32_t place : places) {
    append_big_endian(bytes, place);
    bytes += std::string(32, 's');
  }
  return bytes;
}

TEST_CASE("bytes that are not the one form of a tree are refused") {
  const auto is_tree = [](std::string_view bytes) {
    return PuncturableKey::decode(bytes_of(bytes)).has_value();
  };
  CHECK(is_tree(encoded({})));
  CHECK(is_tree(encoded({1})));
  CHECK(is_tree(encoded({4, 3})));
  CHECK(is_tree(encoded({2 * kTreeLeaves - 1})));
  CHECK_FALSE(is_tree(""));
  CHECK_FALSE(is_tree(encoded({1}) + "x"));
  CHECK_FALSE(is_tree(encoded({1}).substr(0, 39)));
  CHECK_FALSE(is_tree(encoded({0})));
  CHECK_FALSE(is_tree(encoded({2 * kTreeLeaves})));
  CHECK_FALSE(is_tree(encoded({0xffffffff})));
  CHECK_FALSE(is_tree(encoded({3, 4})));  // not in order
  CHECK_FALSE(is_tree(encoded({2, 5})));  // one covers the other
  CHECK_FALSE(is_tree(encoded({5, 2})));
  CHECK_FALSE(is_tree(encoded({4, 4})));
  CHECK_FALSE(is_tree(encoded({2, 3})));  // the children of one place
  CHECK_FALSE(is_tree(encoded({4, 6, 7})));
  CHECK(is_tree(encoded({5, 6})));  // neighbors, but of two places
}

}  // namespace countersign::puncturable_key_test
