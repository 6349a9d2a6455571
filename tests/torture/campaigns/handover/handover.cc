// One data folder and one server after the other, as a supervisor hands a replicated disk from
// machine to machine: whoever has the folder serves alone, the next one has all that was
// acknowledged, and the log goes on.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/handover/disk.h"
#include "tests/torture/campaigns/handover/receipts.h"
#include "tests/torture/hurt_disk/readers.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"
#include "tests/torture/rig/node.h"

namespace countersign::torture {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t kToldMost = 300;  // answers before a server is lost
constexpr std::uint64_t kToldAfterCopy = 50;
constexpr milliseconds kHeadStartMost{60};  // of the first of two servers
constexpr std::chrono::seconds kEndLimit{15};
constexpr std::uint64_t kVerifiedEach = 10;  // rounds

// How a server loses the folder.
enum class Loss : std::uint8_t { Killed, Frozen, Raced, Stopped };
constexpr std::uint64_t kLosses = 4;

class Handover {
 public:
  Handover(const Orders& orders, Draw& draw, Findings& findings)
      : orders_(orders), draw_(draw), findings_(findings) {
    if (made_.stop() != 0) findings_.wrong("the first server did not stop");
    node_ = started(disk_.path());
    if (!node_->serves()) throw std::runtime_error(node_->operator_log());
  }

  void run() {
    const std::uint64_t rounds = orders_.rounds(kLosses, 200);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      hand_over(static_cast<Loss>(i % kLosses), "handover-" + std::to_string(i));
      if (node_ == nullptr) return;
      if (i % kVerifiedEach == 0 || i + 1 == rounds) verify_all();
    }
    tell_times();
  }

  // Two machines that have the disk at the same time, as without a fence.
  void share_the_disk() {
    Crowd crowd(node_->port(), sandbox_, "shared", draw_(), {.threads = 4});
    crowd.wait_for(1 + draw_() % kToldMost);
    node_->program().signal(SIGSTOP);
    const auto copy = disk_.copied();
    node_->program().signal(SIGCONT);
    crowd.wait_for(crowd.told() + kToldAfterCopy);
    const auto captures = crowd.leave();
    const auto other = started(copy);
    if (!other->serves()) throw std::runtime_error(other->operator_log());
    findings_.count("disks shared");
    findings_.wrong(audit(other->port(), sandbox_, captures));
  }

 private:
  std::unique_ptr<Node> started(const std::filesystem::path& path) {
    const std::string name = "node-" + std::to_string(++nodes_) + ".log";
    return std::make_unique<Node>(path, disk_.flags(), made_.folder() / name);
  }

  void hand_over(Loss loss, const std::string& name) {
    auto captures = settle(name);
    receipts_.take(node_->port(), sandbox_, captures, findings_);
    std::vector<Capture> under_way;
    {
      Readers readers(node_->port(), sandbox_, captures, draw_());
      Crowd crowd(node_->port(), sandbox_, name, draw_(), {.threads = 4});
      if (!crowd.wait_for(1 + draw_() % kToldMost)) findings_.wrong("a server ended by itself");
      const auto gone = lose(loss);
      auto next = succeed(loss);
      if (next != nullptr) note_time(loss, gone, *next, captures);
      under_way = crowd.leave();
      findings_.wrong(readers.leave());
      findings_.count("right answers to repeated calls and downloads", readers.right());
      node_ = std::move(next);
    }
    findings_.count("handovers");
    std::ranges::move(under_way, std::back_inserter(captures));
    findings_.count("sessions", captures.size());
    if (node_ == nullptr) return;
    for (const Capture& capture : captures) findings_.wrong(capture.odd);
    findings_.wrong(audit(node_->port(), sandbox_, captures));
  }

  // Whole sessions, which the server still has when it is lost.
  std::vector<Capture> settle(const std::string& name) {
    Crowd crowd(
        node_->port(), sandbox_, name + "-settled", draw_(), {.threads = 2, .captures_each = 2});
    while (crowd.is_present()) std::this_thread::sleep_for(milliseconds(1));
    return crowd.leave();
  }

  // Returns the moment from which the server answers nothing more.
  steady_clock::time_point lose(Loss loss) {
    if (loss == Loss::Frozen) {
      node_->program().signal(SIGSTOP);
      refuse(disk_.path());
      refuse(disk_.linked());
      disk_.be_moved();
      refuse(disk_.path());
    }
    const auto gone = steady_clock::now();
    node_->program().signal(loss == Loss::Stopped ? SIGTERM : SIGKILL);
    const auto status = node_->program().wait(kEndLimit);
    if (status != (loss == Loss::Stopped ? 0 : 128 + SIGKILL)) {
      findings_.wrong("a server ended with " + std::to_string(status.value_or(-1)));
    }
    return gone;
  }

  // Whoever holds the folder and does not answer holds it all the same.
  void refuse(const std::filesystem::path& path) {
    const auto refused = started(path);
    if (refused->serves()) findings_.wrong("a server serves beside one that is stopped");
    refused->expect_refused(findings_);
    findings_.count("starts beside a frozen server");
  }

  // Returns the server that serves next; null if there is none.
  std::unique_ptr<Node> succeed(Loss loss) {
    change_path();
    auto next = started(disk_.path());
    if (loss != Loss::Raced) {
      if (next->serves()) return next;
      findings_.wrong("the next server does not serve: " + next->operator_log());
      return nullptr;
    }
    std::this_thread::sleep_for(milliseconds(draw_() % kHeadStartMost.count()));
    auto second = started(disk_.linked());
    findings_.count("races of two servers");
    Node* const winner = winner_of(*next, *second, findings_);
    if (winner == nullptr) return nullptr;
    return winner == next.get() ? std::move(next) : std::move(second);
  }

  void change_path() {
    switch (draw_() % 4) {
      case 0:
        return;
      case 1:
        findings_.count("through a link");
        return disk_.be_linked();
      case 2:
        findings_.count("moved");
        return disk_.be_moved();
      default:
        findings_.count("copied");
        return disk_.be_copied();
    }
  }

  // The time until an answer that needs the log. After a race it has the end of the server that
  // lost too, and so does not count.
  void note_time(Loss loss,
                 steady_clock::time_point gone,
                 const Node& next,
                 const std::vector<Capture>& settled) {
    const tests::Backend backend(next.port(), sandbox_);
    for (const Capture& capture : settled) {
      if (!capture.is_known()) continue;
      const tests::Answer result = backend.result(capture.id);
      if (result.status != 200) findings_.wrong("the first answer is " + result.body);
      break;
    }
    const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - gone);
    if (loss == Loss::Raced) return;
    auto& times = loss == Loss::Stopped ? after_stops_ : after_kills_;
    times.push_back(static_cast<std::uint64_t>(took.count()));
  }

  void verify_all() {
    findings_.wrong(verify(disk_.path()));
    receipts_.hold(disk_.path(), findings_);
  }

  void tell_times() {
    for (auto [what, times] : {std::pair{"kill", &after_kills_}, {"SIGTERM", &after_stops_}}) {
      if (times->empty()) continue;
      std::ranges::sort(*times);
      const std::string without = std::string("ms without an answer after ") + what;
      findings_.count(without + ", median", (*times)[times->size() / 2]);
      findings_.most(without + ", longest", times->back());
    }
  }

  const Orders& orders_;
  Draw& draw_;
  Findings& findings_;
  tests::RunningServer made_{{.flags = unlimited()}};  // makes the folder, and removes it
  const tests::Credentials sandbox_ = made_.add_client("sandbox", {"--sandbox"});
  Receipts receipts_{made_.folder() / "receipts",
                     tests::Json(made_.operate({"log", "checkpoint", "--json"}).out).text("/vkey")};
  Disk disk_{made_.data()};
  std::unique_ptr<Node> node_;
  std::uint64_t nodes_ = 0;
  std::vector<std::uint64_t> after_kills_;
  std::vector<std::uint64_t> after_stops_;
};

Findings handover(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  Handover campaign(orders, draw, findings);
  if (orders.control) {
    campaign.share_the_disk();
  } else {
    campaign.run();
  }
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::handover);
}
