#include "tests/torture/rig/audit.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Backend;
using tests::Device;
using tests::Json;

constexpr std::size_t kThreads = 8;
constexpr int kTries = 100;
constexpr std::chrono::milliseconds kPause{50};
// The default settings, and what no setting changes.
constexpr std::chrono::hours kKeysKnown{24};
constexpr std::chrono::minutes kTokenLife{30};
constexpr std::chrono::minutes kNonceLife{5};
constexpr std::chrono::hours kUnfinishedKept{24};  // from the session's end, which may come at once
constexpr std::chrono::hours kCompletedKept{30 * 24};

// Repeats the call while the server is too busy (503 or 429), up to a limit.
template <class Call>
Answer settled(Call call) {
  Answer answer = call();
  for (int i = 0; i < kTries && (answer.status == 503 || answer.status == 429); ++i) {
    std::this_thread::sleep_for(kPause);
    answer = call();
  }
  return answer;
}

class CaptureAudit {
 public:
  CaptureAudit(std::uint16_t port,
               const tests::Credentials& sandbox,
               const Capture& capture,
               Moment until,
               const Age& age)
      : port_(port), backend_(port, sandbox), capture_(capture), until_(until), age_(age) {}

  std::vector<std::string> run() {
    const Answer created = settled([&] { return ask_create(backend_, capture_); });
    if (!was_told(capture_.create, until_)) {
      expect(created.status == 200, "a create that was not answered cannot be sent again", created);
      return std::move(wrong_);
    }
    // After the time of its key, the call creates another session.
    if (is_key_known(capture_.create)) hold(capture_.create, created, "a create");
    Device device(port_, capture_.token);
    for (const Submission& submission : capture_.submissions) {
      if (submission.given <= until_) look_at(device, submission);
    }
    look_at_judgements();
    look_at_end(device);
    look_at_files();
    return std::move(wrong_);
  }

 private:
  void expect(bool holds, const std::string& what, const Answer& answer) {
    if (holds) return;
    wrong_.push_back(what + ": session " + capture_.id + ", answer " +
                     std::to_string(answer.status) + " " + answer.body.substr(0, 300));
  }
  // Expects that a call which was answered gets the same answer again. After the time of its key it
  // may be refused instead, even once the clock is back within that time.
  void hold(const Sent& sent, const Answer& again, const std::string& what) {
    if (again.status >= 400 && again.status < 500 && !is_key_known(sent)) return;
    expect(again.status == 200, what + " that was answered is refused", again);
    expect(again.status != 200 || again.body == sent.told->body,
           what + " that was answered is answered otherwise",
           again);
    expect(again.status != 200 || again.header("idempotent-replayed") == "true",
           what + " that was answered is carried out again",
           again);
  }

  std::chrono::seconds age_of(const Sent& sent) const {
    return age_(sent.told->asked, sent.told->at);
  }
  bool is_key_known(const Sent& sent) const { return age_of(sent) < kKeysKnown; }
  bool has_ended() const {
    return capture_.finalize || capture_.cancel || capture_.purge ||
           age_of(capture_.create) >= kTokenLife;
  }
  // Whether retention may have purged the files; it does not report when it does.
  bool may_be_purged() const {
    const bool is_complete = was_told(capture_.finalize, until_);
    return age_of(capture_.create) >= (is_complete ? kCompletedKept : kUnfinishedKept);
  }

  void look_at(const Device& device, const Submission& submission) {
    const Answer again = settled([&] { return ask_submit(device, submission); });
    if (was_told(submission.sent, until_)) {
      hold(submission.sent, again, "a submission");
    } else {
      // It was judged then or is judged now, unless its session or its nonce had ended before.
      expect(again.status == 200 || has_ended() ||
                 age_(submission.asked, submission.given) >= kNonceLife,
             "a submission cannot be sent again",
             again);
    }
    Submission other = submission;
    other.sent.key += "-other";
    const Answer used = settled([&] { return ask_submit(device, other); });
    expect(used.status >= 400 && used.status < 500, "a nonce that was used is taken again", used);
    if (again.status == 200) judged_.push_back(Json(again.body).number("/attempt"));
  }

  void look_at_judgements() {
    const std::set<std::int64_t> numbers(judged_.begin(), judged_.end());
    if (numbers.size() != judged_.size()) {
      wrong_.push_back("two judgements have one number: session " + capture_.id);
    }
    const auto sent = static_cast<std::int64_t>(capture_.submissions.size());
    if (!numbers.empty() && *numbers.rbegin() > sent) {
      wrong_.push_back("an attempt was used up by nothing that was sent: session " + capture_.id);
    }
  }

  void look_at_end(const Device& device) {
    const Answer result = settled([&] { return backend_.result(capture_.id); });
    expect(result.status == 200, "a session is not there", result);
    const Json json(result.body);
    if (was_told(capture_.finalize, until_)) {
      const Answer again = settled([&] { return ask_finalize(device, capture_); });
      hold(*capture_.finalize, again, "a finalize");
      expect(json.text("/resultStatus") == Json(capture_.finalize->told->body).text("/result"),
             "a result is another than was told",
             result);
      expect(json.text("/status") == "COMPLETED", "a finalized session is not complete", result);
    }
    if (was_told(capture_.cancel, until_)) {
      expect(json.text("/status") == "CANCELED", "a canceled session is not canceled", result);
    }
  }

  void look_at_files() {
    const Answer list = settled([&] { return backend_.documents(capture_.id); });
    const Json json(list.body);
    const bool purge_was_told = was_told(capture_.purge, until_);
    for (const Submission& submission : capture_.submissions) {
      if (!was_told(submission.sent, until_)) continue;
      const std::string file = Json(submission.sent.told->body).text("/fileId");
      if (file.empty()) continue;
      expect(list.body.find(file) != std::string::npos, "a stored file is not listed", list);
      const Answer bytes = settled([&] { return backend_.file(capture_.id, file); });
      if (purge_was_told) {
        expect(bytes.status == 410, "a purged file is given", bytes);
      } else if (!capture_.purge && !(bytes.status == 410 && may_be_purged())) {
        expect(bytes.status == 200 && bytes.body == image_of(submission),
               "a stored file is not as it was sent",
               bytes);
      }
    }
  }

  const std::uint16_t port_;
  const Backend backend_;
  const Capture& capture_;
  const Moment until_;
  const Age& age_;
  std::vector<std::int64_t> judged_;
  std::vector<std::string> wrong_;
};

std::vector<std::string> audit_all(std::uint16_t port,
                                   const tests::Credentials& sandbox,
                                   const std::vector<Capture>& captures,
                                   Moment until,
                                   const Age& age) {
  std::mutex mutex;
  std::vector<std::string> wrong;
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < captures.size(); at = next++) {
        auto found = CaptureAudit(port, sandbox, captures[at], until, age).run();
        const std::lock_guard lock(mutex);
        std::move(found.begin(), found.end(), std::back_inserter(wrong));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

}  // namespace

std::vector<std::string> audit(std::uint16_t port,
                               const tests::Credentials& sandbox,
                               const std::vector<Capture>& captures,
                               Moment until) {
  return audit_all(
      port, sandbox, captures, until, [](Moment, Moment) { return std::chrono::seconds(0); });
}

std::vector<std::string> audit(std::uint16_t port,
                               const tests::Credentials& sandbox,
                               const std::vector<Capture>& captures,
                               const Age& age) {
  return audit_all(port, sandbox, captures, kForEver, age);
}

std::vector<std::string> verify(const std::filesystem::path& data) {
  std::vector<std::string> wrong;
  for (const char* what : {"log", "projections"}) {
    const tests::Finished finished = tests::operate_on(data, {what, "verify"});
    if (finished.status == 0) continue;
    wrong.push_back(std::string(what) + " verify: " + finished.out + finished.err);
  }
  return wrong;
}

std::vector<std::string> verify(const tests::RunningServer& server) {
  return verify(server.data());
}

void falsify(std::vector<Capture>& captures, Draw& draw) {
  std::vector<Sent*> told;
  for (Capture& capture : captures) {
    if (!capture.create.told) continue;
    told.push_back(&capture.create);
    for (Submission& submission : capture.submissions) {
      if (submission.sent.told) told.push_back(&submission.sent);
    }
    if (was_told(capture.finalize, kForEver)) told.push_back(&*capture.finalize);
  }
  if (told.empty()) throw std::runtime_error("nothing was told that could be falsified");
  Sent& chosen = *told[draw() % told.size()];
  // Pretends that a call which was never sent was acknowledged.
  chosen.key += "-never-sent";
}

}  // namespace countersign::torture
