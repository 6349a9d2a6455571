#include "events/audit/sessions/part_judge.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "events/audit/sessions/session_decision.h"

namespace countersign {
namespace {

// A part that is too large is divided by further bits of the hash, which do not choose the part.
constexpr unsigned kBitsOfParts = 32;
constexpr unsigned kBitsOfDivision = 4;
constexpr unsigned kDepthMax = 8;
constexpr std::size_t kBufferBytes = 32 << 10;

std::size_t division_of(const SessionId& session, unsigned depth) {
  const std::size_t hash = HashOfSessionId()(session);
  return hash >> (kBitsOfParts + kBitsOfDivision * depth) & ((1U << kBitsOfDivision) - 1);
}
static_assert(kBitsOfParts + kBitsOfDivision * kDepthMax <= 64);

// The events that are in the tree when an audit judges the decision that begins with this event: an
// event that may begin a pair waits for the next one.
std::uint64_t read_before(const StoredEvent& first) {
  return first.recorded.sequence.value() - (may_begin_a_pair(first) ? 0 : 1);
}

}  // namespace

std::size_t part_of(const SessionId& session, std::size_t parts) {
  return HashOfSessionId()(session) & (parts - 1);
}

bool PartJudge::judge(const SpillParts& parts, std::size_t part, unsigned depth) {
  if (given_.given_up()) return false;
  if (parts.bytes(part) <= given_.bytes_max) return judge_sorted(parts, part);
  return depth < kDepthMax ? judge_divided(parts, part, depth) : judge_in_order(parts, part);
}

bool PartJudge::judge_sorted(const SpillParts& parts, std::size_t part) {
  std::vector<std::string> blocks;
  if (!parts.read(part, [&](std::string block) {
        blocks.push_back(std::move(block));
        return true;
      })) {
    return false;
  }
  std::vector<Entry> entries;
  for (const std::string& block : blocks) {
    for (const std::string_view record : records_in(block)) {
      entries.push_back({session_in(record), static_cast<std::uint32_t>(entries.size()), record});
    }
  }
  std::ranges::sort(
      entries, {}, [](const Entry& entry) { return std::tuple(entry.session, entry.number); });
  CaseAudit cases(given_.log, *given_.asked);
  for (auto entry = entries.begin(); entry != entries.end();) {
    if (given_.given_up()) return false;
    SessionAudit session;
    const SessionId id = entry->session;
    bool goes_on = true;
    for (; entry != entries.end() && entry->session == id; ++entry) {
      goes_on = goes_on && take(entry->record, session, cases);
    }
  }
  return add(cases);
}

bool PartJudge::judge_in_order(const SpillParts& parts, std::size_t part) {
  CaseAudit cases(given_.log, *given_.asked);
  struct Judged {
    SessionAudit audit;
    bool goes_on = true;
  };
  std::unordered_map<SessionId, Judged, HashOfSessionId> sessions;
  const bool was_read = parts.read(part, [&](const std::string& block) {
    for (const std::string_view record : records_in(block)) {
      Judged& session = sessions[session_in(record)];
      session.goes_on = session.goes_on && take(record, session.audit, cases);
    }
    return !given_.given_up();
  });
  return was_read && !given_.given_up() && add(cases);
}

bool PartJudge::judge_divided(const SpillParts& parts, std::size_t part, unsigned depth) {
  SpillParts divided(file_, std::size_t{1} << kBitsOfDivision, kBufferBytes);
  std::optional<SessionId> first;
  bool has_several = false;
  bool is_put = true;
  const bool was_read = parts.read(part, [&](const std::string& block) {
    for (const std::string_view record : records_in(block)) {
      const SessionId session = session_in(record);
      if (!first) first = session;
      has_several = has_several || session != *first;
      is_put = is_put && divided.append(division_of(session, depth), record);
    }
    return is_put;
  });
  if (!was_read || !is_put || !divided.flush()) return false;
  // Nothing divides a single session.
  if (!has_several) return judge_in_order(divided, division_of(*first, depth));
  for (std::size_t i = 0; i < divided.parts(); ++i) {
    if (!judge(divided, i, depth + 1)) return false;
  }
  return true;
}

bool PartJudge::take(std::string_view record, SessionAudit& session, CaseAudit& cases) {
  if (is_beyond(sequence_in(record))) return false;
  const SessionDecision decision = read_decision(record);
  auto fault =
      session.take(decision.recorded(), decision.facts ? &*decision.facts : nullptr, cases);
  if (!fault) return true;
  note({decision.first.recorded.sequence, read_before(decision.first), *std::move(fault)});
  return false;
}

bool PartJudge::is_beyond(Sequence decision) const {
  return decision.value() > earliest_ || (given_.end && decision >= *given_.end);
}

void PartJudge::note(SessionFault fault) {
  const MutexLock lock(mutex_);
  if (fault.decision.value() >= earliest_) return;
  earliest_ = fault.decision.value();
  fault_ = std::move(fault);
}

// Compares the roots that decisions of the part name.
bool PartJudge::add(const CaseAudit& cases) {
  std::vector<SeenRoot> seen = cases.seen();
  std::ranges::sort(seen, {}, &SeenRoot::size);
  std::optional<Sequence> unseen;
  if (given_.tiles != nullptr) {
    SpilledTree tree(*given_.tiles);
    for (const SeenRoot& of : seen) {
      const auto root = tree.root(of.size);
      if (!root) return false;
      if (of.root != Sha256(*root)) unseen = std::min(unseen.value_or(of.decision), of.decision);
    }
  }
  const MutexLock lock(mutex_);
  counts_ += cases.counts();
  if (unseen) unseen_ = std::min(unseen_.value_or(*unseen), *unseen);
  return true;
}

}  // namespace countersign
