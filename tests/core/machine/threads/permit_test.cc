#include "core/machine/threads/permit.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

namespace countersign::permit_test {

// Writes down what is given back, in order.
class Desk {
 public:
  using Key = Permit<Desk, std::string>;
  Key take(std::string name) { return Key(*this, std::move(name)); }
  const std::string& back() const { return back_; }

 private:
  friend Key;
  void give_back(const std::string& name) { back_ += name; }
  std::string back_;
};

TEST_CASE("a permit is given back once, when its last holder is destroyed") {
  Desk desk;
  {
    std::optional<Desk::Key> first = desk.take("a");
    const Desk::Key second = *std::move(first);
    // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is tested.
    first.reset();
    CHECK(desk.back().empty());
    CHECK(*second.operator->() == "a");
  }
  CHECK(desk.back() == "a");
}

TEST_CASE("a permit that takes over another one gives its own back") {
  Desk desk;
  {
    Desk::Key kept = desk.take("a");
    Desk::Key other = desk.take("b");
    kept = std::move(other);
    CHECK(desk.back() == "a");
  }
  CHECK(desk.back() == "ab");
}

TEST_CASE("a permit that takes over itself is kept") {
  Desk desk;
  {
    Desk::Key kept = desk.take("a");
    Desk::Key& same = kept;
    kept = std::move(same);
    CHECK(desk.back().empty());
  }
  CHECK(desk.back() == "a");
}

}  // namespace countersign::permit_test
