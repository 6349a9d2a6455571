#include "events/tlog/tree/frontier.h"

#include <doctest/doctest.h>

#include <bit>
#include <string>
#include <vector>

#include "tests/events/support/hex.h"
#include "tests/events/tlog/tree/trees.h"

namespace countersign::tlog::frontier_test {

// The eight entries with which implementations of Certificate Transparency are tested, and the
// roots of the trees of the first 1 to 8 entries.
const std::vector<std::string> kEntries = {"",
                                           "00",
                                           "10",
                                           "2021",
                                           "3031",
                                           "40414243",
                                           "5051525354555657",
                                           "606162636465666768696a6b6c6d6e6f"};
const std::vector<std::string> kRoots = {
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};

TEST_CASE("a frontier has the roots that other implementations have") {
  Frontier frontier;
  CHECK(to_hex(frontier.root()) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (std::size_t i = 0; i < kEntries.size(); ++i) {
    frontier.append(leaf_hash(from_hex(kEntries[i])));
    CHECK(to_hex(frontier.root()) == kRoots[i]);
  }
}

TEST_CASE("a frontier has the roots of the recursion of RFC 6962") {
  NaiveTree naive(leaves_of(600));
  Frontier frontier;
  for (std::uint64_t size = 0; size < 600; ++size) {
    CHECK(frontier.size() == size);
    CHECK(frontier.root() == naive.root(size));
    frontier.append(naive.leaf(size));
  }
}

TEST_CASE("a leaf completes the subtrees that end with it") {
  const std::vector<Digest> leaves = leaves_of(300);
  Frontier frontier;
  for (std::uint64_t index = 0; index < leaves.size(); ++index) {
    const auto completed = frontier.append(leaves[index]);
    REQUIRE(completed.size() == static_cast<std::size_t>(std::countr_zero(index + 1)) + 1);
    for (std::size_t level = 0; level < completed.size(); ++level) {
      const std::uint64_t begin = index + 1 - (std::uint64_t{1} << level);
      const auto first = leaves.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = leaves.begin() + static_cast<std::ptrdiff_t>(index + 1);
      CHECK(completed[level] == NaiveTree({first, last}).root(index + 1 - begin));
    }
  }
}

TEST_CASE("a frontier survives its encoding at every size, and goes on from there") {
  Frontier frontier;
  for (const Digest& leaf : leaves_of(130)) {
    const std::string bytes = frontier.encode();
    auto decoded = Frontier::decode(bytes);
    REQUIRE(decoded);
    CHECK(decoded->size() == frontier.size());
    CHECK(decoded->root() == frontier.root());
    CHECK(decoded->encode() == bytes);
    frontier.append(leaf);
    decoded->append(leaf);
    CHECK(decoded->root() == frontier.root());
  }
}

TEST_CASE("bytes that are no frontier are refused") {
  Frontier frontier;
  for (const Digest& leaf : leaves_of(11)) frontier.append(leaf);
  const std::string bytes = frontier.encode();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK_FALSE(Frontier::decode(bytes.substr(0, size)));
  }
  CHECK_FALSE(Frontier::decode(bytes + std::string(32, '\0')));
  CHECK_FALSE(Frontier::decode("\x80" + std::string(7, '\0') + std::string(32, '\0')));
}

TEST_CASE("a frontier reaches the largest size") {
  std::string bytes(8, '\xff');
  bytes[0] = '\x7f';
  bytes.back() = '\xfe';
  for (int i = 0; i < 62; ++i) bytes += std::string(32, static_cast<char>(i));
  auto frontier = Frontier::decode(bytes);
  REQUIRE(frontier);
  CHECK(frontier->append(leaf_hash("last")).size() == 1);
  CHECK(frontier->size() == kTreeSizeMax);
  CHECK(frontier->root() != Frontier::decode(bytes)->root());
}

}  // namespace countersign::tlog::frontier_test
