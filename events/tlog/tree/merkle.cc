#include "events/tlog/tree/merkle.h"

#include <algorithm>
#include <array>

#include "events/crypto/sha256.h"

namespace countersign::tlog {
namespace {

constexpr std::array<std::uint8_t, 1> kLeaf = {0x00};
constexpr std::uint8_t kNode = 0x01;

}  // namespace

Digest leaf_hash(ByteView entry) { return sha256(kLeaf, entry); }

Digest node_hash(const Digest& left, const Digest& right) {
  std::array<std::uint8_t, 1 + 2 * std::tuple_size_v<Digest>> input;
  input[0] = kNode;
  std::ranges::copy(right, std::ranges::copy(left, input.begin() + 1).out);
  return sha256(ByteView(input));
}

Digest empty_root() { return sha256(ByteView()); }

}  // namespace countersign::tlog
