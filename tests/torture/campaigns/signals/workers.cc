#include <signal.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/core/inspection/confined/child_processes.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/signals/processes.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

using confined::children_of;
using std::chrono::milliseconds;

constexpr std::size_t kClients = 4;
constexpr milliseconds kBetweenMost{80};

// Whether the process uses a processor or waits for one: then it is judging.
bool is_judging(::pid_t process) {
  const std::string stat = confined::process_text(process, "stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.substr(name_end).starts_with(") R");
}

class WorkerCampaign {
 public:
  WorkerCampaign(const Orders& orders, Draw& draw, Findings& findings)
      : orders_(orders), draw_(draw), findings_(findings), client_(server_.add_client("shop")) {}

  void run() {
    Crowd crowd(server_.port(),
                client_,
                "workers",
                draw_(),
                {.threads = kClients,
                 .habits = {.failures_most = 0,
                            .purges_percent = 0,
                            .image = {.start = picture(), .padding_bytes = 0}}});
    crowd.wait_for(kClients);
    for (std::uint64_t i = 0; i < orders_.rounds(6, 50); ++i) hurt_worker(SIGKILL, crowd);
    for (std::uint64_t i = 0; i < orders_.rounds(1, 4); ++i) hurt_worker(SIGSTOP, crowd);
    for (std::uint64_t i = 0; i < orders_.rounds(1, 4); ++i) kill_inspector(crowd);
    if (!crowd.wait_for(crowd.told() + kClients)) findings_.wrong("uploads do not go on");
    findings_.count("answers of 503 for lost workers", crowd.put_off());
    hold(crowd.leave());
  }

 private:
  static const std::string& picture() {
    return tests::document_picture(Side::Front, ImageFormat::Jpeg, DocumentType::Passport);
  }
  static tests::ServerOptions options() {
    tests::ServerOptions options{.flags = unlimited()};
    options.flags.push_back("--inspection-threads=2");
    options.flags.push_back("--inspection-timeout=1s");
    return options;
  }

  ::pid_t inspector() const {
    const auto all = children_of(server_id_);
    return all.empty() ? -1 : all.front();
  }

  // Draws a worker that is judging, or any worker if none is.
  ::pid_t draw_worker() {
    std::vector<::pid_t> workers = children_of(inspector());
    std::vector<::pid_t> judging;
    std::ranges::copy_if(workers, std::back_inserter(judging), is_judging);
    if (!judging.empty()) workers = judging;
    return workers.empty() ? -1 : workers[draw_() % workers.size()];
  }

  void pause() { std::this_thread::sleep_for(milliseconds(draw_() % kBetweenMost.count())); }

  void hurt_worker(int signal, const Crowd& crowd) {
    pause();
    for (;;) {
      const ::pid_t worker = draw_worker();
      if (worker > 0 && ::kill(worker, signal) == 0) break;
      if (!crowd.is_present()) return;
    }
    findings_.count(signal == SIGKILL ? "workers killed" : "workers stopped");
  }

  void kill_inspector(Crowd& crowd) {
    pause();
    const ::pid_t old = inspector();
    if (old > 0) ::kill(old, SIGKILL);
    findings_.count("inspectors killed");
    if (!crowd.wait_for(crowd.told() + kClients)) findings_.wrong("no uploads after an inspector");
    if (inspector() == old) findings_.wrong("an inspector that was killed is not another");
  }

  // Every picture is good, so every judgement must be good.
  void hold(std::vector<Capture> captures) {
    for (const Capture& capture : captures) {
      for (const Submission& submission : capture.submissions) {
        if (!submission.sent.told) continue;
        findings_.count("pictures judged");
        if (tests::Json(submission.sent.told->body).is_true("/ok")) continue;
        findings_.wrong("a fault of the machine is an attempt: " + submission.sent.told->body);
      }
      findings_.wrong(capture.odd);
    }
    for (const char* metric : {"crashes", "timeouts", "garbled", "out_of_memory"}) {
      const std::string name = std::string("countersign_inspector_") + metric + "_total";
      if (server_.metric(name) != "0") findings_.wrong(name + " is " + server_.metric(name));
    }
    if (server_.metric("countersign_inspector_up") != "1") findings_.wrong("no inspector is up");
    findings_.wrong(audit(server_.port(), client_, captures));
    findings_.wrong(verify(server_));
    if (server_.stop() != 0) findings_.wrong("the server did not stop after lost workers");
  }

  const Orders& orders_;
  Draw& draw_;
  Findings& findings_;
  tests::RunningServer server_{options()};
  const ::pid_t server_id_ = server_.program().id();
  const tests::Credentials client_;
};

}  // namespace

void kill_workers(const Orders& orders, Draw& draw, Findings& findings) {
  WorkerCampaign(orders, draw, findings).run();
}

}  // namespace countersign::torture
