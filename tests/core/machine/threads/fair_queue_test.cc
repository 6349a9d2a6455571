#include "core/machine/threads/fair_queue.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace countersign::fair_queue_test {

ClientKey client(char name) { return ClientKey(std::string(1, name)); }

// Each letter of `pushed` is one item of that client. Returns the clients in the order of their
// turns.
std::string turns_of(const std::string& pushed, std::size_t each = 100, std::size_t all = 1000) {
  FairQueue<char> queue({.each_client = each, .all = all});
  for (const char name : pushed) {
    if (queue.has_room(client(name))) queue.push(client(name), name);
  }
  std::string order;
  while (const auto next = queue.pop()) order += *next;
  CHECK(queue.empty());
  return order;
}

TEST_CASE("clients take turns, however many items one of them has") {
  struct Row {
    const char* pushed;
    const char* order;
  };
  for (const Row& row : std::vector<Row>{{"", ""},
                                         {"a", "a"},
                                         {"aaaa", "aaaa"},
                                         {"aaaab", "abaaa"},
                                         {"aaaabb", "ababaa"},
                                         {"aaabbbccc", "abcabcabc"},
                                         {"abcabc", "abcabc"},
                                         {"cba", "cba"}}) {
    CAPTURE(row.pushed);
    CHECK(turns_of(row.pushed) == row.order);
  }
}

TEST_CASE("items of one client keep their order") {
  FairQueue<int> queue({.each_client = 10, .all = 10});
  for (int i = 0; i < 4; ++i) queue.push(client('a'), i);
  queue.push(client('b'), 10);
  std::vector<int> order;
  while (const auto next = queue.pop()) order.push_back(*next);
  CHECK(order == std::vector<int>{0, 10, 1, 2, 3});
}

TEST_CASE("an item of a client that has none waiting comes after one of each other at most") {
  FairQueue<char> queue({.each_client = 100, .all = 1000});
  for (int i = 0; i < 50; ++i) queue.push(client('a'), 'a');
  for (int i = 0; i < 50; ++i) queue.push(client('b'), 'b');
  for (int before = 0; before < 4; ++before) CHECK(queue.pop().has_value());
  queue.push(client('c'), 'c');
  // a and b continue to push, but get no turn before c.
  std::string order;
  for (int i = 0; i < 3; ++i) {
    queue.push(client('a'), 'a');
    queue.push(client('b'), 'b');
    order += *queue.pop();
  }
  CHECK(order == "abc");
}

TEST_CASE("a client fills its own line, but no other line and not the whole queue") {
  CHECK(turns_of("aaaaaabb", 3) == "ababa");
  // The limit of all items applies to clients that have an item waiting. A client's first item is
  // accepted.
  CHECK(turns_of("aaaabbbbcccd", 3, 4) == "abcdaa");
}

TEST_CASE("an item that is taken out before its turn leaves the others' turns as they were") {
  FairQueue<int> queue({.each_client = 10, .all = 10});
  queue.push(client('a'), 1);
  queue.push(client('b'), 2);
  queue.push(client('a'), 3);
  queue.push(client('c'), 4);
  queue.remove(client('b'), 2);
  queue.remove(client('a'), 1);
  CHECK(queue.size() == 2);
  CHECK(queue.pop() == 3);
  CHECK(queue.pop() == 4);
  CHECK_FALSE(queue.pop().has_value());
}

}  // namespace countersign::fair_queue_test
