#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/big_endian.h"
#include "events/crypto/hmac.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/key_backup.h"
#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tests/projections/support/held_slots.h"
#include "tests/projections/support/open_folder.h"

// A hunt for the keys of an erased session: in every file of the folder, of its backups and of the
// copies of its keys, in files that somebody holds open, and in the memory of this process.
namespace countersign::seed_hunt_test {

namespace fs = std::filesystem;

using Value = std::array<std::uint8_t, 32>;

Value inverted(Value value) {
  for (std::uint8_t& byte : value) byte = static_cast<std::uint8_t>(~byte);
  return value;
}

// Values that must not be found. Kept inverted, so that the hunt does not find this list.
class Wanted {
 public:
  void add_inverted(const Value& value, const std::string& name) {
    std::uint64_t word = 0;
    std::memcpy(&word, value.data(), sizeof(word));
    begins_[beginning(~value[0], ~value[1])] = true;
    by_word_.emplace(~word * kMix, Named{value, name});
  }
  std::size_t size() const { return by_word_.size(); }

  // The names of the values that are in `bytes`.
  std::vector<std::string> found_in(std::string_view bytes) const {
    std::vector<std::string> names;
    const char* const all = bytes.data();
    for (std::size_t at = 0; at + sizeof(Value) <= bytes.size(); ++at) {
      if (at % kPage == 0 && is_zero(bytes.substr(at, kPage))) {
        at += kPage - 1;
        continue;
      }
      if (!begins_[beginning(all[at], all[at + 1])]) continue;
      std::uint64_t word = 0;
      std::memcpy(&word, all + at, sizeof(word));
      const auto found = by_word_.find(word * kMix);
      if (found == by_word_.end()) continue;
      const auto same = [](std::uint8_t inverted, char byte) {
        return static_cast<std::uint8_t>(~inverted) == static_cast<std::uint8_t>(byte);
      };
      const Value& value = found->second.inverted;
      if (std::equal(value.begin(), value.end(), bytes.data() + at, same)) {
        names.push_back(found->second.name);
      }
    }
    return names;
  }

 private:
  static constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;  // odd, so that no word gets lost
  static constexpr std::size_t kPage = 4096;

  // The first two bytes, which tell most places from those of a value.
  static constexpr std::size_t beginning(int first, int second) {
    return static_cast<std::size_t>((first & 0xff) | (second & 0xff) << 8);
  }
  static bool is_zero(std::string_view bytes) {
    static constexpr std::array<char, kPage> kZeros{};
    return bytes.size() == kPage && std::memcmp(bytes.data(), kZeros.data(), kPage) == 0;
  }

  std::array<bool, 0x10000> begins_{};
  struct Named {
    Value inverted;
    std::string name;
  };
  std::unordered_map<std::uint64_t, Named> by_word_;
};

struct Seed {
  std::uint32_t place = 0;
  Value value{};
};

// The seeds of a slot's file, read by the formats alone.
std::vector<Seed> seeds_of(const KeySlotId& id, const std::string& file, const MasterKey& master) {
  const auto opened = open_key_rest(id, file, SlotWrapping(master));
  if (!opened) return {};
  std::vector<std::uint8_t> bytes(opened->tree.encoded_bytes());
  opened->tree.encode(bytes);
  std::vector<Seed> seeds;
  for (std::size_t at = 4; at < bytes.size(); at += 36) {
    Seed seed{big_endian<std::uint32_t>(text_of(ByteView(bytes).subspan(at)))};
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at + 4), 32, seed.value.begin());
    seeds.push_back(seed);
  }
  cleanse(bytes);
  return seeds;
}

Value child_of(const Value& seed, bool right) {
  const std::string message = std::string("countersign key tree v1") + (right ? '\1' : '\0');
  return hmac_sha256(seed, message);
}

// The seeds on the path from the root's seed down to the leaf; the last one is the leaf's key.
using Path = std::array<Value, kTreeDepth + 1>;
Path path_to(std::uint32_t leaf, const Value& root) {
  Path path{root};
  for (unsigned level = 1; level <= kTreeDepth; ++level) {
    path[level] = child_of(path[level - 1], (leaf >> (kTreeDepth - level)) % 2 == 1);
  }
  return path;
}

// Runs `work` in another process, so that what it computes leaves nothing in the memory of this
// one. Returns whether it returned true. A requirement that fails in `work` ends that process,
// which would otherwise go on with the other tests.
bool elsewhere_holds(const std::function<bool()>& work) {
  const auto holds = [&work]() noexcept { return work(); };
  const ::pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(holds() ? 0 : 1);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Whether the seed, taken for the seed of any place above the leaf, leads to a wanted value.
bool leads_to(const Value& seed, std::uint32_t leaf, const Wanted& wanted) {
  for (std::uint32_t place = kTreeLeaves + leaf; place > 0; place /= 2) {
    Value value = seed;
    unsigned levels = 0;
    while ((kTreeLeaves + leaf) >> levels != place) ++levels;
    for (; levels > 0; --levels) {
      value = child_of(value, ((kTreeLeaves + leaf) >> (levels - 1)) % 2 == 1);
    }
    const bool found = !wanted.found_in(text_of(ByteView(value))).empty();
    cleanse(value);
    if (found) return true;
  }
  return false;
}

// The wanted values in the writable memory of this process, and their mappings, a line for each.
// Only a sanitizer has mappings of this size, of terabytes: they hold its notes on the program's
// bytes, and no byte of the program.
constexpr std::uint64_t kSanitizerBytes = std::uint64_t{64} << 30;
std::string found_in_memory(const Wanted& wanted) {
  std::string found;
  std::ifstream maps("/proc/self/maps");
  const OwnedFd memory(::open("/proc/self/mem", O_RDONLY | O_CLOEXEC));
  REQUIRE(memory);
  std::string buffer;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    char dash = 0;
    std::string rights;
    words >> std::hex >> from >> dash >> to >> rights;
    if (!rights.starts_with("rw") || to - from >= kSanitizerBytes) continue;
    constexpr std::uint64_t kAtOnce = 1 << 20;
    for (std::uint64_t at = from; at < to; at += kAtOnce) {
      // Pieces overlap, so that a value across two of them is seen.
      buffer.assign(std::min(to - at, kAtOnce + sizeof(Value)), '\0');
      const ::ssize_t size =
          ::pread(memory.get(), buffer.data(), buffer.size(), static_cast<::off_t>(at));
      for (const std::string& name :
           wanted.found_in(std::string_view(buffer).substr(0, size > 0 ? size : 0))) {
        found += name + " in " + line + "\n";
      }
      cleanse({reinterpret_cast<std::uint8_t*>(buffer.data()), buffer.size()});
    }
  }
  return found;
}

std::string found_in_files(const fs::path& folder, const Wanted& wanted) {
  std::string found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    for (const std::string& name : wanted.found_in(content_of(entry.path()))) {
      found += name + " in " + entry.path().filename().string() + "\n";
    }
  }
  return found;
}

struct Hunt : OpenFolder {
  TempFolder elsewhere;
  OsRandom random;
  Wanted wanted;

  fs::path copies() const { return elsewhere.path() / "keys-copy"; }

  // REQUIRES: nothing was punctured before.
  void want(const KeyLeaf& leaf) {
    const std::string file = content_of(path() / "keys" / to_string(leaf.slot));
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    const OwnedFd from(ends[0]);
    const OwnedFd to(ends[1]);
    Path path;
    REQUIRE(elsewhere_holds([&] {
      const auto seeds = seeds_of(leaf.slot, file, options().master_key);
      if (seeds.size() != 1 || seeds[0].place != 1) return false;
      std::ranges::transform(path_to(leaf.leaf, seeds[0].value), path.begin(), inverted);
      return ::write(to.get(), path.data(), sizeof(path)) == sizeof(path);
    }));
    REQUIRE(::read(from.get(), path.data(), sizeof(path)) == sizeof(path));
    for (std::size_t level = 0; level < path.size(); ++level) {
      wanted.add_inverted(path[level], to_string(leaf) + " level " + std::to_string(level));
    }
  }
  void back_up() {
    REQUIRE(create_backup(data(), {elsewhere.path() / "backup"}).has_value());
    REQUIRE(back_up_keys(data(), copies(), random).has_value());
  }
  // Tries every seed of every slot that can still be opened, by name or by an open file.
  bool any_seed_leads_to(const std::vector<HeldSlot>& held, const KeyLeaf& leaf) {
    const auto tries = [&](const KeySlotId& id, const std::string& file) {
      const auto seeds = seeds_of(id, file, options().master_key);
      tried += seeds.size();
      return std::ranges::any_of(
          seeds, [&](const Seed& seed) { return leads_to(seed.value, leaf.leaf, wanted); });
    };
    for (const HeldSlot& slot : held) {
      std::string bytes(kKeySlotBytesMax, '\0');
      const ::ssize_t size = ::pread(slot.file.get(), bytes.data(), bytes.size(), 0);
      REQUIRE(size > 0);
      if (tries(slot.id, bytes.substr(0, static_cast<std::size_t>(size)))) return true;
    }
    for (const fs::path& folder : {path() / "keys", copies() / "keys"}) {
      for (const auto& entry : fs::directory_iterator(folder)) {
        const auto id = parse_key_slot_id(entry.path().filename().string());
        if (id && tries(*id, content_of(entry.path()))) return true;
      }
    }
    return false;
  }

  std::size_t tried = 0;
};

TEST_CASE_FIXTURE(Hunt, "no seed above an erased leaf is left in any file or in memory") {
  for (std::uint64_t n = 1; n <= 5; ++n) capture_and_finalize(n);
  back_up();
  const KeyLeaves erased = leaves(3);
  want(erased.leaf);
  want(*erased.previous);
  REQUIRE(wanted.size() == 2 * (kTreeDepth + 1));
  std::vector<HeldSlot> held = hold_slots_of(path() / "keys");
  std::ranges::move(hold_slots_of(copies() / "keys"), std::back_inserter(held));
  // The hunt finds what is there.
  REQUIRE(elsewhere_holds([&] {
    return !found_in_memory(wanted).empty() && any_seed_leads_to(held, erased.leaf) &&
           any_seed_leads_to(held, *erased.previous);
  }));

  REQUIRE(purge_session(data(),
                        session_id(3),
                        {ActorKind::Client, "svck_acme"},
                        RequestId("r-erase"),
                        clock.now())
              .has_value());
  back_up();
  for (const bool is_swept : {false, true}) {
    CAPTURE(is_swept);
    tried = 0;
    CHECK_FALSE(any_seed_leads_to(held, erased.leaf));
    CHECK_FALSE(any_seed_leads_to(held, *erased.previous));
    CHECK(tried > 2 * kTreeDepth);
    CHECK(found_in_files(path(), wanted) == "");
    CHECK(found_in_files(elsewhere.path(), wanted) == "");
    CHECK(found_in_memory(wanted) == "");
    REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  }
  for (const std::uint64_t n : {1, 2, 4, 5}) {
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
}

}  // namespace countersign::seed_hunt_test
