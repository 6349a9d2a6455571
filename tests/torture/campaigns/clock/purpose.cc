#include "tests/torture/campaigns/clock/purpose.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/clock/wall.h"
#include "tests/torture/rig/crowd.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using tests::Answer;
using tests::Backend;
using tests::Device;
using tests::Json;

// The promised times at the default settings.
constexpr minutes kNonceLife{5};
constexpr minutes kTokenLife{30};
constexpr hours kKeysKnown{24};
constexpr hours kUnfinishedKept{24};
constexpr days kCompletedKept{30};
// The distance between a check and the end of a promised time: the machine may be slow.
constexpr minutes kMargin{2};
constexpr minutes kLargeMargin{10};

// A server whose clock can be set, its client, and the checks of its answers.
class Scene {
 public:
  Scene(std::string name,
        Findings& findings,
        const tests::Arguments& flags = unlimited(),
        const tests::Arguments& client = {"--sandbox"})
      : name_(std::move(name)),
        findings_(findings),
        server_(options(clock_, flags)),
        client_(server_.add_client("one", client)) {}
  ~Scene() {
    findings_.count("jumps on purpose", clock_.jumps());
    expect(server_.stop() == 0, "the server does not stop as it should");
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  void set(seconds ahead) { clock_.set(ahead); }
  void sweep() {
    const auto finished = server_.operate({"retention", "sweep", "--json"});
    expect(finished.status == 0, "a sweep failed: " + finished.err);
  }
  void expect(bool holds, const std::string& what) {
    if (holds) return;
    findings_.wrong(name_ + ", the clock " + std::to_string(clock_.ahead().count()) +
                    " s ahead: " + what);
  }
  void expect(const Answer& answer, int status, const std::string& what) {
    expect(answer.status == status,
           what + ": " + std::to_string(answer.status) + " " + answer.body.substr(0, 300));
  }

  std::uint16_t port() const { return server_.port(); }
  Backend backend() const { return {server_.port(), client_}; }
  Device device(const Capture& capture) const { return {server_.port(), capture.token}; }

  Capture open(const std::string& key) {
    Capture capture;
    capture.create.key = key;
    const Answer answer = ask_create(backend(), capture);
    expect(answer, 200, "no session");
    tell(capture.create, answer);
    capture.id = Json(answer.body).text("/sessionId");
    capture.token = Json(answer.body).text("/sessionToken");
    return capture;
  }
  Submission ask_nonce(const Capture& capture, const std::string& key) {
    return {device(capture).nonce("document"), "result-PASSED", {key}};
  }
  void submit(Capture& capture) {
    Submission submission = ask_nonce(capture, capture.create.key + "-document");
    const Answer answer = ask_submit(device(capture), submission);
    expect(answer, 200, "no judgement");
    tell(submission.sent, answer);
    capture.submissions.push_back(std::move(submission));
  }
  void finalize(Capture& capture) {
    capture.finalize = Sent{capture.create.key + "-finalize"};
    const Answer answer = ask_finalize(device(capture), capture);
    expect(answer, 200, "no end");
    tell(*capture.finalize, answer);
  }
  void expect_file(const Capture& capture, int status, const std::string& what) {
    const std::string file = Json(capture.submissions.front().sent.told->body).text("/fileId");
    expect(backend().file(capture.id, file), status, what);
  }
  std::string status_of(const Capture& capture) {
    return Json(backend().result(capture.id).body).text("/status");
  }
  void hold(const Sent& sent, const Answer& again, const std::string& what) {
    expect(again, 200, what + " is refused to its key");
    expect(again.body == sent.told->body, what + " is answered otherwise to its key");
    expect(again.header("idempotent-replayed") == "true", what + " is carried out again");
  }
  void hold_keys(const Capture& capture) {
    hold(capture.create, ask_create(backend(), capture), "a create");
    const Submission& submission = capture.submissions.front();
    hold(submission.sent, ask_submit(device(capture), submission), "a submission");
    hold(*capture.finalize, ask_finalize(device(capture), capture), "a finalize");
  }

 private:
  static void tell(Sent& sent, const Answer& answer) {
    const Moment now = std::chrono::steady_clock::now();
    sent.told = Told{answer.body, now, now};
  }
  static tests::ServerOptions options(const WallClock& clock, const tests::Arguments& flags) {
    tests::ServerOptions options{.flags = flags};
    options.clock_file = clock.file();
    return options;
  }

  const std::string name_;
  Findings& findings_;
  TempFolder folder_;
  WallClock clock_{folder_.path() / "clock"};
  tests::RunningServer server_;
  const tests::Credentials client_;
};

void expect_dead(Scene& scene, const Capture& capture) {
  scene.expect(scene.device(capture).status(), 401, "the token of a session that has expired");
  scene.expect(scene.device(capture).challenge("document"), 401, "a nonce of an expired session");
  scene.expect(scene.status_of(capture) == "EXPIRED", "an expired session is not");
}

// A session created with the clock at `from` lives as long as any other.
void live_and_expire(Scene& scene, seconds from, const std::string& key) {
  scene.set(from);
  const Capture capture = scene.open(key);
  scene.set(from + kTokenLife - kMargin);
  scene.expect(scene.device(capture).status(), 200, "a token before its end");
  scene.set(from + kTokenLife + kMargin);
  scene.expect(scene.device(capture).status(), 401, "a token after its end");
}

void jump_over_tokens(Findings& findings, hours far) {
  Scene scene("tokens", findings);
  const Capture expired = scene.open("expired");
  const Submission first = scene.ask_nonce(expired, "first");
  const Submission second = scene.ask_nonce(expired, "second");
  scene.set(kNonceLife - kMargin);
  scene.expect(ask_submit(scene.device(expired), first), 200, "a nonce before its end");
  scene.set(kNonceLife + kMargin);
  scene.expect(ask_submit(scene.device(expired), second), 400, "a nonce after its end");
  scene.set(kTokenLife + kMargin);
  expect_dead(scene, expired);
  scene.sweep();
  scene.set(seconds(0));
  expect_dead(scene, expired);
  live_and_expire(scene, -far, "behind");
  expect_dead(scene, expired);
  live_and_expire(scene, far, "ahead");
  live_and_expire(scene, seconds(0), "back");
  expect_dead(scene, expired);
}

void jump_over_retention(Findings& findings, hours far) {
  Scene scene("retention", findings);
  Capture completed = scene.open("completed");
  scene.submit(completed);
  scene.finalize(completed);
  Capture unfinished = scene.open("unfinished");
  scene.submit(unfinished);
  const auto expect_files = [&](int of_completed, int of_unfinished) {
    scene.sweep();
    scene.expect_file(completed, of_completed, "files of a completed session");
    scene.expect_file(unfinished, of_unfinished, "files of an unfinished session");
  };
  constexpr seconds kExpired = kTokenLife + kMargin;
  scene.set(kExpired);
  expect_files(200, 200);
  scene.set(kExpired + kUnfinishedKept - kLargeMargin);
  expect_files(200, 200);
  scene.set(-far);
  expect_files(200, 200);
  scene.set(kExpired + kUnfinishedKept + kLargeMargin);
  expect_files(200, 410);
  scene.set(seconds(0));
  expect_files(200, 410);
  scene.set(kCompletedKept - kLargeMargin);
  expect_files(200, 410);
  scene.set(kCompletedKept - far);
  expect_files(200, 410);
  scene.set(kCompletedKept + kLargeMargin);
  expect_files(410, 410);
  scene.set(seconds(0));
  expect_files(410, 410);
}

void jump_over_keys(Findings& findings, hours far) {
  Scene scene("keys", findings);
  Capture capture = scene.open("keys");
  scene.submit(capture);
  scene.finalize(capture);
  for (const seconds ahead :
       {seconds(kTokenLife + kMargin), seconds(kKeysKnown - kLargeMargin), seconds(-far)}) {
    scene.set(ahead);
    scene.hold_keys(capture);
  }
  // Whatever happens to a key after its day, nothing is judged again.
  scene.set(kKeysKnown + kLargeMargin);
  const Submission& submission = capture.submissions.front();
  scene.expect(ask_submit(scene.device(capture), submission), 401, "a key after its day");
  scene.set(seconds(0));
  const Answer again = ask_submit(scene.device(capture), submission);
  scene.expect(again.status == 401 || again.body == submission.sent.told->body,
               "a submission is judged again");
}

// The time from now, by the true clock, to the end of the month `months` after the current one.
seconds until_end_of_month(int months) {
  using namespace std::chrono;
  const auto now = floor<seconds>(system_clock::now());
  const year_month_day today(floor<days>(now));
  const sys_days next = (today.year() / today.month() / 1) + std::chrono::months(1 + months);
  return next - now;
}

void jump_over_month(Findings& findings, int months) {
  Scene scene("month", findings, unlimited(), {"--sandbox", "--quota", "2"});
  const seconds end = until_end_of_month(months);
  const auto create = [&] { return scene.backend().create("DOCUMENT_VERIFICATION"); };
  scene.set(end - kLargeMargin);
  scene.expect(create(), 200, "the first session of a month");
  scene.expect(create(), 200, "the second session of a month");
  scene.expect(create(), 429, "the third session of a month for two");
  scene.set(end + kLargeMargin);
  scene.expect(create(), 200, "the first session of the next month");
  scene.set(end - kLargeMargin);
  scene.expect(create(), 429, "another session of a month that is used up");
  scene.set(end + kLargeMargin);
  scene.expect(create(), 200, "the second session of the next month");
  scene.expect(create(), 429, "the third session of the next month for two");
}

// Makes one call of each kind that has a rate limit.
void expect_rates(Scene& scene, const Capture& capture) {
  const Backend stranger(scene.port(), {"nobody", "nothing"});
  const Backend backend = scene.backend();
  for (const auto& [what, answer] : std::vector<std::pair<std::string, Answer>>{
           {"create", backend.create("DOCUMENT_VERIFICATION")},
           {"device", scene.device(capture).status()},
           {"read", backend.result(capture.id)},
           {"bundle", backend.bundle(capture.id)},
           {"purge", backend.purge("00000000-0000-7000-8000-000000000000")},
           {"wrong credentials", stranger.result(capture.id)}}) {
    scene.expect(answer.status != 429 && answer.status != 503,
                 "the rate of " + what + " is used up");
  }
}

void jump_over_rates(Findings& findings, hours far) {
  Scene scene("rates", findings, {});
  Capture capture = scene.open("rates");
  scene.submit(capture);
  expect_rates(scene, capture);
  for (const seconds ahead :
       {seconds(-minutes(1)), seconds(-far), seconds(far), seconds(far - minutes(5))}) {
    scene.set(ahead);
    expect_rates(scene, capture);
  }
}

}  // namespace

void jump_on_purpose(const Orders& orders, Findings& findings) {
  const std::vector<hours> distances =
      orders.full ? std::vector{hours(1), hours(3), hours(26)} : std::vector{hours(26)};
  for (const hours far : distances) {
    jump_over_tokens(findings, far);
    jump_over_retention(findings, far);
    jump_over_keys(findings, far);
    jump_over_rates(findings, far);
  }
  for (std::uint64_t months = 0; months < orders.rounds(1, 14); ++months) {
    jump_over_month(findings, static_cast<int>(months));
  }
}

}  // namespace countersign::torture
