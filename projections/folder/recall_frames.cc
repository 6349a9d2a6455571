#include "projections/folder/recall_frames.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/text/counted.h"
#include "events/vault/files/frame_marks.h"
#include "events/vault/session_key.h"
#include "projections/fold/projection.h"
#include "projections/fold/record_bytes.h"

namespace countersign {
namespace {

// Sessions of a step: each takes a few reads, and the writer stops for one look-up of each.
constexpr std::size_t kSessionsAtOnce = 64;

}  // namespace

FrameRecall::FrameRecall(const EventLog& log, const KeyRing& keys, KnownFrames& frames, Warn warn)
    : log_(log),
      keys_(keys),
      frames_(frames),
      warn_(warn ? std::move(warn) : [](std::string_view) {}) {}

// ---- reading ----------------------------------------------------------------------

std::vector<FrameRecall::Refusals> FrameRecall::next_refusals(Pass& pass) const {
  std::vector<Refusals> some;
  std::size_t seen = 0;
  const auto read = log_.views().scan(
      space::kRefusedRecordings, pass.from, [&](std::string_view key, std::string_view value) {
        if (seen++ == kSessionsAtOnce) {
          pass.from = key;
          return false;
        }
        auto refusals = from_bytes<SessionRefusals>(value);
        if (!refusals || key.size() != sizeof(SessionId::Value)) {
          pass.error = StoreError::Corrupt;
          return true;
        }
        some.push_back({RefusedRecordings::session_of(key), *std::move(refusals)});
        return true;
      });
  pass.is_left = read && seen > kSessionsAtOnce;
  if (!read) pass.error = read.error();
  return some;
}

void FrameRecall::open_marks_of(const Refusals& refusals, Pass& pass) const {
  const auto wrapped = log_.wrapped_key(refusals.session);
  if (!wrapped) {
    pass.unreadable += refusals.of.recordings.size();
    return;
  }
  if (!*wrapped) return;
  const auto key = keys_.unwrap(refusals.session, WrappedKey(**wrapped));
  if (!key) return;
  for (const RefusedRecording& recording : refusals.of.recordings) {
    const auto event = log_.find(recording.event);
    if (!event || !*event || !(*event)->recorded.sealed) {
      ++pass.unreadable;
      continue;
    }
    const RecordedEvent& recorded = (*event)->recorded;
    auto marks = open_marks(*key, refusals.session, recorded.request, *recorded.sealed);
    if (!marks) continue;
    pass.found.push_back(
        {refusals.of.client, refusals.session, recording.attempt, *std::move(marks)});
  }
}

void FrameRecall::step(Pass& pass) const {
  for (const Refusals& refusals : next_refusals(pass)) open_marks_of(refusals, pass);
}

// ---- remembering ------------------------------------------------------------------

// The session may have been purged since its marks were read, and nothing would forget them then.
bool FrameRecall::is_kept(const SessionId& session) const {
  const auto row = log_.views().get(space::kRefusedRecordings, RefusedRecordings::key(session));
  return row && *row;
}

void FrameRecall::keep(Pass& pass) {
  for (Recalled& each : pass.found) {
    if (!is_kept(each.session)) continue;
    frames_.add(each.client, each.session, each.attempt, std::move(each.marks));
  }
  pass.found.clear();
  if (!pass.is_left) done_.store(true, std::memory_order_release);
}

void FrameRecall::finish() {
  if (is_done()) return;
  Pass pass;
  while (pass.is_left) {
    step(pass);
    keep(pass);
  }
  tell(pass);
}

void FrameRecall::run(Writer& writer, const GivenUp& given_up) {
  {
    const MutexLock lock(mutex_);
    if (is_done()) return;
    runs_ = true;
  }
  Pass pass;
  // A decision that has not waited may finish the recall meanwhile.
  while (!is_done() && !given_up()) {
    step(pass);
    writer.run_between_groups([&] {
      if (is_done()) return;
      keep(pass);
      if (is_done()) tell(pass);
    });
  }
  answer(is_done());
}

void FrameRecall::tell(const Pass& pass) const {
  if (pass.error) {
    warn_(
        fmt::format("frames: the view of the refused recordings cannot be read: {}: frames of some "
                    "of them are not known again: rebuild the projections, and start again",
                    describe(*pass.error)));
  }
  if (pass.unreadable == 0) return;
  warn_(fmt::format("frames: {} cannot be read: {} frames are not known again; restore a backup",
                    counted(pass.unreadable, "refused recording"),
                    agreeing(pass.unreadable, "its", "their")));
}

// ---- waiting ----------------------------------------------------------------------

bool FrameRecall::when_known(std::function<void(bool known)> then) {
  {
    const MutexLock lock(mutex_);
    if (runs_ && !is_done()) {
      if (waiting_.size() == kWaitingMost) return false;
      waiting_.push_back(std::move(then));
      return true;
    }
  }
  then(true);
  return true;
}

void FrameRecall::answer(bool known) {
  std::vector<std::function<void(bool)>> waiting;
  {
    const MutexLock lock(mutex_);
    runs_ = false;
    waiting.swap(waiting_);
  }
  for (const auto& then : waiting) then(known);
}

}  // namespace countersign
