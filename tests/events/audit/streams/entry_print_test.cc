#include "events/audit/streams/entry_print.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "events/crypto/os_random.h"

namespace countersign::entry_print_test {

using Entry = std::tuple<StreamId, StreamVersion, Sequence>;
using Entries = std::vector<Entry>;

struct Prints {
  OsRandom random;
  EntryPrint::Points points = EntryPrint::drawn_from(random);

  EntryPrint of(const Entries& entries) const {
    EntryPrint print(points);
    for (const auto& [stream, version, place] : entries) print.add(stream, version, place);
    return print;
  }
};

Entries sample() {
  Entries entries;
  for (std::uint64_t n = 1; n <= 500; ++n) {
    entries.emplace_back(
        StreamId("session-" + std::to_string(n % 37)), StreamVersion(n / 37 + 1), Sequence(n));
  }
  return entries;
}

TEST_CASE_FIXTURE(Prints, "the order of entries does not change their print") {
  Entries entries = sample();
  const EntryPrint print = of(entries);
  std::mt19937_64 shuffling(7);
  std::ranges::shuffle(entries, shuffling);
  CHECK(of(entries) == print);
  CHECK(of({}) == of({}));
}

TEST_CASE_FIXTURE(Prints, "an entry that is changed, missing or there twice changes the print") {
  const Entries entries = sample();
  const EntryPrint print = of(entries);
  for (std::size_t i = 0; i < entries.size(); i += 13) {
    Entries other = entries;
    std::get<Sequence>(other[i]) = Sequence(std::get<Sequence>(other[i]).value() ^ 1);
    CHECK_FALSE(of(other) == print);
    other = entries;
    std::get<StreamVersion>(other[i]) = StreamVersion(std::uint64_t{1} << 63);
    CHECK_FALSE(of(other) == print);
    other = entries;
    std::get<StreamId>(other[i]) = StreamId("session-");
    CHECK_FALSE(of(other) == print);
    other = entries;
    other.push_back(other[i]);
    CHECK_FALSE(of(other) == print);
    other = entries;
    other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK_FALSE(of(other) == print);
    // One entry in place of another: the number stays.
    other[0] = other[1];
    CHECK_FALSE(of(other) == print);
  }
}

TEST_CASE_FIXTURE(Prints, "versions of two streams that are exchanged change the print") {
  const Entry a{StreamId("one"), StreamVersion(1), Sequence(1)};
  const Entry b{StreamId("two"), StreamVersion(2), Sequence(2)};
  const Entry c{StreamId("one"), StreamVersion(2), Sequence(1)};
  const Entry d{StreamId("two"), StreamVersion(1), Sequence(2)};
  CHECK_FALSE(of({a, b}) == of({c, d}));
  CHECK(of({a, b}) == of({b, a}));
}

}  // namespace countersign::entry_print_test
