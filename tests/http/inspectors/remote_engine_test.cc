#include "http/inspectors/remote_engine.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/inspection/remote/wire.h"
#include "http/inspectors/remote_metrics.h"
#include "tests/http/inspectors/scripted_inspectors.h"

namespace countersign::http::remote_engine_test {

using namespace std::chrono_literals;
using test::HeldEngine;
using test::ScriptedInspectors;
using Kind = RemoteNotice::Kind;

constexpr std::string_view kJpeg = "\xff\xd8\xff\xe0 a picture";

// A server with two inspectors, whose breakers have the time that a test sets.
struct Site {
  explicit Site(const Engine* fallback = nullptr,
                std::uint32_t places = 4,
                std::chrono::milliseconds deadline = 40s) {
    for (const char* address : {"a:1", "b:1"}) {
      inspectors.serve(address, address[0] == 'a' ? at_a : at_b, welcome(places));
    }
    RemoteEngineSettings settings;
    settings.addresses = {"a:1", "b:1"};
    settings.answer = 20s;
    settings.deadline = deadline;
    settings.host.ours = welcome(places);
    engine = std::make_unique<RemoteEngine>(
        settings,
        inspectors,
        fallback,
        [this](const RemoteNotice& notice) {
          const MutexLock lock(mutex);
          notices.push_back(notice);
        },
        [this] { return now.load(); });
  }
  ~Site() {
    at_a.held = false;
    at_b.held = false;
    engine.reset();  // closes the connections, so that their threads end
  }

  remote::Welcome welcome(std::uint32_t places) const {
    return test::welcome_of_tests(at_a, places);
  }
  Result<DocumentEvaluation, InspectionFailure> document(const char* client = "svck_one") const {
    DocumentRequest request;
    request.image = kJpeg;
    request.client = ClientKey(client);
    return engine->evaluate_document(request);
  }
  std::size_t told(Kind kind) const {
    const MutexLock lock(mutex);
    std::size_t count = 0;
    for (const RemoteNotice& notice : notices) count += notice.kind == kind ? 1 : 0;
    return count;
  }
  std::string last_why() const {
    const MutexLock lock(mutex);
    return notices.back().why;
  }

  HeldEngine at_a;
  HeldEngine at_b;
  ScriptedInspectors inspectors;
  std::atomic<SteadyTime> now{SteadyTime{}};
  mutable Mutex mutex;
  std::vector<RemoteNotice> notices GUARDED_BY(mutex);
  std::unique_ptr<RemoteEngine> engine;
};

TEST_CASE("a document is judged on another machine, by the server's own engine and no client") {
  Site site;
  CHECK_FALSE(site.engine->can_judge());
  site.engine->look();
  CHECK(site.engine->can_judge());
  CHECK(site.told(Kind::Ready) == 2);
  const auto found = site.document();
  REQUIRE(found.has_value());
  CHECK(found->accepted());
  CHECK(found->engine.name == site.at_a.capabilities().engine.name);
  CHECK(site.at_a.asked + site.at_b.asked == 1);
  CHECK((site.at_a.asked == 1 ? site.at_a : site.at_b).client == "this server");
}

TEST_CASE("frames are sent one at a time, and a frame that cannot be loaded is nobody's fault") {
  Site site;
  site.engine->look();
  LivenessRequest request;
  request.frame_count = 3;
  request.load = [](std::size_t) { return std::optional<std::string>(kJpeg); };
  const auto found = site.engine->evaluate_liveness(request);
  REQUIRE(found.has_value());
  CHECK(found->frames.size() == 3);
  request.load = [](std::size_t index) {
    return index == 1 ? std::nullopt : std::optional<std::string>(kJpeg);
  };
  const auto lost = site.engine->evaluate_liveness(request);
  REQUIRE_FALSE(lost.has_value());
  CHECK(lost.error() == InspectionFailure::ImageNotLoaded);
  for (const auto& host : site.engine->hosts()) CHECK(host->counters().failed == 0);
}

TEST_CASE("a connection is kept for the next submission") {
  Site site;
  site.engine->look();
  const int before = site.inspectors.dialled();
  for (int i = 0; i < 5; ++i) REQUIRE(site.document().has_value());
  CHECK(site.inspectors.dialled() == before);
}

TEST_CASE("a submission whose inspector dies in the middle is judged by another one") {
  Site site;
  site.inspectors.conduct("a:1", [welcome = site.welcome(4)](ByteStream& stream) {
    remote::Wire wire(stream);
    const SteadyTime end = steady_now() + 20s;
    (void)wire.receive_message(end);
    (void)wire.send_message(remote::encode(remote::FromHost(welcome)), end);
    (void)wire.receive_message(end);  // the task, after which it is gone
  });
  site.engine->look();
  const auto found = site.document();
  REQUIRE(found.has_value());
  CHECK(found->accepted());
  CHECK(site.at_b.asked == 1);
  CHECK(site.engine->retries() == 1);
  CHECK(site.engine->hosts().front()->counters().failed == 1);
}

TEST_CASE("without any inspector a call is Busy, or the local workers judge it") {
  HeldEngine local;
  for (const Engine* fallback :
       {static_cast<const Engine*>(nullptr), static_cast<const Engine*>(&local)}) {
    Site site(fallback);
    site.inspectors.kill("a:1");
    site.inspectors.kill("b:1");
    site.engine->look();
    CHECK(site.engine->can_judge() == (fallback != nullptr));
    const auto found = site.document();
    CHECK(found.has_value() == (fallback != nullptr));
    if (!found) CHECK(found.error() == InspectionFailure::Busy);
    CHECK(site.engine->fallbacks() == (fallback != nullptr ? 1 : 0));
  }
  CHECK(local.asked == 1);
}

TEST_CASE("an inspector that is busy is no failure, and its submission is not judged here") {
  HeldEngine local;
  Site site(&local);
  site.engine->look();
  site.at_a.busy = true;
  site.at_b.busy = true;
  const auto found = site.document();
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::Busy);
  CHECK(local.asked == 0);
  for (const auto& host : site.engine->hosts()) {
    CHECK(host->counters().busy == 1);
    CHECK(host->counters().failed == 0);
  }
}

TEST_CASE("three failures in a row end the questions until a submission is judged") {
  Site site;
  site.engine->look();
  site.at_a.broken = true;
  site.at_b.broken = true;
  for (int i = 0; i < 3; ++i) CHECK_FALSE(site.document().has_value());
  CHECK(site.told(Kind::Gone) == 2);
  CHECK_FALSE(site.engine->can_judge());
  const int asked = site.at_a.asked;
  CHECK_FALSE(site.document().has_value());
  CHECK(site.at_a.asked == asked);
  site.at_a.broken = false;
  site.engine->look();  // too early
  CHECK_FALSE(site.engine->can_judge());
  site.now = SteadyTime{} + 5s;
  site.engine->look();
  CHECK(site.engine->can_judge());  // one submission each may show that it judges
  CHECK(site.told(Kind::Ready) == 2);
  RemoteHost& a = *site.engine->hosts().front();
  CHECK_FALSE(a.health().is_ready);
  CHECK(a.places() == 1);
  CHECK(site.document().has_value());
  CHECK(a.health().is_ready);
  CHECK(a.places() == 4);
  CHECK(site.told(Kind::Ready) == 3);
}

TEST_CASE("an inspector that greets and loses every submission does not stay up") {
  Site site;
  site.inspectors.kill("b:1");
  site.engine->look();
  RemoteHost& a = *site.engine->hosts().front();
  site.at_a.broken = true;
  for (int i = 0; i < 3; ++i) {
    CHECK(a.health().is_ready);
    CHECK_FALSE(site.document().has_value());
    CHECK(site.told(Kind::Losing) == 1);  // the first is told at once, and not each
    site.engine->look();                  // which succeeds
  }
  CHECK_FALSE(a.health().is_ready);
  CHECK(a.places() == 0);
  for (int round = 1; round < 4; ++round) {
    site.now = SteadyTime{} + round * 5s;
    site.engine->look();
    CHECK_FALSE(a.health().is_ready);
    CHECK(a.places() == 1);
    CHECK_FALSE(site.document().has_value());  // the probe
    CHECK(a.places() == 0);
  }
  CHECK(a.counters().failed == 6);
}

TEST_CASE("after a loss the others are preferred, and the inspector is asked again later") {
  Site site;
  site.engine->look();
  site.at_a.broken = true;
  CHECK(site.document().has_value());  // by the second, after the first
  CHECK(site.at_a.asked == 1);
  for (int i = 0; i < 5; ++i) CHECK(site.document().has_value());
  CHECK(site.at_a.asked == 1);
  CHECK(site.engine->retries() == 1);
  site.at_a.broken = false;
  site.now = SteadyTime{} + 60s;
  CHECK(site.document().has_value());
  CHECK(site.at_a.asked == 2);
}

TEST_CASE("inspectors that hang until the end of a submission leave it to the local workers") {
  HeldEngine local;
  Site site(&local, 4, 2s);
  site.engine->look();
  site.at_a.held = true;
  site.at_b.held = true;
  CHECK(site.document().has_value());
  CHECK(local.asked == 1);
  CHECK(site.engine->fallbacks() == 1);
}

TEST_CASE("two inspectors can be silent within the time of one submission") {
  RemoteEngineSettings settings;
  for (const std::chrono::milliseconds each : {10'000ms, 700ms}) {
    settings.wait_by(each);
    CHECK(settings.answer == 2 * each);  // docs/operators/inspectors.md says so
    CHECK(settings.deadline > 2 * settings.answer);
    CHECK(settings.deadline < 3 * settings.answer + 5s);
  }
}

TEST_CASE("an inspector that has judged lately is used though it takes no new connection") {
  Site site;
  site.inspectors.kill("b:1");
  site.engine->look();
  REQUIRE(site.document().has_value());
  site.inspectors.kill("a:1");  // the kept connection lives on
  RemoteHost& a = *site.engine->hosts().front();
  for (int i = 0; i < 3; ++i) a.look();
  CHECK(a.places() == 4);
  CHECK(site.told(Kind::Losing) == 1);
  CHECK(site.document().has_value());
  site.now = SteadyTime{} + 15s;  // and nothing was judged meanwhile
  a.look();
  CHECK(a.places() == 0);
  CHECK(site.told(Kind::Gone) == 2);
}

TEST_CASE("another reason of an absence is told, and not more often than every ten seconds") {
  Site site;
  RemoteHost& a = *site.engine->hosts().front();
  site.inspectors.kill("a:1");
  a.look();
  CHECK(site.last_why() == "Connection refused");
  site.inspectors.conduct("a:1", [](ByteStream&) {});
  a.look();
  CHECK(site.told(Kind::Gone) == 1);
  site.now = SteadyTime{} + 10s;
  a.look();
  CHECK(site.told(Kind::Gone) == 2);
  CHECK(site.last_why().find("in place of a greeting") != std::string::npos);
  site.now = SteadyTime{} + 20s;
  a.look();
  CHECK(site.told(Kind::Gone) == 2);
}

TEST_CASE("an inspector that turns the server away is refused, and not merely away") {
  Site site;
  site.inspectors.conduct("a:1", [](ByteStream& stream) {
    remote::Wire wire(stream);
    const SteadyTime end = steady_now() + 20s;
    (void)wire.receive_message(end);
    (void)wire.send_message(remote::encode(remote::FromHost(remote::TurnedAway{"of old"})), end);
  });
  site.engine->hosts().front()->look();
  CHECK(site.told(Kind::Refused) == 1);
  CHECK(site.told(Kind::Gone) == 0);
  CHECK(site.last_why().find("of old") != std::string::npos);
}

TEST_CASE("an inspector of another version or with other thresholds or limits judges nothing") {
  Site site;
  const auto refused_as = [&](const remote::Welcome& theirs) {
    site.inspectors.serve("a:1", site.at_a, theirs);
    site.engine->hosts().front()->look();
    CHECK(site.engine->hosts().front()->places() == 0);
    const std::string why = site.last_why();
    site.now = site.now.load() + 10s;
    return why;
  };
  const auto has = [](const std::string& why, const char* part) {
    CAPTURE(why);
    CHECK(why.find(part) != std::string::npos);
  };
  remote::Welcome other = site.welcome(4);
  other.capabilities.engine.version = "0.0.1";
  has(refused_as(other), "install the same version");
  other = site.welcome(4);
  other.thresholds.front() += 1;
  has(refused_as(other), "table of thresholds");
  other = site.welcome(4);
  other.max_pixels = 1;
  has(refused_as(other), "--max-pixels");
  other = site.welcome(4);
  other.confined = false;
  has(refused_as(other), "not confined");
  site.inspectors.serve("a:1", site.at_a, site.welcome(4));
  site.now = site.now.load() + 10s;
  site.engine->hosts().front()->look();
  CHECK(site.engine->hosts().front()->places() == 4);
}

TEST_CASE("garbage in place of an answer is a failure of the inspector, never of the person") {
  Site site;
  for (const char* address : {"a:1", "b:1"}) {
    site.inspectors.conduct(address, [welcome = site.welcome(4)](ByteStream& stream) {
      remote::Wire wire(stream);
      const SteadyTime end = steady_now() + 20s;
      (void)wire.receive_message(end);
      (void)wire.send_message(remote::encode(remote::FromHost(welcome)), end);
      (void)wire.receive_message(end);
      (void)stream.write("\x01\xff\xff\xff\xff and more", end);
    });
  }
  site.engine->look();
  const auto found = site.document();
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::Busy);
  for (const auto& host : site.engine->hosts()) CHECK(host->counters().failed == 1);
}

TEST_CASE("a client that sends many submissions leaves places to another client") {
  Site site(nullptr, 2);  // four places together: a client alone gets half
  site.engine->look();
  site.at_a.held = true;
  site.at_b.held = true;
  std::vector<std::thread> flood;
  for (int i = 0; i < 6; ++i)
    flood.emplace_back([&] { CHECK(site.document("svck_flood").has_value()); });
  const auto asked = [&] { return site.at_a.asked + site.at_b.asked; };
  while (site.engine->waiting() < 4) std::this_thread::yield();
  while (asked() < 2) std::this_thread::yield();
  CHECK(asked() == 2);
  std::thread other([&] { CHECK(site.document("svck_other").has_value()); });
  while (asked() < 3) std::this_thread::yield();
  CHECK(site.engine->waiting() == 4);
  site.at_a.held = false;
  site.at_b.held = false;
  for (std::thread& thread : flood) thread.join();
  other.join();
}

TEST_CASE("an inspector whose key was removed judges no further submission") {
  Site site;
  site.engine->look();
  REQUIRE(site.document().has_value());
  site.inspectors.forbid();
  site.inspectors.kill("a:1");  // as the handshake refuses the key
  site.inspectors.kill("b:1");
  const int asked = site.at_a.asked + site.at_b.asked;
  CHECK_FALSE(site.document().has_value());
  CHECK(site.at_a.asked + site.at_b.asked == asked);
}

TEST_CASE("a stop ends the wait for a place") {
  Site site(nullptr, 1);
  site.engine->look();
  site.at_a.held = true;
  site.at_b.held = true;
  std::vector<std::thread> calls;
  for (const char* client : {"svck_one", "svck_two"}) {
    calls.emplace_back([&, client] { (void)site.document(client); });
  }
  while (site.at_a.asked + site.at_b.asked < 2) std::this_thread::yield();
  std::thread waiter([&] {
    const auto found = site.document("svck_three");
    CHECK_FALSE(found.has_value());
    if (!found) CHECK(found.error() == InspectionFailure::Stopping);
  });
  while (site.engine->waiting() == 0) std::this_thread::yield();
  site.engine->stop();
  waiter.join();
  site.at_a.held = false;
  site.at_b.held = false;
  for (std::thread& thread : calls) thread.join();
}

TEST_CASE("the metrics have the health of each inspector") {
  Site site;
  site.inspectors.kill("b:1");
  site.engine->look();
  REQUIRE(site.document().has_value());
  PrometheusText page;
  const NamedRemoteEngine named{"inspector", site.engine.get()};
  write_remote_metrics({&named, 1}, page);
  const std::string text = page.take();
  const auto has = [&](const char* line) { return text.find(line) != std::string::npos; };
  CHECK(has("countersign_remote_inspector_up{program=\"inspector\",address=\"a:1\"} 1"));
  CHECK(has("countersign_remote_inspector_up{program=\"inspector\",address=\"b:1\"} 0"));
  CHECK(has("countersign_remote_inspector_judged_total{program=\"inspector\",address=\"a:1\"} 1"));
}

}  // namespace countersign::http::remote_engine_test
