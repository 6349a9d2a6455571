#include "events/vault/key_slot.h"

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"

// The files of a slot whose tree is divided. Those of a slot in one file are in key_ring_test.cc.
namespace countersign::key_slot_test {

MasterKey master(std::string_view name) { return MasterKey(SecretBytes<32>(sha256(name))); }

struct Slot {
  OsRandom random;
  KeySlotId id{20261221, 5};
  SlotWrapping wrapping{master("first")};
  KeySlotState state{4096, DividedKey(PuncturableKey::random(random))};

  // Divided into parts for each leaf.
  explicit Slot(const std::vector<std::uint32_t>& leaves = {5, 6 * kPartLeaves, kTreeLeaves - 1}) {
    state.tree.puncture(leaves, 0);
  }
  std::string part(std::uint32_t number) {
    return encode_key_part(id, number, state, wrapping, nullptr, random);
  }
  KeySlotFiles files() {
    KeySlotFiles all{encode_key_slot(id, state, wrapping, nullptr, random), {}};
    for (const auto& [number, tree] : state.tree.parts()) all.parts[number] = part(number);
    return all;
  }
  bool opens(const KeySlotFiles& files) const {
    return open_key_slot(id, files, wrapping).has_value();
  }
};

std::string bytes_of_tree(const PuncturableKey& tree) {
  std::string bytes(tree.encoded_bytes(), '\0');
  tree.encode({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

TEST_CASE("the name of a part is the slot's with three digits, and no other text names one") {
  const KeySlotId id{20261221, 0xabc};
  CHECK(name_of_part(id, 0x3ff) == "20261221.0000000000000abc.3ff");
  CHECK(parse_key_part_id("20261221.0000000000000abc.3ff") == KeyPartId{id, 0x3ff});
  CHECK(parse_key_part_id("20261221.0000000000000abc.000") == KeyPartId{id, 0});
  for (const char* wrong : {"",
                            "20261221.0000000000000abc",
                            "20261221.0000000000000abc.",
                            "20261221.0000000000000abc.new",
                            "20261221.0000000000000abc.3FF",
                            "20261221.0000000000000abc.400",
                            "20261221.0000000000000abc.3ff.new",
                            "20261221.0000000000000abc-3ff"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_key_part_id(wrong).has_value());
  }
}

TEST_CASE("a divided slot is read as it was written, and a slot without parts is in one file") {
  Slot slot;
  const KeySlotFiles files = slot.files();
  CHECK(listed_parts(files.own) == std::set<std::uint32_t>{0, 6, kKeyParts - 1});
  CHECK(files.own.size() == kKeySlotFixedBytes + kKeyPartListBytes +
                                slot.state.tree.rest().seeds() * PuncturableKey::kNodeBytes);
  const auto opened = open_key_slot(slot.id, files, slot.wrapping);
  REQUIRE(opened.has_value());
  CHECK(opened->state.reserved == 4096);
  CHECK_FALSE(opened->has_other_master);
  CHECK(bytes_of_tree(opened->state.tree.rest()) == bytes_of_tree(slot.state.tree.rest()));
  REQUIRE(opened->state.tree.parts().size() == 3);
  for (const auto& [number, tree] : slot.state.tree.parts()) {
    CHECK(bytes_of_tree(opened->state.tree.parts().at(number)) == bytes_of_tree(tree));
    CHECK(files.parts.at(number).size() ==
          kKeyPartFixedBytes + tree.seeds() * PuncturableKey::kNodeBytes);
  }
  Slot whole(std::vector<std::uint32_t>{});
  CHECK(whole.files().parts.empty());
  CHECK(whole.files().own.size() == kKeySlotFixedBytes + PuncturableKey::kNodeBytes);
  CHECK(listed_parts(whole.files().own).empty());
  CHECK(whole.opens(whole.files()));
}

TEST_CASE("a part opens in its own place of its own slot, and nowhere else") {
  Slot slot;
  const KeySlotFiles files = slot.files();
  REQUIRE(slot.opens(files));
  const auto fault = [&](const KeySlotFiles& changed) {
    const auto opened = open_key_slot(slot.id, changed, slot.wrapping);
    REQUIRE_FALSE(opened.has_value());
    return opened.error();
  };
  SUBCASE("a part that is missing") {
    KeySlotFiles changed = files;
    changed.parts.erase(6);
    CHECK(fault(changed) == KeySlotFault::Damaged);
    CHECK_FALSE(open_key_slot(slot.id, changed.own, slot.wrapping).has_value());
  }
  SUBCASE("a part that is not listed") {
    KeySlotFiles changed = files;
    changed.parts[7] = files.parts.at(6);
    CHECK(fault(changed) == KeySlotFault::Damaged);
  }
  SUBCASE("two parts, exchanged") {
    KeySlotFiles changed = files;
    std::swap(changed.parts.at(0), changed.parts.at(6));
    CHECK(fault(changed) == KeySlotFault::OtherSlot);
    // Neither does a part open that claims to be the other.
    changed.parts.at(0).replace(
        kKeySlotHeadBytes, 2, files.parts.at(0).substr(kKeySlotHeadBytes, 2));
    CHECK(open_key_part(slot.id, 0, changed.parts.at(0), slot.wrapping).error() ==
          KeySlotFault::Damaged);
  }
  SUBCASE("the same part of another slot") {
    Slot other;
    other.id.number = 6;
    KeySlotFiles changed = files;
    changed.parts.at(6) = other.files().parts.at(6);
    CHECK(fault(changed) == KeySlotFault::OtherSlot);
  }
  SUBCASE("a part for the slot's own file, and the reverse") {
    KeySlotFiles changed = files;
    changed.own = files.parts.at(6);
    CHECK(fault(changed) == KeySlotFault::Damaged);
    changed = files;
    changed.parts.at(6) = files.own;
    CHECK(fault(changed) == KeySlotFault::Damaged);
  }
  SUBCASE("a part under another master key") {
    const SlotWrapping second{master("second")};
    KeySlotFiles changed = files;
    changed.parts.at(6) = encode_key_part(slot.id, 6, slot.state, second, nullptr, slot.random);
    CHECK(fault(changed) == KeySlotFault::OtherMaster);
    changed.parts.at(6) =
        encode_key_part(slot.id, 6, slot.state, second, &slot.wrapping, slot.random);
    const auto opened = open_key_slot(slot.id, changed, slot.wrapping);
    REQUIRE(opened.has_value());
    CHECK(opened->has_other_master);
  }
}

TEST_CASE("an earlier copy of the slot's own file needs no part, and one of a part fits") {
  Slot slot(std::vector<std::uint32_t>{});
  const KeySlotFiles whole = slot.files();
  slot.state.tree.puncture(std::vector<std::uint32_t>{5, 6 * kPartLeaves}, 0);
  const KeySlotFiles before = slot.files();
  slot.state.tree.puncture(std::vector<std::uint32_t>{6 * kPartLeaves + 1}, 0);
  const KeySlotFiles after = slot.files();
  CHECK(slot.opens(whole));
  KeySlotFiles mixed = after;
  mixed.parts.at(6) = before.parts.at(6);
  const auto opened = open_key_slot(slot.id, mixed, slot.wrapping);
  REQUIRE(opened.has_value());
  CHECK(opened->state.tree.has(6 * kPartLeaves + 1));
  CHECK_FALSE(opened->state.tree.has(6 * kPartLeaves));
  // A file opens nothing that was punctured before it was written.
  CHECK_FALSE(open_key_slot(slot.id, after, slot.wrapping)->state.tree.has(6 * kPartLeaves + 1));
}

void check_every_change(const std::string& bytes,
                        std::size_t head_bytes,
                        const std::function<std::optional<KeySlotFault>(std::string_view)>& open) {
  const std::size_t second = head_bytes + kKeySlotEntryBytes;
  REQUIRE_FALSE(open(bytes).has_value());
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const std::size_t byte = bit / 8;
    if (byte >= second && byte < second + kKeySlotEntryBytes) continue;  // the unused entry
    std::string changed = bytes;
    changed[byte] = static_cast<char>(changed[byte] ^ (1 << (bit % 8)));
    CAPTURE(bit);
    CHECK(open(changed).has_value());
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(open(std::string_view(bytes).substr(0, size)).has_value());
  }
  CHECK(open(bytes + "x").has_value());
}

TEST_CASE("no changed or cut file of a divided slot is accepted") {
  Slot slot;
  const KeySlotFiles files = slot.files();
  check_every_change(files.own, kKeySlotHeadBytes + kKeyPartListBytes, [&](std::string_view own) {
    const auto opened =
        open_key_slot(slot.id, KeySlotFiles{std::string(own), files.parts}, slot.wrapping);
    return opened ? std::nullopt : std::optional(opened.error());
  });
  check_every_change(files.parts.at(6), kKeyPartHeadBytes, [&](std::string_view part) {
    const auto opened = open_key_part(slot.id, 6, part, slot.wrapping);
    return opened ? std::nullopt : std::optional(opened.error());
  });
}

}  // namespace countersign::key_slot_test
