#include "tests/torture/campaigns/disk/trials.h"

#include <signal.h>

#include <algorithm>
#include <stdexcept>

#include "tests/programs/support/capture.h"
#include "tests/torture/hurt_disk/readers.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kToldMost = 150;     // answers before a fault
constexpr milliseconds kStrikeLimit{2'500};  // ANCHOR and checkpoints are written once a second
constexpr milliseconds kHurtMost{500};       // after the first strike
constexpr milliseconds kEndLimit{30'000};    // for a server that is to end by itself
constexpr milliseconds kWatched{1'300};      // to observe the calls
constexpr std::uint64_t kVerifiedEvery = 10;

// Whether the database itself writes the file, so that a failure may end the server.
bool is_of_database(DiskFile file) {
  switch (file) {
    case DiskFile::WriteAheadLog:
    case DiskFile::Table:
    case DiskFile::Manifest:
    case DiskFile::Current:
    case DiskFile::Options:
    case DiskFile::LogFolder:
    case DiskFile::Other:
      return true;
    case DiskFile::Anchor:
    case DiskFile::Checkpoint:
    case DiskFile::KeySlot:
    case DiskFile::StoredFile:
    case DiskFile::Purging:
    case DiskFile::MasterKeyId:
    case DiskFile::Folder:
      return false;
  }
  return false;
}

// Whether nothing more may be acknowledged after the fault.
bool stops_the_log(const DiskPlan& plan) {
  return plan.file == DiskFile::WriteAheadLog && plan.fault != DiskFault::Short &&
         (plan.call == DiskCall::Write || plan.call == DiskCall::Sync);
}

}  // namespace

void DiskTrials::wrong(const std::string& what) { findings_.wrong(trial_ + ": " + what); }

void DiskTrials::count(const char* when, const DiskPlan& plan) {
  findings_.count("faults that struck");
  findings_.count(std::string("(") + when + ") " + name_of(plan.call, plan.file));
}

void DiskTrials::watch() {
  hurt_.emplace();
  hurt_->disk().forget_calls();
  const auto crowd = hurt_->crowd(draw_);
  std::this_thread::sleep_for(kWatched);
  hurt_->keep(*crowd);
  serving_ = Occasions::counted_by(hurt_->disk());
  hurt_->server().kill();
  hurt_->disk().forget_calls();
  come_back();
  starting_ = Occasions::counted_by(hurt_->disk());
  BadDisk disk;
  const TempFolder folder;
  disk.lies_under(folder.path() / "data");
  HurtStart first(folder.path() / "data", {}, disk);
  beginning_ = Occasions::counted_by(disk);
}

bool DiskTrials::try_one() {
  if (!hurt_ || hurt_->is_lost()) hurt_.emplace();
  switch (draw_() % 5) {
    case 0:
      return try_first_start(beginning_->draw(draw_));
    case 1:
      return try_start(starting_->draw(draw_));
    default:
      return try_serving(serving_->draw(draw_));
  }
}

// ---- while it serves -------------------------------------------------------------------------

bool DiskTrials::try_serving(const DiskPlan& plan) {
  trial_ = "serving, " + name_of(plan);
  hurt(plan);
  const bool struck = hurt_->disk().struck() > 0;
  if (struck) count("serving", plan);
  watch_the_end(plan);
  if (!hurt_->end()) end_server();
  if (draw_() % 2 == 0) {
    findings_.count("bytes of the log that were not synced, dropped",
                    hurt_->disk().drop_unsynced_log());
  }
  come_back();
  return struck;
}

void DiskTrials::hurt(const DiskPlan& plan) {
  const auto crowd = hurt_->crowd(draw_);
  Readers readers(hurt_->server().port(), hurt_->sandbox(), hurt_->audited(), draw_());
  (void)crowd->wait_for(draw_() % kToldMost);
  hurt_->disk().spoil(plan);
  const auto is_over = [&] { return !crowd->is_present() || hurt_->end(); };
  (void)wait_until(kStrikeLimit, [&] { return hurt_->disk().struck() > 0 || is_over(); });
  if (hurt_->disk().struck() > 0) {
    (void)wait_until(milliseconds(draw_() % kHurtMost.count()), is_over);
  }
  if (stops_the_log(plan) && hurt_->disk().struck() > 0) {
    (void)wait_until(kEndLimit, [&] { return hurt_->end().has_value(); });
  }
  hurt_->disk().mend();
  hurt_->keep(*crowd);
  for (const std::string& sentence : readers.leave()) wrong(sentence);
  findings_.count("sessions", hurt_->kept().size());
  findings_.count("acknowledgements", crowd->told());
  findings_.count("right answers to readers", readers.right());
  findings_.count("readers told to come again", readers.refused());
  if (readers.unanswered() > 0 && !hurt_->is_ending()) {
    wrong("readers get no answer, and it does not end");
  }
}

void DiskTrials::watch_the_end(const DiskPlan& plan) {
  const bool struck = hurt_->disk().struck() > 0;
  if (!hurt_->end() && struck && stops_the_log(plan)) wrong("it goes on after its log has failed");
  if (!hurt_->end()) watch_going_on();
  const auto status = hurt_->end();
  if (!status) return;
  findings_.count("ends with " + std::to_string(*status));
  if (const auto how = hurt_->wrong_end()) wrong(*how);
  const bool may_end = struck && is_of_database(plan.file) && plan.fault != DiskFault::Short;
  if (!may_end) wrong("it ends, and need not");
}

// The disk is whole again, but an earlier failed background write may end the server only now.
void DiskTrials::watch_going_on() {
  const bool is_over = wait_until(kEndLimit, [&] { return hurt_->end() || hurt_->goes_on(draw_); });
  if (!is_over) wrong("it neither goes on nor ends");
  if (!hurt_->end()) findings_.count("servers that went on");
}

void DiskTrials::end_server() {
  if (draw_() % 3 > 0) return hurt_->server().kill();
  const int status = hurt_->server().stop();
  if (status != 0) wrong("stopped, it ends with " + std::to_string(status));
}

void DiskTrials::come_back() {
  if (falsifies_) falsify(hurt_->kept(), draw_);
  const bool verifies = ++audits_ % kVerifiedEvery == 0 || falsifies_;
  for (const std::string& sentence : hurt_->restart_and_audit(verifies)) wrong(sentence);
}

// ---- while it starts -------------------------------------------------------------------------

bool DiskTrials::try_start(const DiskPlan& plan) {
  trial_ = "starting, " + name_of(plan);
  const auto crowd = hurt_->crowd(draw_);
  (void)crowd->wait_for(draw_() % kToldMost);
  end_server();
  hurt_->keep(*crowd);
  findings_.count("sessions", hurt_->kept().size());
  findings_.count("acknowledgements", crowd->told());
  hurt_->disk().spoil(plan);
  bool struck = false;
  {
    HurtStart start(hurt_->server().data(), unlimited(), hurt_->disk());
    struck = hurt_->disk().struck() > 0;
    if (struck) count("starting", plan);
    serve_while_hurt(start);
  }
  hurt_->disk().mend();
  come_back();
  return struck;
}

void DiskTrials::serve_while_hurt(HurtStart& start) {
  if (!start.port()) {
    findings_.count("starts that were refused");
    if (hurt_->disk().struck() == 0)
      wrong("a start is refused without a fault: " + start.operator_log());
    if (const auto how = start.wrong_refusal()) wrong(*how);
    return;
  }
  findings_.count("starts that served");
  Readers readers(*start.port(), hurt_->sandbox(), hurt_->audited(), draw_());
  (void)wait_until(milliseconds(draw_() % kHurtMost.count()),
                   [&] { return !start.program().running(); });
  for (const std::string& sentence : readers.leave()) wrong(sentence);
  const bool must_end = readers.unanswered() > 0;
  if (must_end) (void)start.program().wait(kEndLimit);
  if (start.program().running()) {
    if (must_end) wrong("it starts, and readers get no answer, and it does not end");
    return start.program().signal(SIGKILL);
  }
  if (const auto how = start.wrong_end()) wrong("it starts: " + *how);
}

// ---- in a folder that is new -----------------------------------------------------------------

bool DiskTrials::try_first_start(const DiskPlan& plan) {
  trial_ = "first start, " + name_of(plan);
  BadDisk disk;
  const TempFolder folder;
  const auto data = folder.path() / "data";
  disk.lies_under(data);
  disk.spoil(plan);
  {
    HurtStart first(data, {}, disk);
    findings_.count(first.port() ? "starts that served" : "starts that were refused");
    const auto how = first.port() ? std::nullopt : first.wrong_refusal();
    if (how) wrong(*how);
  }
  const bool struck = disk.struck() > 0;
  if (struck) count("first start", plan);
  disk.mend();
  HurtStart again(data, {}, disk);
  if (!again.port()) wrong("the next start is refused: " + again.operator_log());
  again.program().signal(SIGTERM);
  const auto status = again.program().wait(kEndLimit);
  if (again.port() && status != 0) wrong("the next start does not end as it should");
  return struck;
}

// ---- control ---------------------------------------------------------------------------------

bool DiskTrials::finds_lost_writes() {
  hurt_.emplace();
  const auto crowd = hurt_->crowd(draw_);
  (void)crowd->wait_for(kToldMost);
  hurt_->disk().spoil({DiskCall::Write, DiskFile::WriteAheadLog, DiskFault::Lost, 0, true});
  (void)crowd->wait_for(crowd->told() + kToldMost);
  hurt_->server().kill();
  hurt_->keep(*crowd);
  hurt_->disk().mend();
  const bool found = is_a_create_gone();
  hurt_.reset();
  return found;
}

// Whether an acknowledged create is gone, or the start is refused. Checks nothing else: sessions
// may have lost their keys, and an audit would repeat calls that get 503 for a long time.
bool DiskTrials::is_a_create_gone() {
  try {
    hurt_->server().start();
  } catch (const std::runtime_error&) {
    return true;
  }
  const tests::Backend backend(hurt_->server().port(), hurt_->sandbox());
  return std::ranges::any_of(hurt_->kept(), [&](const Capture& capture) {
    if (!capture.create.told) return false;
    const tests::Answer again = ask_create(backend, capture);
    return again.status == 200 && again.body != capture.create.told->body;
  });
}

}  // namespace countersign::torture
