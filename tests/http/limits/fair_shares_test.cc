#include "http/limits/fair_shares.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace countersign::http::fair_shares_test {

std::size_t take_all(FairShares& shares,
                     const std::string& client,
                     std::vector<FairShares::Share>& held) {
  std::size_t taken = 0;
  while (auto share = shares.take(ClientKey(client))) {
    held.push_back(*std::move(share));
    ++taken;
  }
  return taken;
}

TEST_CASE("a client that takes all it can leaves as much to the others") {
  FairShares shares(12);
  std::vector<FairShares::Share> first;
  std::vector<FairShares::Share> second;
  std::vector<FairShares::Share> third;
  CHECK(take_all(shares, "a", first) == 6);
  CHECK(take_all(shares, "b", second) == 3);
  CHECK(take_all(shares, "c", third) == 2);
  CHECK(shares.taken() == 11);
  // The shares that the greedy client gives back are available to clients that have fewer.
  first.clear();
  CHECK(take_all(shares, "c", third) == 3);
  CHECK_FALSE(shares.take(ClientKey("d"), 100).has_value());
  second.clear();
  third.clear();
  CHECK(shares.taken() == 0);
}

TEST_CASE("a client takes no more than the limit of each, however much is free") {
  FairShares shares(12, 4);
  std::vector<FairShares::Share> first;
  std::vector<FairShares::Share> second;
  std::vector<FairShares::Share> third;
  CHECK(take_all(shares, "a", first) == 4);
  CHECK(take_all(shares, "b", second) == 4);
  CHECK(take_all(shares, "c", third) == 2);
  third.clear();
  first.pop_back();
  CHECK(take_all(shares, "a", first) == 1);
  CHECK_FALSE(shares.take(ClientKey("d"), 5).has_value());
}

TEST_CASE("a single thing can be had by the first who comes, and a share moves") {
  FairShares shares(1);
  auto held = shares.take(ClientKey("a"));
  REQUIRE(held.has_value());
  CHECK_FALSE(shares.take(ClientKey("b")).has_value());
  const FairShares::Share moved = *std::move(held);
  // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is tested.
  held.reset();
  CHECK(shares.taken() == 1);
}

TEST_CASE("amounts at the end of the numbers are refused, and nothing overflows") {
  FairShares shares(100);
  const auto held = shares.take(ClientKey("a"), 10);
  REQUIRE(held.has_value());
  for (const std::uint64_t amount :
       {std::uint64_t{91}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    CHECK_FALSE(shares.take(ClientKey("a"), amount).has_value());
    CHECK_FALSE(shares.take(ClientKey("b"), amount).has_value());
  }
  CHECK(shares.taken() == 10);
}

}  // namespace countersign::http::fair_shares_test
