// The encoded tree of a purge day's keys, after a leaf that is then punctured. A tree that is read
// is written to the same bytes. The puncture takes its leaf and no other, and the tree that it
// leaves is read again.
#include <string>

#include "core/check.h"
#include "core/text/bytes.h"
#include "events/vault/puncturable_key.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::key_tree_target {

std::string bytes_of_tree(const PuncturableKey& key) {
  std::string bytes(key.encoded_bytes(), '\0');
  key.encode({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

void run(std::string_view input) {
  const std::uint32_t leaf = take_number<std::uint32_t>(input) % kTreeLeaves;
  auto key = PuncturableKey::decode(bytes_of(input));
  if (!key) return;
  check(bytes_of_tree(*key) == input, "a key tree that is read is written to the same bytes");
  const std::uint32_t beside = leaf ^ 1;
  const bool had_beside = key->has(beside);
  check(key->leaf_key(leaf).has_value() == key->has(leaf), "a leaf that is there has a key");
  key->puncture({&leaf, 1});
  check(!key->has(leaf) && !key->leaf_key(leaf).has_value(), "a punctured leaf has no key");
  check(key->has(beside) == had_beside, "a puncture takes one leaf");
  const std::string after = bytes_of_tree(*key);
  const auto again = PuncturableKey::decode(bytes_of(after));
  check(again.has_value() && bytes_of_tree(*again) == after, "a punctured tree is read again");
}

const Target kTarget("key_tree", run);

}  // namespace countersign::fuzz::key_tree_target
