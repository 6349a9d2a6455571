#include "http/witness/witness_pusher.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "events/crypto/os_random.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/note/witness_request.h"
#include "tests/events/support/log_fixture.h"
#include "tests/http/support/scripted_server.h"
#include "tests/http/witness/served_witness.h"

namespace countersign::http::witness_pusher_test {

using std::chrono::milliseconds;

constexpr std::chrono::minutes kLongEnough{1};

tlog::KnownLog known_log() {
  return {tlog::log_key().verifier().name(), {tlog::log_key().verifier()}};
}

// A log and the keeper that signs its checkpoints.
struct SignedLog : test::LogFixture {
  SignedLog() { sign(); }

  void sign() {
    keeper.reset();
    auto opened = CheckpointKeeper::open(
        log(), log(), checkpoints.path(), tlog::log_key(), clock, std::chrono::hours(1));
    REQUIRE(opened.has_value());
    keeper = std::move(opened).value();
  }
  SignedCheckpoint grow(int events) {
    append_events(events);
    return *keeper->covering(log().head().sequence);
  }

  TempFolder checkpoints;
  StillClock clock;
  std::unique_ptr<CheckpointKeeper> keeper;
};

WitnessAddress address_of(const std::string& url) { return {url, tlog::witness_key().verifier()}; }

// The time at which the tests' witness cosigned the note; 0 if it did not.
std::uint64_t cosigned_at(const std::string& note) {
  const tlog::VerifierKey witness = tlog::witness_key().verifier();
  const auto opened = open_checkpoint(note, known_log(), std::span(&witness, 1));
  REQUIRE(opened.has_value());
  return opened->endorsements.back().cosigned_at_s.value_or(0);
}

// "cosigned", "conflict <witness's size> <own size>", or why the push failed.
std::string said(const PushOutcome& outcome) {
  if (std::holds_alternative<Cosigned>(outcome)) return "cosigned";
  if (const auto* conflict = std::get_if<WitnessConflict>(&outcome)) {
    return "conflict " + std::to_string(conflict->witness_size) + " " +
           std::to_string(conflict->our_size);
  }
  return std::get<PushFailed>(outcome).why;
}

// The notices that a pusher has reported, and a way to wait for them.
class Told {
 public:
  WitnessPusher::Tell tell() {
    return [this](const WitnessNotice& notice) {
      {
        const std::lock_guard lock(mutex_);
        all_.push_back(notice);
      }
      changed_.notify_all();
    };
  }
  WitnessNotice wait_for(WitnessNotice::Kind kind) {
    std::unique_lock lock(mutex_);
    const auto found = [&] {
      return std::ranges::find(all_, kind, &WitnessNotice::kind) != all_.end();
    };
    REQUIRE(changed_.wait_for(lock, kLongEnough, found));
    return *std::ranges::find(all_, kind, &WitnessNotice::kind);
  }
  std::size_t count(WitnessNotice::Kind kind) {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count(all_, kind, &WitnessNotice::kind));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<WitnessNotice> all_;
};

TEST_CASE("a witness is asked once for each checkpoint, from where it is known to be") {
  SignedLog f;
  std::vector<std::uint64_t> old_sizes;
  ServedWitness witness(known_log());
  ScriptedServer front([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    old_sizes.push_back(tlog::parse_witness_request(request.body)->old_size);
    const ClientAnswer behind = witness.add(request.body);
    return answer(behind.status, behind.body, behind.content_type);
  });
  WitnessPush push(f.log(), address_of(front.url()));
  CHECK(said(push.push(f.keeper->latest())) == "cosigned");  // for a log without events
  for (const int more : {1, 6, 300, 1}) CHECK(said(push.push(f.grow(more))) == "cosigned");
  CHECK(old_sizes == std::vector<std::uint64_t>{0, 0, 1, 7, 307});
  // Another process does not know the witness's size, and is told it.
  WitnessPush restarted(f.log(), address_of(front.url()));
  CHECK(said(restarted.push(f.grow(5))) == "cosigned");
  CHECK(old_sizes == std::vector<std::uint64_t>{0, 0, 1, 7, 307, 0, 308});
  CHECK(said(WitnessPush(f.log(), address_of(front.url())).push(f.keeper->latest())) == "cosigned");
}

TEST_CASE("a log that was put back to an older state is in conflict with its witness") {
  SignedLog f;
  ServedWitness witness(known_log());
  const SignedCheckpoint older = f.grow(10);
  CHECK(said(WitnessPush(f.log(), address_of(witness.url())).push(f.grow(20))) == "cosigned");
  WitnessPush push(f.log(), address_of(witness.url()));
  CHECK(said(push.push(older)) == "conflict 30 10");
  CHECK(said(push.push(older)) == "conflict 30 10");

  SUBCASE("and when it has grown past the witness it is another history") {
    SignedLog other;
    other.append_events(10);
    other.with(4, "otherwise").append();
    WitnessPush grown(other.log(), address_of(witness.url()));
    CHECK(said(grown.push(other.grow(1))) == "conflict 30 12");
    CHECK(said(grown.push(other.grow(18))) == "conflict 30 30");
    CHECK(said(grown.push(other.grow(10))) == "conflict 30 40");
  }
}

TEST_CASE("a witness's answer is verified before it is kept") {
  SignedLog f;
  const SignedCheckpoint checkpoint = f.grow(10);
  const std::string text = tlog::parse_note(checkpoint.note)->text;
  const auto lines = [](std::vector<tlog::NoteSignature> signatures) {
    return to_text(std::span<const tlog::NoteSignature>(signatures));
  };
  const tlog::SignerKey stranger = tlog::signer(tlog::KeyType::Witness, "stranger.example", 8);
  tlog::NoteSignature of_other_text = cosign(tlog::witness_key(), "log.example/events\n9\n", 7);
  const std::multimap<std::string, Response> rows{
      {"cosigned",
       answer(200, lines({cosign(stranger, text, 7), cosign(tlog::witness_key(), text, 7)}))},
      {"its answer has no cosignature", answer(200, "")},
      {"its answer has no cosignature of its key", answer(200, lines({cosign(stranger, text, 7)}))},
      {"its cosignature is wrong", answer(200, lines({of_other_text}))},
      {"its cosignature is wrong", answer(200, lines({cosign(tlog::witness_key(), text, 0)}))},
      {"it answered 409 without another size", answer(409, "10\n")},
      {"it answered 409 without another size", answer(409, "0\n", "text/x.tlog.size")},
      {"it answered 409 without another size", answer(409, "7", "text/x.tlog.size")},
      {"it answered 409 without another size", answer(409, "07\n", "text/x.tlog.size")},
      {"it answered 422", answer(422)},
      {"it answered 301", answer(301)},
      {"it answered 500", answer(500)},
      {"the answer is too long", answer(200, std::string(70'000, '\n'))},
  };
  for (const auto& [expected, answered] : rows) {
    const Response& response = answered;
    CAPTURE(response.body);
    ScriptedServer server(
        [&](const ScriptedServer::Request&) -> std::optional<Response> { return response; });
    CHECK(said(WitnessPush(f.log(), address_of(server.url())).push(checkpoint)) == expected);
  }
  for (const auto& [status, begins] : {std::pair{400, "it answered 400: "},
                                       {403, "it answered 403: "},
                                       {404, "it answered 404: "}}) {
    ScriptedServer server(
        [&, status = status](const ScriptedServer::Request&) -> std::optional<Response> {
          return answer(status);
        });
    const std::string why = said(WitnessPush(f.log(), address_of(server.url())).push(checkpoint));
    CHECK(why.starts_with(begins));
  }
}

TEST_CASE("a witness that names another size again and again is asked twice") {
  SignedLog f;
  int size = 0;
  ScriptedServer server([&](const ScriptedServer::Request&) -> std::optional<Response> {
    return answer(409, std::to_string(++size) + "\n", "text/x.tlog.size");
  });
  WitnessPush push(f.log(), address_of(server.url()));
  CHECK(said(push.push(f.grow(10))) == "it named another size twice");
  CHECK(server.requests() == 2);
}

TEST_CASE("every new checkpoint is cosigned, and shows it after a restart") {
  SignedLog f;
  OsRandom random;
  Told told;
  ServedWitness witness(known_log());
  auto pusher = std::make_unique<WitnessPusher>(
      f.log(), *f.keeper, random, std::vector{address_of(witness.url())}, told.tell());
  for (const int more : {0, 5, 40}) {
    if (more > 0) f.grow(more);
    const SignedCheckpoint cosigned = pusher->cosigned(kLongEnough);
    CHECK(cosigned.size == f.keeper->latest().size);
    CHECK(cosigned_at(cosigned.note) == 1'795'000'000);
    CHECK(f.keeper->latest().note == cosigned.note);
  }
  const WitnessPusher::State state = pusher->states().front();
  CHECK(state.cosigned == 3);
  CHECK(state.cosigned_size == 45);
  CHECK(state.cosigned_at_s == 1'795'000'000);
  CHECK(state.failures == 0);
  pusher.reset();
  f.sign();
  CHECK(cosigned_at(f.keeper->latest().note) == 1'795'000'000);
}

TEST_CASE("a witness that fails holds up nobody, and is told once") {
  SignedLog f;
  OsRandom random;
  Told told;
  std::atomic<bool> down{true};
  ServedWitness behind(known_log());
  ScriptedServer front([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    if (down) return answer(503);
    const ClientAnswer good = behind.add(request.body);
    return answer(good.status, good.body, good.content_type);
  });
  f.grow(5);
  WitnessPusher pusher(
      f.log(), *f.keeper, random, std::vector{address_of(front.url())}, told.tell());
  CHECK(told.wait_for(WitnessNotice::Kind::Failing).why == "it answered 503");
  // A caller that asks for cosignatures does not wait for a witness that fails.
  CHECK(cosigned_at(pusher.cosigned(kLongEnough).note) == 0);
  CHECK(f.grow(7).size == 12);
  down = false;
  CHECK(told.wait_for(WitnessNotice::Kind::Recovered).witness == "witness.example/w1");
  CHECK(cosigned_at(pusher.cosigned(kLongEnough).note) > 0);
  CHECK(pusher.states().front().cosigned_size == 12);
  CHECK(told.count(WitnessNotice::Kind::Failing) == 1);
}

TEST_CASE("a caller waiting for a silent witness goes on when the pusher is stopped") {
  SignedLog f;
  const SignedCheckpoint newest = f.grow(5);
  ScriptedServer silent([](const ScriptedServer::Request&) { return std::nullopt; });
  OsRandom random;
  Told told;
  WitnessPusher pusher(f.log(), *f.keeper, random, {address_of(silent.url())}, told.tell());
  const std::chrono::hours for_ever(1);
  std::string shown;
  std::thread waiting([&] { shown = pusher.cosigned(for_ever).note; });
  while (silent.requests() == 0) std::this_thread::yield();
  pusher.stop();
  waiting.join();
  CHECK(shown == newest.note);
  // A later caller does not wait either, as long as the pusher exists.
  CHECK(pusher.cosigned(for_ever).note == newest.note);
  CHECK(pusher.states().front().cosigned == 0);
}

TEST_CASE("a conflict is told once, is in the metrics, and does not stop the log from growing") {
  SignedLog f;
  OsRandom random;
  Told told;
  ServedWitness witness(known_log());
  {
    SignedLog lost;
    lost.append_events(2);
    lost.with(3, "lost").append();
    CHECK(said(WitnessPush(lost.log(), address_of(witness.url())).push(lost.grow(17))) ==
          "cosigned");
  }
  f.grow(4);
  WitnessPusher pusher(
      f.log(), *f.keeper, random, std::vector{address_of(witness.url())}, told.tell());
  const WitnessNotice notice = told.wait_for(WitnessNotice::Kind::Conflict);
  CHECK(notice.witness == "witness.example/w1");
  CHECK(notice.witness_size == 20);
  CHECK(notice.our_size == 4);
  CHECK(f.grow(50).size == 54);
  CHECK(pusher.states().front().in_conflict);
  PrometheusText page;
  pusher.write(page);
  const std::string text = page.take();
  CHECK(text.find("countersign_witness_conflict{witness=\"witness.example/w1\"} 1\n") !=
        std::string::npos);
  CHECK(text.find("countersign_witness_cosigned_timestamp_seconds{witness=\"witness.example/w1\"} "
                  "0\n") != std::string::npos);
  CHECK(told.count(WitnessNotice::Kind::Failing) == 0);
}

TEST_CASE(
    "of several witnesses each cosigns, and one that says nothing is left behind at the end") {
  SignedLog f;
  OsRandom random;
  Told told;
  ServedWitness witness(known_log());
  ScriptedServer silent([](const ScriptedServer::Request&) { return std::nullopt; });
  const tlog::SignerKey other = tlog::signer(tlog::KeyType::Witness, "silent.example", 8);
  f.grow(5);
  {
    WitnessPusher pusher(
        f.log(),
        *f.keeper,
        random,
        std::vector{WitnessAddress{silent.url(), other.verifier()}, address_of(witness.url())},
        told.tell());
    SignedCheckpoint latest = f.keeper->latest();
    while (cosigned_at(latest.note) == 0) latest = pusher.cosigned(milliseconds(10));
    while (silent.requests() == 0) std::this_thread::yield();
  }
  CHECK(silent.requests() == 1);
  CHECK(told.count(WitnessNotice::Kind::Failing) == 0);
}

TEST_CASE("failures are waited for longer and longer, up to a minute, and never all alike") {
  OsRandom random;
  for (std::uint64_t failures = 1; failures < 100; ++failures) {
    const milliseconds full =
        failures < 7 ? milliseconds(1000 << (failures - 1)) : milliseconds(60'000);
    for (int i = 0; i < 100; ++i) {
      const milliseconds delay = push_delay(failures, random);
      CHECK(delay <= full);
      CHECK(delay > full / 2);
    }
  }
}

}  // namespace countersign::http::witness_pusher_test
