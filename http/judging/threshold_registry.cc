#include "http/judging/threshold_registry.h"

#include <utility>
#include <variant>

#include "core/inspection/thresholds/threshold_text.h"
#include "events/crypto/sha256.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"

namespace countersign::http {
namespace {

// It does not matter whether this process or an earlier one recorded the set.
bool is_known_already(const Outcome& outcome) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection != nullptr && rejection->why == Refusal::NothingToDo;
}

}  // namespace

Result<Thresholds, Problem> ThresholdRegistry::set_of(const ClientKey& key) const {
  const auto client = data_.queries().client(key);
  if (!client) return problem_of(client.error());
  if (!*client) return servers_;
  return set_of(**client);
}

Result<Thresholds, Problem> ThresholdRegistry::set_of(const Client& client) const {
  Thresholds set = servers_;
  if (change(set, client.policy.thresholds)) {
    return unavailable("The client has thresholds that this version of the server does not know.");
  }
  return set;
}

Result<RecordedThresholds, Problem> ThresholdRegistry::of(const ClientKey& key) {
  const auto set = set_of(key);
  if (!set) return set.error();
  return recorded(*set);
}

Result<RecordedThresholds, Problem> ThresholdRegistry::of(const Client& client) {
  const auto set = set_of(client);
  if (!set) return set.error();
  return recorded(*set);
}

Result<RecordedThresholds, Problem> ThresholdRegistry::of_server() { return recorded(servers_); }

Result<RecordedThresholds, Problem> ThresholdRegistry::recorded(const Thresholds& set) {
  std::string text = canonical_text(set);
  const Sha256 hash(sha256(text));
  {
    const MutexLock lock(mutex_);
    if (in_log_.contains(hash)) return RecordedThresholds{set, hash};
  }
  const auto known = data_.queries().threshold_set(hash);
  if (!known) return problem_of(known.error());
  if (!*known) {
    const Outcome outcome = data_.writer().submit_and_wait(
        {thresholds_stream(),
         RecordThresholds{data_.clock().now(), kThresholdsVersion, hash, std::move(text)},
         {ActorKind::Sweep, {}},
         RequestId()});
    const auto problem = problem_of(outcome);
    if (problem && !is_known_already(outcome)) return *problem;
  }
  const MutexLock lock(mutex_);
  in_log_.insert(hash);
  return RecordedThresholds{set, hash};
}

}  // namespace countersign::http
