#include "events/audit/sessions/case_facts.h"

#include <algorithm>
#include <iterator>

#include "events/crypto/sha256.h"

namespace countersign {
namespace {

std::vector<Sha256> sentences_of(const ClientPolicy& policy) {
  std::vector<Sha256> hashes;
  if (!policy.review_reasons) return hashes;
  for (const ToldSentence& each : policy.review_reasons->value()) {
    hashes.push_back(hash_of_sentence(each));
  }
  return hashes;
}

}  // namespace

// A name has no line feed.
Sha256 hash_of_sentence(const ToldSentence& told) {
  return Sha256(sha256(told.name + "\n" + told.sentence));
}

void AskedHistory::learn(const ClientKey& client, Sequence place, const ClientPolicy& policy) {
  const AskedOfDecisions asked{!policy.unsigned_decisions,
                               policy.reviewers > 1,
                               policy.corrections == Corrections::Forbidden,
                               forbids_decisions_without_look(policy),
                               due_ms_of(policy),
                               sentences_of(policy)};
  if (asked == at(client, place)) return;
  changes_[client.value()].emplace_back(place, asked);
}

AskedOfDecisions AskedHistory::at(const ClientKey& client, Sequence place) const {
  const auto found = changes_.find(client.value());
  if (found == changes_.end()) return {};
  const auto after = std::ranges::upper_bound(found->second, place, {}, &Change::first);
  return after == found->second.begin() ? AskedOfDecisions() : std::prev(after)->second;
}

void AskedHistory::append_state(std::string& out) const {
  put_items(out, changes_, [&](const auto& of_client) {
    put_state(out, of_client.first);
    put_state(out, of_client.second.back().first);
    put_state(out, of_client.second.back().second);
  });
}

bool AskedHistory::take_state(StateReader& in) {
  return take_map(in, changes_, [&](std::vector<Change>& changes) {
    const auto place = in.take<Sequence>();
    changes.emplace_back(place, in.take<AskedOfDecisions>());
    return in.good();
  });
}

}  // namespace countersign
