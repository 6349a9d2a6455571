#include "events/audit/state/session_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "events/audit/state/state_folder.h"
#include "events/audit/streams/session_hash.h"
#include "events/crypto/os_random.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::session_run_test {

using States = std::map<std::pair<std::uint64_t, SessionId>, std::string>;

struct Folder {
  const TempFolder temp;
  const HeldFolder held = *HeldFolder::make(temp.path() / "state");
  const MasterKey key{SecretBytes<32>(Digest{9})};
  OsRandom random;
  std::mt19937_64 numbers{61};

  SessionId some_session() {
    Uuid id{};
    for (std::uint8_t& byte : id) byte = static_cast<std::uint8_t>(numbers());
    return SessionId(id);
  }
  States some_states(std::size_t count) {
    States states;
    while (states.size() < count) {
      states[session_key(some_session())] = std::string(numbers() % 300, 's');
    }
    return states;
  }
  RunWriter writer() {
    const std::string name = drawn_state_name("run-", random);
    return RunWriter(*SealedWriter::create(held, name, key_of_file(key, name)));
  }
  SessionRun written(const States& states) {
    RunWriter run = writer();
    for (const auto& [key_of, state] : states) CHECK_FALSE(run.add(key_of.second, state));
    return *run.finish();
  }
  RunReader reader(const SessionRun& run) const {
    return {*SealedReader::open(held, run.name, run.bytes, key_of_file(key, run.name)), run};
  }
  States walked(const SessionRun& run) const {
    RunReader walk = reader(run);
    States states;
    for (;;) {
      const auto record = walk.next();
      REQUIRE(record.has_value());
      if (!*record) return states;
      states[session_key((*record)->session)] = (*record)->state;
    }
  }
};

TEST_CASE_FIXTURE(Folder, "a run finds each of its sessions and no other, and gives all in order") {
  for (const std::size_t count : {1, 2, 30, 400, 20'000}) {
    CAPTURE(count);
    const States states = some_states(count);
    const SessionRun run = written(states);
    CHECK(run.sessions == count);
    RunReader search = reader(run);
    std::size_t asked = 0;
    for (const auto& [key_of, state] : states) {
      if (++asked % (count / 100 + 1) != 0) continue;
      const auto found = search.find(key_of.second);
      REQUIRE(found.has_value());
      CHECK(*found == state);
    }
    for (int i = 0; i < 50; ++i) CHECK_FALSE(search.find(some_session())->has_value());
    CHECK(walked(run) == states);
  }
}

TEST_CASE_FIXTURE(Folder, "a state that is larger than a block has a block of its own") {
  States states = some_states(20);
  states.begin()->second = std::string(100'000, 'l');
  std::prev(states.end())->second = std::string(70'000, 'l');
  CHECK(walked(written(states)) == states);
}

TEST_CASE_FIXTURE(Folder, "of two runs that are merged the newer state of a session wins") {
  const States older = some_states(3'000);
  States newer = some_states(700);
  std::size_t n = 0;
  for (const auto& [key_of, state] : older) {
    if (++n % 5 == 0) newer[key_of] = n % 10 == 0 ? "" : "newer";
  }
  RunReader first = reader(written(older));
  RunReader second = reader(written(newer));
  RunWriter both = writer();
  REQUIRE_FALSE(merge_runs(first, second, both));
  States expected = newer;
  expected.insert(older.begin(), older.end());
  CHECK(walked(*both.finish()) == expected);
}

TEST_CASE("many audits leave a logarithm of runs, and rewrite a session a logarithm of times") {
  const TempFolder temp;
  OsRandom random;
  std::mt19937_64 numbers(62);
  auto state = StateFolder::open(
      temp.path() / "state", MasterKey(SecretBytes<32>(Digest{1})), "log", {"1", 1, 1}, random);
  REQUIRE(state.has_value());
  std::map<SessionId, std::string> newest;
  std::uint64_t most = 0;
  constexpr std::uint64_t kAudits = 200;
  for (std::uint64_t audit = 1; audit <= kAudits; ++audit) {
    States touched;
    for (int i = 0; i < 40; ++i) {
      Uuid id{};
      id[0] = static_cast<std::uint8_t>(numbers());
      id[1] = static_cast<std::uint8_t>(numbers() % 16);
      touched[session_key(SessionId(id))] = std::to_string(audit);
    }
    auto run = state->new_run();
    REQUIRE(run.has_value());
    for (const auto& [key_of, text] : touched) {
      CHECK_FALSE(run->add(key_of.second, text));
      newest[key_of.second] = text;
    }
    REQUIRE_FALSE(state->prepare(audit, Sha256(), "pass", *run->finish()));
    REQUIRE_FALSE(state->commit());
    most = std::max<std::uint64_t>(most, state->manifest()->runs.size());
  }
  CHECK(most <= 2 + static_cast<std::uint64_t>(std::log2(kAudits)));
  auto sessions = state->sessions();
  REQUIRE(sessions.has_value());
  for (const auto& [session, text] : newest) CHECK(**sessions->find(session) == text);
  CHECK(*state->pass() == "pass");
}

}  // namespace countersign::session_run_test
