#include "core/machine/threads/party_turns.h"

#include <algorithm>

#include "core/check.h"

namespace countersign {
namespace {

// After about this many jobs that are all long, a long job counts as usual.
constexpr PartyTurns::Span::rep kJobsToForget = 64;

}  // namespace

PartyTurns::Span PartyTurns::turn_of(const std::string& party, Span arrived) const {
  const auto known = parties_.find(party);
  return known == parties_.end() ? arrived : std::max(arrived, known->second.end);
}

bool PartyTurns::may_run(const std::string& party, std::size_t places) const {
  const auto known = parties_.find(party);
  if (known == parties_.end() || !known->second.slow) return true;
  return slow_running_ == 0 || slow_running_ + 1 < places;
}

void PartyTurns::began(const std::string& party) {
  Party& known = parties_[party];
  if (known.running++ == 0 && known.slow) ++slow_running_;
  ++running_;
}

void PartyTurns::ended(const std::string& party, Span took, std::size_t waiting) {
  const auto known = parties_.find(party);
  check(known != parties_.end() && known->second.running > 0, "a job that ends has begun");
  Party& own = known->second;
  if (--own.running == 0 && own.slow) --slow_running_;
  own.end = std::max(own.end, now_) + took;
  now_ += took / static_cast<Span::rep>(running_ + waiting);
  --running_;
  learn(took);
  const bool slow = took >= kSlowJob && took / kSlowTimes >= quick_;
  if (own.running > 0 && own.slow != slow) slow ? ++slow_running_ : --slow_running_;
  own.slow = slow;
  std::erase_if(parties_, [this](const auto& each) {
    return each.second.running == 0 && !each.second.slow && each.second.end <= now_;
  });
  if (parties_.size() > kPartiesKept) forget_one();
}

void PartyTurns::learn(Span took) {
  quick_ = took < quick_ ? took : quick_ + (took - quick_) / kJobsToForget;
}

// Forgets the party that owes least, but never a party that runs: fewer run than are kept.
void PartyTurns::forget_one() {
  const auto least = std::ranges::min_element(parties_, {}, [](const auto& each) {
    return each.second.running > 0 ? Span::max() : each.second.end;
  });
  if (least->second.running == 0) parties_.erase(least);
}

}  // namespace countersign
