#include "core/machine/threads/party_turns.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::party_turns_test {

using Span = PartyTurns::Span;
using std::chrono::milliseconds;
using std::chrono::seconds;

// A party's job runs alone.
void run(PartyTurns& turns, const std::string& party, Span took, std::size_t waiting = 0) {
  turns.began(party);
  turns.ended(party, took, waiting);
}

TEST_CASE("a party that has used time has its turn after those that came meanwhile") {
  PartyTurns turns;
  run(turns, "slow", seconds(10), 9);
  CHECK(turns.now() == seconds(1));
  CHECK(turns.turn_of("slow", turns.now()) == seconds(10));
  CHECK(turns.turn_of("new", turns.now()) == seconds(1));
  // Those that come later do not go before it for ever: time goes on by what they use.
  for (int i = 0; i < 100; ++i) run(turns, "n" + std::to_string(i), seconds(1), 9);
  CHECK(turns.now() == seconds(11));
  CHECK(turns.turn_of("slow", seconds(1)) < turns.turn_of("newer", turns.now()));
}

TEST_CASE("a party that owes nothing is forgotten, and of those that owe the least is") {
  PartyTurns turns;
  run(turns, "quick", milliseconds(300));
  CHECK(turns.remembered() == 0);
  for (std::size_t i = 0; i < 2 * PartyTurns::kPartiesKept; ++i) {
    run(turns, std::to_string(i), seconds(100 + static_cast<int>(i)), 1'000'000);
  }
  CHECK(turns.remembered() == PartyTurns::kPartiesKept);
  CHECK(turns.turn_of("0", turns.now()) == turns.now());
  CHECK(turns.turn_of(std::to_string(2 * PartyTurns::kPartiesKept - 1), turns.now()) >
        seconds(600));
}

TEST_CASE("parties are slow by their last job, and leave a place where there are two") {
  PartyTurns turns;
  run(turns, "quick", milliseconds(300));
  run(turns, "a", seconds(4));
  run(turns, "b", seconds(4));
  turns.began("a");
  CHECK_FALSE(turns.may_run("b", 2));
  CHECK(turns.may_run("b", 3));
  CHECK(turns.may_run("new", 2));
  turns.ended("a", milliseconds(10), 0);
  CHECK(turns.may_run("b", 2));
  turns.began("a");  // quick now
  CHECK(turns.may_run("b", 2));
  turns.began("b");
  CHECK(turns.may_run("a", 2));
  turns.ended("b", seconds(4), 0);
  turns.ended("a", seconds(4), 0);
  CHECK(turns.may_run("a", 1));
}

TEST_CASE("where all jobs are long no party is slow, until one shows that jobs may be quick") {
  PartyTurns turns;
  const auto is_slow_beside_another = [&](Span took) {
    turns.began("a");
    turns.began("b");
    turns.ended("b", took, 0);
    const bool slow = !turns.may_run("b", 2);
    turns.ended("a", took, 0);
    return slow;
  };
  for (int i = 0; i < 10; ++i) CHECK_FALSE(is_slow_beside_another(seconds(12)));
  run(turns, "quick", milliseconds(300));
  CHECK_FALSE(is_slow_beside_another(seconds(12)));  // a was not slow when it began
  CHECK(is_slow_beside_another(seconds(12)));
  for (int i = 0; i < 200; ++i) (void)is_slow_beside_another(seconds(12));
  CHECK_FALSE(is_slow_beside_another(seconds(12)));
}

TEST_CASE(
    "of two jobs of a party that run at once the one that ends last says whether it is slow") {
  PartyTurns turns;
  run(turns, "quick", milliseconds(300));
  turns.began("a");
  turns.began("a");
  turns.ended("a", seconds(5), 0);
  run(turns, "b", seconds(5));
  CHECK_FALSE(turns.may_run("b", 2));  // a runs still, and is slow
  turns.ended("a", seconds(1), 0);
  CHECK(turns.may_run("b", 2));
  CHECK(turns.may_run("a", 2));
}

}  // namespace countersign::party_turns_test
