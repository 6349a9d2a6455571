#include "http/operator/judging/operations_thresholds.h"

#include "http/operator/operation_list.h"

// The operation on the recorded threshold sets.
namespace countersign::http {
namespace {

struct ShownSet {
  Digest sha256;
  ThresholdSet set;
};

}  // namespace

template <>
constexpr auto members_of<ShownSet> = std::tuple_cat(
    members_through(&ShownSet::set,
                    members(Member{"version",
                                   &ThresholdSet::version,
                                   "The version of the table of thresholds."})),
    members(Member{"sha256", &ShownSet::sha256}),
    members_through(&ShownSet::set,
                    members(Member{"sequence",
                                   &ThresholdSet::sequence,
                                   "The sequence of the event that records the set."},
                            Member{"text", &ThresholdSet::text, "The thresholds, one a line."})));

namespace {

Result<ShownSet, Problem> show_thresholds(const OperationContext& context, const NamedSet& input) {
  const auto hash = parse_digest(input.sha256);
  if (!hash) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The member must be 64 hexadecimal digits.",
                   .field = "sha256"};
  }
  const auto set = context.data.queries().threshold_set(Sha256(*hash));
  if (!set) return problem_of(set.error());
  if (!*set) {
    return Problem{.code = ProblemCode::NotFound,
                   .detail = "The log has no set of thresholds with this hash."};
  }
  return ShownSet{*hash, **set};
}

constexpr Operation kThresholdOperations[] = {
    operation<show_thresholds>("threshold show", "Show a set of thresholds by its hash.", false)};

}  // namespace

std::span<const Operation> threshold_operations() { return kThresholdOperations; }

}  // namespace countersign::http
