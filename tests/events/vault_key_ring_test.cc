#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "events/vault/key_ring.h"
#include "tests/events/temp_folder.h"

namespace countersign {
namespace {

MasterKey master(std::string_view name) { return MasterKey(SecretBytes<32>(sha256(name))); }

struct Folder {
  TempFolder temp;
  OsRandom random;
  SessionId session{*parse_uuid("00112233-4455-4677-8899-aabbccddeeff")};
  SessionKey key = SessionKey::random(random);
  std::unique_ptr<KeyRing> ring;

  Folder() { REQUIRE(open("first", true) == ""); }

  std::filesystem::path path() const { return temp.path() / "keys"; }
  // Returns the reason why the key ring did not open; empty if it opened.
  std::string open(std::string_view master_name, bool may_create = false) {
    ring.reset();
    auto opened = KeyRing::open(path(), master(master_name), {.may_create = may_create}, random);
    if (!opened) return opened.error();
    ring = *std::move(opened);
    return "";
  }
  WrappedKey wrap(std::string_view day = "20261221") {
    const auto wrapped = ring->wrap(day, session, key);
    REQUIRE(wrapped.has_value());
    return *wrapped;
  }
  bool opens(const WrappedKey& wrapped) const {
    const auto unwrapped = ring->unwrap(session, wrapped);
    return unwrapped && std::ranges::equal(unwrapped->reveal(), key.reveal());
  }
  std::string content(const KeySlotId& slot) const {
    std::ifstream in(path() / to_string(slot), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

KeySlotId slot_of(const WrappedKey& wrapped) { return slots_of(wrapped)->slot; }

std::string read_at_start(int fd) {
  std::string bytes(kKeySlotBytes, '\0');
  REQUIRE(::pread(fd, bytes.data(), bytes.size(), 0) == static_cast<::ssize_t>(bytes.size()));
  return bytes;
}

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

TEST_CASE_FIXTURE(Folder, "a day has one slot, made when it is needed, that is there again later") {
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

TEST_CASE_FIXTURE(Folder, "a slot file is its owner's alone, of one size, and shows no key") {
  const WrappedKey wrapped = wrap();
  for (const auto& entry : std::filesystem::directory_iterator(path())) {
    struct ::stat status {};
    REQUIRE(::stat(entry.path().c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK(status.st_size == kKeySlotBytes);
  }
  CHECK(wrapped.value().find(text_of(key.reveal()).substr(0, 8)) == std::string::npos);
}

TEST_CASE("no slot with a changed bit is accepted, and no other slot's or master's key") {
  OsRandom random;
  const KeySlotId id{20261221, 5};
  const SlotWrapping wrapping{master("first")};
  const SecretBytes<32> key(sha256("slot"));
  const std::string bytes = encode_key_slot(id, key, wrapping, nullptr, random);
  REQUIRE(bytes.size() == kKeySlotBytes);
  const auto opened = open_key_slot(id, bytes, wrapping);
  REQUIRE(opened.has_value());
  CHECK(std::ranges::equal(opened->key.reveal(), key.reveal()));
  CHECK_FALSE(opened->has_other_master);
  for (std::size_t bit = 0; bit < (8 + 12 + 92) * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    CHECK_FALSE(open_key_slot(id, changed, wrapping).has_value());
  }
  CHECK_FALSE(open_key_slot({20261221, 6}, bytes, wrapping).has_value());
  CHECK_FALSE(open_key_slot(id, bytes, SlotWrapping(master("second"))).has_value());
  CHECK_FALSE(open_key_slot(id, bytes.substr(0, 511), wrapping).has_value());
}

TEST_CASE_FIXTURE(Folder, "a retired slot opens what it wrapped and wraps nothing more") {
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

TEST_CASE_FIXTURE(Folder, "a destroyed slot is overwritten where it lay, and opens nothing") {
  const WrappedKey wrapped = wrap();
  const std::string bytes = content(slot_of(wrapped));
  // Read through an open descriptor, as a process that holds the file open would.
  const int held = ::open((path() / to_string(slot_of(wrapped))).c_str(), O_RDONLY);
  REQUIRE(held >= 0);
  REQUIRE(ring->destroy(slot_of(wrapped)).has_value());
  const std::string left = read_at_start(held);
  ::close(held);
  CHECK(left != bytes);
  CHECK_FALSE(open_key_slot(slot_of(wrapped), left, SlotWrapping(master("first"))).has_value());
  CHECK_FALSE(std::filesystem::exists(path() / to_string(slot_of(wrapped))));
  CHECK(ring->unwrap(session, wrapped).error() == UnwrapError::NoSlot);
  CHECK(ring->destroy(slot_of(wrapped)).has_value());  // destroying the slot again succeeds
  REQUIRE(open("first") == "");
  CHECK(ring->unwrap(session, wrapped).error() == UnwrapError::NoSlot);
}

TEST_CASE_FIXTURE(Folder,
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

TEST_CASE_FIXTURE(Folder, "what a rotation replaces is overwritten where it lay") {
  const KeySlotId slot = slot_of(wrap());
  const int held = ::open((path() / to_string(slot)).c_str(), O_RDONLY);
  REQUIRE(held >= 0);
  REQUIRE(ring->add_master(master("second")).has_value());
  CHECK_FALSE(open_key_slot(slot, read_at_start(held), SlotWrapping(master("first"))).has_value());
  ::close(held);
}

TEST_CASE_FIXTURE(Folder, "a slot that a crash left half written is removed, a damaged one told") {
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

TEST_CASE_FIXTURE(Folder, "slots that are not there, or lack the service slot, are not made anew") {
  wrap();
  std::filesystem::remove(path() / to_string(kServiceSlot));
  CHECK(open("first").find("service slot") != std::string::npos);
  CHECK(open("first", true).find("service slot") != std::string::npos);
  std::filesystem::remove_all(path());
  CHECK(open("first").find("earlier version") != std::string::npos);
}

}  // namespace
}  // namespace countersign
