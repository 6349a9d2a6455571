#include "tools/inspector_host/connection_budget.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace countersign::connection_budget_test {

// Handshakes that a test begins, and the names of those that were cut off.
struct Door {
  Handshakes::Begun begin(const std::string& network, const std::string& name) {
    return handshakes.begin(network, [this, name] { cut.push_back(name); });
  }
  Handshakes handshakes{{.all = 4, .each_network = 2}};
  std::vector<std::string> cut{};
};

TEST_CASE("a handshake too many of one network cuts off the oldest of that network") {
  Door door;
  const auto server = door.begin("10.0.0.1", "server");
  std::vector<Handshakes::Begun> strangers;
  for (const char* name : {"1", "2", "3", "4"}) strangers.push_back(door.begin("10.0.0.9", name));
  CHECK(door.cut == std::vector<std::string>{"1", "2"});
  CHECK(door.handshakes.count() == 3);
}

TEST_CASE("too many handshakes cut off the oldest of the network that has most") {
  Door door;
  const auto server = door.begin("10.0.0.1", "server");
  const auto one = door.begin("10.0.0.8", "one");
  const auto two = door.begin("10.0.0.9", "two");
  const auto three = door.begin("10.0.0.9", "three");
  const auto newest = door.begin("10.0.0.2", "newest");
  CHECK(door.cut == std::vector<std::string>{"two"});
  CHECK(door.handshakes.count() == 4);
}

TEST_CASE("a handshake that has ended is not cut off, and makes room") {
  Door door;
  for (int i = 0; i < 10; ++i) (void)door.begin("10.0.0.1", "server");
  CHECK(door.cut.empty());
  CHECK(door.handshakes.count() == 0);
}

TEST_CASE("each server has a share of its own") {
  ServerShares shares(2);
  Digest digest{};
  const Sha256 one(digest);
  digest.fill(1);
  const Sha256 other(digest);
  CHECK(shares.take(one));
  CHECK(shares.take(one));
  CHECK_FALSE(shares.take(one));
  CHECK(shares.take(other));
  shares.give_back(one);
  CHECK(shares.take(one));
}

}  // namespace countersign::connection_budget_test
