#include "events/audit/sessions/part_judge.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <tuple>

#include "core/check.h"
#include "events/audit/sessions/session_decision.h"

namespace countersign {
namespace {

// A part that is too large is divided by the bits of the hash below those that choose the part.
constexpr unsigned kBitsOfHash = 64;
constexpr unsigned kBitsOfPartsMax = 32;
constexpr unsigned kBitsOfDivision = 4;
constexpr unsigned kDepthMax = 8;
constexpr std::size_t kBufferBytes = 32 << 10;

static_assert(kBitsOfPartsMax + kBitsOfDivision * kDepthMax <= kBitsOfHash);

// The events that are in the tree when an audit judges the decision that begins with this event: an
// event that may begin a pair waits for the next one.
std::uint64_t read_before(const StoredEvent& first) {
  return first.recorded.sequence.value() - (may_begin_a_pair(first) ? 0 : 1);
}

}  // namespace

std::size_t part_of(const SessionId& session, std::size_t parts) {
  const auto bits = static_cast<unsigned>(std::countr_zero(parts));
  return bits == 0 ? 0 : hash_of(session) >> (kBitsOfHash - bits);
}

std::size_t PartJudge::division_of(const SessionId& session, unsigned depth) const {
  const unsigned above = given_.bits_of_parts + kBitsOfDivision * (depth + 1);
  return hash_of(session) >> (kBitsOfHash - above) & ((1U << kBitsOfDivision) - 1);
}

bool PartJudge::open_states(std::optional<SessionStates>& states) {
  if (given_.states == nullptr) return true;
  auto opened = given_.states->sessions();
  if (opened) {
    states.emplace(*std::move(opened));
  } else {
    note_state(opened.error());
  }
  return states.has_value();
}

bool PartJudge::judge(const SpillParts& parts, std::size_t part, SessionStates* states) {
  check(given_.bits_of_parts <= kBitsOfPartsMax, "a hash has bits for parts and their divisions");
  return judge(parts, part, 0, {states, part}) &&
         (given_.kept == nullptr || given_.kept->flush(part));
}

bool PartJudge::judge(const SpillParts& parts, std::size_t part, unsigned depth, const Work& work) {
  if (given_.given_up()) return false;
  if (parts.bytes(part) <= given_.bytes_max) return judge_sorted(parts, part, work);
  return depth < kDepthMax ? judge_divided(parts, part, depth, work)
                           : judge_in_order(parts, part, work);
}

std::optional<SessionAudit> PartJudge::before(const SessionId& session, const Work& work) {
  std::optional<SessionAudit> audit(std::in_place);
  if (work.states == nullptr) return audit;
  const auto found = work.states->find(session);
  if (!found) {
    note_state(found.error());
    audit.reset();
  } else if (*found && !audit->take_state(**found)) {
    note_state({true, "the state of a session is not in its form"});
    audit.reset();
  }
  return audit;
}

bool PartJudge::keep(const SessionId& session, const SessionAudit& audit, const Work& work) const {
  if (given_.kept == nullptr) return true;
  const Uuid& id = session.value();
  std::string record(text_of(id));
  record += audit.state();
  return given_.kept->append(work.part, record);
}

bool PartJudge::judge_sorted(const SpillParts& parts, std::size_t part, const Work& work) {
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
      entries.push_back(
          {session_key(session_in(record)), static_cast<std::uint32_t>(entries.size()), record});
    }
  }
  std::ranges::sort(
      entries, {}, [](const Entry& entry) { return std::tuple(entry.session, entry.number); });
  CaseAudit cases(given_.log, *given_.asked);
  for (auto entry = entries.begin(); entry != entries.end();) {
    if (given_.given_up()) return false;
    const auto key = entry->session;
    std::optional<SessionAudit> session = before(key.second, work);
    if (!session) return false;
    bool goes_on = true;
    for (; entry != entries.end() && entry->session == key; ++entry) {
      goes_on = goes_on && take(entry->record, *session, cases);
    }
    if (goes_on && !keep(key.second, *session, work)) return false;
  }
  return add(cases);
}

bool PartJudge::judge_in_order(const SpillParts& parts, std::size_t part, const Work& work) {
  CaseAudit cases(given_.log, *given_.asked);
  struct Judged {
    std::optional<SessionAudit> audit{};
    bool goes_on = true;
  };
  std::map<std::pair<std::uint64_t, SessionId>, Judged> sessions;
  bool has_states = true;
  const bool was_read = parts.read(part, [&](const std::string& block) {
    for (const std::string_view record : records_in(block)) {
      const SessionId id = session_in(record);
      Judged& session = sessions[session_key(id)];
      if (!session.audit) session.audit = before(id, work);
      has_states = session.audit.has_value();
      if (!has_states) return false;
      session.goes_on = session.goes_on && take(record, *session.audit, cases);
    }
    return !given_.given_up();
  });
  if (!was_read || !has_states || given_.given_up()) return false;
  const bool are_kept = std::ranges::all_of(sessions, [&](const auto& judged) {
    const auto& [key, session] = judged;
    return !session.goes_on || keep(key.second, *session.audit, work);
  });
  return are_kept && add(cases);
}

bool PartJudge::judge_divided(const SpillParts& parts,
                              std::size_t part,
                              unsigned depth,
                              const Work& work) {
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
  if (!has_several) return judge_in_order(divided, division_of(*first, depth), work);
  for (std::size_t i = 0; i < divided.parts(); ++i) {
    if (!judge(divided, i, depth + 1, work)) return false;
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

void PartJudge::note_state(StateFault fault) {
  const MutexLock lock(mutex_);
  if (!state_fault_) state_fault_ = std::move(fault);
}

// Compares the roots that decisions of the part name.
bool PartJudge::add(const CaseAudit& cases) {
  std::vector<SeenRoot> seen = cases.seen();
  std::ranges::sort(seen, {}, &SeenRoot::size);
  std::optional<Sequence> unseen;
  if (given_.tiles != nullptr) {
    SpilledTree tree(*given_.tiles, given_.earlier);
    for (const SeenRoot& of : seen) {
      const auto root = tree.root(of.size);
      if (!root) {
        const MutexLock lock(mutex_);
        if (tree.unread()) unread_ = tree.unread();
        return false;
      }
      if (of.root != Sha256(*root)) unseen = std::min(unseen.value_or(of.decision), of.decision);
    }
  }
  const MutexLock lock(mutex_);
  counts_ += cases.counts();
  if (unseen) unseen_ = std::min(unseen_.value_or(*unseen), *unseen);
  return true;
}

}  // namespace countersign
