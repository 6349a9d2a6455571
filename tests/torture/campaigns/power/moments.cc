#include "tests/torture/campaigns/power/moments.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>

namespace countersign::torture {
namespace {

// So many spans are drawn, and the one with the largest write is taken.
constexpr int kTries = 8;
constexpr std::size_t kActsAfter = 12;  // after a purge, or after a change of a name
constexpr std::chrono::seconds kNew{1};

bool changes_name(const Act& act) {
  return act.did == Did::Create || act.did == Did::Rename || act.did == Did::Exchange ||
         act.did == Did::Unlink || act.did == Did::MakeFolder || act.did == Did::RemoveFolder;
}

}  // namespace

std::string_view name_of(Aim aim) {
  switch (aim) {
    case Aim::Anything:
      return "at any moment";
    case Aim::Start:
      return "in a start";
    case Aim::NewFolder:
      return "in the first second of a folder";
    case Aim::LogSync:
      return "in a sync of the log";
    case Aim::Purge:
      return "in a purge";
    case Aim::Name:
      return "behind a change of a name";
    case Aim::End:
      return "in a stop";
  }
  return {};
}

CutMoments::CutMoments(const PowerRun& run, bool is_new_folder) : run_(run) {
  start_ = {0, run.acts_until(run.serving())};
  new_folder_ = is_new_folder ? Span{start_.last, run.acts_until(run.client_told() + kNew)}
                              : Span{0, run.acts().size()};
  end_ = {run.acts_until(run.ending()), run.acts().size()};
  find_names();
  find_purges();
  find_log_syncs();
}

void CutMoments::find_names() {
  const std::vector<Act>& acts = run_.acts();
  for (std::size_t i = 0; i < acts.size(); ++i) {
    if (changes_name(acts[i])) names_.push_back({i + 1, std::min(i + kActsAfter, acts.size())});
  }
}

// The marker file is written again in the middle of a purge.
void CutMoments::find_purges() {
  constexpr std::string_view kMark = "data/PURGING";
  const std::vector<Act>& acts = run_.acts();
  bool is_marked = false;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    const Act& act = acts[i];
    if (act.did == Did::Rename && act.other == kMark && !is_marked) {
      purges_.push_back({i, acts.size()});
      is_marked = true;
    } else if (act.did == Did::Unlink && act.name == kMark && is_marked) {
      purges_.back().last = std::min(i + kActsAfter, acts.size());
      is_marked = false;
    }
  }
}

void CutMoments::find_log_syncs() {
  const std::vector<Act>& acts = run_.acts();
  std::map<std::string_view, std::size_t> unsynced;  // bytes, of each write-ahead log
  std::map<std::uint64_t, Span> begun;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    const Act& act = acts[i];
    if (!act.name.ends_with(".log")) continue;
    std::size_t& bytes = unsynced[act.name];
    if (act.did == Did::Write) bytes += act.bytes.size();
    if (act.did == Did::BeginSync) begun[act.offset] = {i + 1, i + 1, std::exchange(bytes, 0)};
    if (act.did != Did::EndSync) continue;
    Span& sync = begun[act.offset];
    sync.last = i;
    log_syncs_.push_back(sync);
  }
}

std::size_t CutMoments::in(const std::vector<Span>& spans, Draw& draw) const {
  Span chosen{0, run_.acts().size()};
  for (int i = 0; i < kTries && !spans.empty(); ++i) {
    const Span& one = spans[draw() % spans.size()];
    if (i == 0 || one.weight > chosen.weight) chosen = one;
  }
  return std::uniform_int_distribution<std::size_t>(chosen.first, chosen.last)(draw);
}

std::size_t CutMoments::draw(Aim aim, Draw& draw) const {
  switch (aim) {
    case Aim::Anything:
      return in({}, draw);
    case Aim::Start:
      return in({start_}, draw);
    case Aim::NewFolder:
      return in({new_folder_}, draw);
    case Aim::LogSync:
      return in(log_syncs_, draw);
    case Aim::Purge:
      return in(purges_, draw);
    case Aim::Name:
      return in(names_, draw);
    case Aim::End:
      return in({end_}, draw);
  }
  return 0;
}

}  // namespace countersign::torture
