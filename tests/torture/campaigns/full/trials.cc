#include "tests/torture/campaigns/full/trials.h"

#include <signal.h>

#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/torture/rig/audit.h"

namespace countersign::torture {
namespace {

using std::chrono::milliseconds;
using tests::Answer;
using tests::Backend;

constexpr std::int64_t kReserveBytes = std::int64_t{64} << 20;
constexpr std::int64_t kLogReserveBytes =
    kReserveBytes / 4;  // see projections/folder/data_folder.cc
constexpr std::int64_t kMarginBytes = std::int64_t{4} << 20;  // what clients may use meanwhile
constexpr std::uint64_t kToldMost = 150;
constexpr std::uint64_t kPutOffMost = 60;
constexpr milliseconds kFullLimit{1'500};
constexpr milliseconds kPurgeLimit{5'000};
constexpr milliseconds kEndLimit{30'000};
constexpr std::uint64_t kVerifiedEvery = 10;

tests::Arguments flags() {
  tests::Arguments flags = unlimited();
  flags.push_back("--reserve-bytes=" + std::to_string(kReserveBytes));
  return flags;
}

// One session that ends before the disk is full, and whose files are not purged by then.
Crowd::Size one_victim() {
  return {.threads = 1, .captures_each = 1, .habits = {.failures_most = 0, .purges_percent = 0}};
}

}  // namespace

FullTrials::FullTrials(Draw& draw, Findings& findings, std::string disk_name)
    : draw_(draw), findings_(findings), disk_name_(std::move(disk_name)), hurt_(flags()) {}

void FullTrials::wrong(const std::string& what) { findings_.wrong(trial_ + ": " + what); }

void FullTrials::count(const std::string& what, std::uint64_t by) {
  findings_.count("(" + disk_name_ + ") " + what, by);
}

// Draws the room left: mostly none, else less than the log's reserve or less than that of uploads.
std::int64_t FullTrials::draw_left(Room room) {
  if (draw_() % 3 > 0) return 0;
  if (room == Room::Names) return static_cast<std::int64_t>(draw_() % 20);
  if (draw_() % 2 == 0) return static_cast<std::int64_t>(draw_() % kLogReserveBytes);
  const auto beyond = static_cast<std::int64_t>(draw_() % (kReserveBytes / 2));
  return kLogReserveBytes + kMarginBytes + beyond;
}

void FullTrials::fill_up(SmallDisk& disk, Room room) {
  const std::int64_t left = draw_left(room);
  const char* const what = room == Room::Bytes ? " bytes" : " names";
  trial_ = disk_name_ + ", " + std::to_string(left) + what + " left";
  count((left == 0 ? "times without" : "times with few") + std::string(what));
  const std::uint64_t out_of_room = hurt_.disk().out_of_room();
  auto victims = hurt_.visits(draw_, one_victim());
  const auto crowd = hurt_.crowd(draw_);
  (void)crowd->wait_for(draw_() % kToldMost);
  hold_full(disk, room, left, *crowd);
  if (!hurt_.end()) look_at_full(victims.front(), left, room);
  const bool starts = draw_() % 3 == 0;
  if (starts) start_on_full();
  disk.make_room();
  if (!starts) watch_going_on();
  hurt_.keep(*crowd);
  count("calls without room", hurt_.disk().out_of_room() - out_of_room);
  hurt_.kept().push_back(std::move(victims.front()));
  count("sessions", hurt_.kept().size());
  count("acknowledgements", crowd->told());
  count("calls put off", crowd->put_off());
  if (!starts) watch_the_end();
  come_back();
}

void FullTrials::hold_full(SmallDisk& disk, Room room, std::int64_t left, const Crowd& crowd) {
  Readers readers(hurt_.server().port(), hurt_.sandbox(), hurt_.audited(), draw_());
  const bool is_greedy = draw_() % 2 == 0;
  const std::uint64_t put_off = crowd.put_off() + 1 + draw_() % kPutOffMost;
  disk.fill(room, left);
  (void)wait_until(kFullLimit, [&] {
    if (is_greedy) disk.fill(room, left);
    return crowd.put_off() >= put_off || !crowd.is_present() || hurt_.end();
  });
  for (const std::string& sentence : readers.leave()) wrong(sentence);
  count("right answers to readers", readers.right());
  const bool is_gone = readers.unanswered() > 0 || !crowd.is_present();
  if (is_gone && !hurt_.is_ending()) wrong("clients get no answer, and it does not end");
}

// With a full disk, stored data can be read. A purge, which makes room, is possible while the log
// has its reserve.
void FullTrials::look_at_full(Capture& victim, std::int64_t left, Room room) {
  if (!victim.is_known()) return wrong("no session before the disk was full");
  const Backend backend(hurt_.server().port(), hurt_.sandbox());
  const Answer result = backend.result(victim.id);
  if (result.status != 200 && !hurt_.is_ending()) {
    wrong("a result cannot be read: " + std::to_string(result.status) + " " + result.body);
  }
  victim.purge = Sent{};
  const bool must_be = room == Room::Bytes && left >= kLogReserveBytes;
  Answer purged;
  // A merge of the log's tables takes room until it ends: a purge that is put off is sent again.
  (void)wait_until(must_be ? kPurgeLimit : milliseconds(0), [&] {
    purged = backend.purge(victim.id);
    return purged.status == 200 || hurt_.is_ending();
  });
  if (purged.status == 200) {
    victim.purge->told = Told{purged.body, std::chrono::steady_clock::now()};
    return count("purges while it was full");
  }
  count("purges put off");
  const bool is_put_off = purged.status == 503 && !purged.header("retry-after").empty();
  if ((is_put_off && !must_be) || hurt_.is_ending()) return;
  wrong("a purge is answered " + std::to_string(purged.status) + " " + purged.body);
}

// Whether the server has ended by itself. Reports an end other than the one permitted.
bool FullTrials::has_ended() {
  const auto status = hurt_.end();
  if (!status) return false;
  count("ends with " + std::to_string(*status));
  if (const auto how = hurt_.wrong_end()) wrong(*how);
  return true;
}

void FullTrials::start_on_full() {
  if (!has_ended()) hurt_.server().kill();
  HurtStart start(hurt_.server().data(), flags(), hurt_.disk());
  if (!start.port()) {
    count("starts that were refused");
    if (const auto how = start.wrong_refusal()) wrong(*how);
    return;
  }
  count("starts that served");
  Readers readers(*start.port(), hurt_.sandbox(), hurt_.audited(), draw_());
  (void)wait_until(milliseconds(draw_() % 300), [&] { return !start.program().running(); });
  for (const std::string& sentence : readers.leave()) wrong(sentence);
  end_start(start, readers.unanswered() > 0);
}

// Ends a server that was started on the full disk. It must end by itself if it left a call without
// a response.
void FullTrials::end_start(HurtStart& start, bool must_end) {
  if (must_end) (void)start.program().wait(kEndLimit);
  if (start.program().running()) {
    if (must_end) wrong("it starts, and clients get no answer, and it does not end");
    return start.program().signal(SIGKILL);
  }
  if (const auto how = start.wrong_end()) wrong("it starts: " + *how);
}

void FullTrials::watch_going_on() {
  const bool is_over = wait_until(kEndLimit, [&] { return hurt_.end() || hurt_.goes_on(draw_); });
  if (!is_over) wrong("there is room, and it neither goes on nor ends");
}

void FullTrials::watch_the_end() {
  if (!hurt_.end()) {
    count("times that it went on");
    for (const std::string& sentence : hurt_.strays_now()) wrong(sentence);
  }
  if (has_ended()) return;
  if (draw_() % 2 == 0) return hurt_.server().kill();
  const int status = hurt_.server().stop();
  if (status != 0) wrong("stopped, it ends with " + std::to_string(status));
}

void FullTrials::come_back() {
  if (falsifies_) falsify(hurt_.kept(), draw_);
  const bool verifies = ++trials_ % kVerifiedEvery == 0 || falsifies_;
  for (const std::string& sentence : hurt_.restart_and_audit(verifies)) wrong(sentence);
}

}  // namespace countersign::torture
