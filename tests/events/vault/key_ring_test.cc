#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/events/support/key_folder.h"

namespace countersign::key_ring_test {

TEST_CASE("the name of a slot says its day, and no other text names one") {
  const KeySlotId id{20261221, 0xabc};
  CHECK(to_string(id) == "20261221.0000000000000abc");
  CHECK(parse_key_slot_id("20261221.0000000000000abc") == id);
  for (const char* wrong : {"",
                            "20261221",
                            "20261221.abc",
                            "20261221-0000000000000abc",
                            "20261221.0000000000000ABC",
                            "20261221.0000000000000abc.new",
                            "+0261221.0000000000000abc"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_key_slot_id(wrong).has_value());
  }
}

TEST_CASE_FIXTURE(KeyFolder,
                  "a day has one slot, made when it is needed, that is there again later") {
  const WrappedKey first = wrap();
  CHECK(slot_of(first).day == 20261221);
  CHECK(slot_of(wrap()) == slot_of(first));
  CHECK(slot_of(wrap("20261222")) != slot_of(first));
  CHECK(ring->slots().size() == 2);
  REQUIRE(open("first") == "");
  CHECK(ring->slots().size() == 2);
  CHECK(slot_of(wrap()) == slot_of(first));
  CHECK(opens(first));
}

TEST_CASE_FIXTURE(KeyFolder, "a slot file is its owner's alone, and shows no key") {
  const WrappedKey wrapped = wrap();
  for (const auto& entry : std::filesystem::directory_iterator(path())) {
    struct ::stat status {};
    REQUIRE(::stat(entry.path().c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK(status.st_size >= static_cast<::off_t>(kKeySlotFixedBytes));
  }
  CHECK(wrapped.value().find(text_of(key.reveal()).substr(0, 8)) == std::string::npos);
}

std::string plain(const KeySlotState& state) {
  std::string bytes(state.tree.rest().encoded_bytes(), '\0');
  state.tree.rest().encode({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return std::to_string(state.reserved) + bytes;
}

TEST_CASE("no changed, cut, earlier or foreign slot is accepted, and each is refused by name") {
  OsRandom random;
  const KeySlotId id{20261221, 5};
  const SlotWrapping wrapping{master("first")};
  KeySlotState state{4096, DividedKey(PuncturableKey::random(random))};
  state.tree.puncture(std::vector<std::uint32_t>{7, 9});
  const std::string bytes = encode_key_slot(id, state, wrapping, nullptr, random);
  REQUIRE(bytes.size() == kKeySlotFixedBytes + state.tree.seeds() * PuncturableKey::kNodeBytes);
  const auto opened = open_key_slot(id, bytes, wrapping);
  REQUIRE(opened.has_value());
  CHECK(plain(opened->state) == plain(state));
  CHECK_FALSE(opened->has_other_master);
  const auto fault = [&](const std::string& changed) {
    const auto read = open_key_slot(id, changed, wrapping);
    REQUIRE_FALSE(read.has_value());
    return read.error();
  };
  const std::size_t unused_entry = kKeySlotHeadBytes + kKeySlotEntryBytes;
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const std::size_t byte = bit / 8;
    // A second entry, of whatever master key, says nothing about the first.
    if (byte >= unused_entry && byte < unused_entry + kKeySlotEntryBytes) continue;
    std::string changed = bytes;
    changed[byte] = static_cast<char>(changed[byte] ^ (1 << (bit % 8)));
    const bool is_name = byte >= 8 && byte < kKeySlotHeadBytes;
    const bool is_master = byte >= kKeySlotHeadBytes && byte < kKeySlotHeadBytes + 32;
    CAPTURE(bit);
    CHECK(fault(changed) == (is_name     ? KeySlotFault::OtherSlot
                             : is_master ? KeySlotFault::OtherMaster
                                         : KeySlotFault::Damaged));
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(fault(bytes.substr(0, size)) == KeySlotFault::Damaged);
  }
  CHECK(fault(bytes + "x") == KeySlotFault::Damaged);
  CHECK(fault("CSIGKEY\x01" + bytes.substr(8)) == KeySlotFault::EarlierFormat);
  CHECK(fault(std::string("CSIGKEY\x01") + std::string(504, 'x')) == KeySlotFault::EarlierFormat);
  CHECK(open_key_slot({20261221, 6}, bytes, wrapping).error() == KeySlotFault::OtherSlot);
  CHECK(open_key_slot(id, bytes, SlotWrapping(master("second"))).error() ==
        KeySlotFault::OtherMaster);
  // The sealed state of another file of the same slot.
  const std::string other = encode_key_slot(id, state, wrapping, nullptr, random);
  const std::size_t at = kKeySlotHeadBytes + 2 * kKeySlotEntryBytes;
  CHECK(fault(bytes.substr(0, at) + other.substr(at)) == KeySlotFault::Damaged);
}

TEST_CASE_FIXTURE(KeyFolder, "a slot that cannot be used is told with the reason") {
  const KeySlotId earlier{20270101, 1};
  const KeySlotId foreign{20270101, 2};
  const WrappedKey wrapped = wrap();
  std::ofstream(path() / to_string(earlier)) << "CSIGKEY\x01" << std::string(504, 'x');
  std::filesystem::copy_file(path() / to_string(slot_of(wrapped)), path() / to_string(foreign));
  REQUIRE(open("first") == "");
  CHECK(ring->fault_of(earlier) == KeySlotFault::EarlierFormat);
  CHECK(ring->fault_of(foreign) == KeySlotFault::OtherSlot);
  CHECK_FALSE(ring->fault_of(slot_of(wrapped)).has_value());
  CHECK(opens(wrapped));
}

TEST_CASE_FIXTURE(KeyFolder, "a retired slot opens what it wrapped and wraps nothing more") {
  const WrappedKey before = wrap();
  ring->retire(slot_of(before));
  const WrappedKey after = wrap();
  CHECK(slot_of(after) != slot_of(before));
  CHECK(slot_of(after).day == slot_of(before).day);
  CHECK(opens(before));
  ring->retire(slot_of(after));
  ring->restore(slot_of(before));
  CHECK(slot_of(wrap()) == slot_of(before));
}

TEST_CASE_FIXTURE(KeyFolder, "a destroyed slot is overwritten where it lay, and opens nothing") {
  const WrappedKey wrapped = wrap();
  const std::string bytes = content(slot_of(wrapped));
  // Read through an open descriptor, as a process that holds the file open would.
  const int held = ::open((path() / to_string(slot_of(wrapped))).c_str(), O_RDONLY);
  REQUIRE(held >= 0);
  REQUIRE(ring->destroy(slot_of(wrapped)).has_value());
  const std::string left = read_at_start(held);
  ::close(held);
  CHECK(left != bytes);
  CHECK(left.size() == bytes.size());
  CHECK_FALSE(open_key_slot(slot_of(wrapped), left, SlotWrapping(master("first"))).has_value());
  CHECK_FALSE(std::filesystem::exists(path() / to_string(slot_of(wrapped))));
  CHECK(ring->unwrap(session, wrapped).error() == UnwrapError::NoSlot);
  CHECK(ring->destroy(slot_of(wrapped)).has_value());  // destroying the slot again succeeds
  REQUIRE(open("first") == "");
  CHECK(ring->unwrap(session, wrapped).error() == UnwrapError::NoSlot);
}

TEST_CASE_FIXTURE(KeyFolder,
                  "between the two steps of a rotation either master key opens every slot") {
  const WrappedKey wrapped = wrap();
  const Digest derived = sha256(ring->derive("token").reveal());
  REQUIRE(*ring->add_master(master("second")) == 2);  // including the service slot
  const WrappedKey meanwhile = wrap("20261225");

  SUBCASE("a start with the old key drops the new one") {
    REQUIRE(open("first") == "");
    CHECK(opens(wrapped));
    CHECK(opens(meanwhile));
    CHECK(open("second") != "");
  }
  SUBCASE("a start with the new key drops the old one") {
    REQUIRE(open("second") == "");
    CHECK(opens(wrapped));
    CHECK(opens(meanwhile));
    CHECK(sha256(ring->derive("token").reveal()) == derived);
    CHECK(open("first") != "");
  }
  SUBCASE("the rotation is finished") {
    REQUIRE(ring->keep_one_master().has_value());
    CHECK(opens(wrapped));
    CHECK(ring->master_id() == Sha256(master("second").id()));
    CHECK(open("first") != "");
    REQUIRE(open("second") == "");
    CHECK(opens(meanwhile));
    CHECK(sha256(ring->derive("token").reveal()) == derived);
  }
}

TEST_CASE_FIXTURE(KeyFolder, "what a rotation replaces is overwritten where it lay") {
  const KeySlotId slot = slot_of(wrap());
  const int held = ::open((path() / to_string(slot)).c_str(), O_RDONLY);
  REQUIRE(held >= 0);
  REQUIRE(ring->add_master(master("second")).has_value());
  CHECK_FALSE(open_key_slot(slot, read_at_start(held), SlotWrapping(master("first"))).has_value());
  ::close(held);
}

TEST_CASE_FIXTURE(KeyFolder,
                  "a slot that a crash left half written is removed, a damaged one told") {
  const WrappedKey wrapped = wrap();
  std::ofstream(path() / (to_string(slot_of(wrapped)) + ".new")) << "half";
  const KeySlotId damaged{20270101, 1};
  std::ofstream(path() / to_string(damaged)) << "not a slot";
  REQUIRE(open("first") == "");
  CHECK(opens(wrapped));
  CHECK(ring->damaged() == std::vector<KeySlotId>{damaged});
  CHECK_FALSE(ring->has(damaged));
  CHECK_FALSE(std::filesystem::exists(path() / (to_string(slot_of(wrapped)) + ".new")));
}

TEST_CASE_FIXTURE(KeyFolder,
                  "slots that are not there, or lack the service slot, are not made anew") {
  wrap();
  std::filesystem::remove(path() / to_string(kServiceSlot));
  CHECK(open("first").find("service slot") != std::string::npos);
  CHECK(open("first", true).find("service slot") != std::string::npos);
  std::filesystem::remove_all(path());
  CHECK(open("first").find("earlier version") != std::string::npos);
}

}  // namespace countersign::key_ring_test
