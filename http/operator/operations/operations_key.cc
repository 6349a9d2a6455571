#include "http/operator/operations/operations_key.h"

#include <utility>

#include "core/machine/files/file_access.h"
#include "events/crypto/keys/key_command.h"
#include "http/call/outcome_problem.h"
#include "http/operator/operation_list.h"
#include "projections/folder/rotation.h"

// The operation on the master key.
namespace countersign::http {
template <>
constexpr auto members_of<RotationReport> = members(
    Member{"from", &RotationReport::from, "The id of the old master key."},
    Member{"to", &RotationReport::to, "The id of the new master key."},
    Member{"slots", &RotationReport::slots, "The slots that were wrapped under the new key."});

namespace {

Problem refused(std::string detail) {
  return {.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
}

Result<MasterKey, Problem> load_next(const OperationContext& context, const AskedRotation& input) {
  if (input.file.has_value() == input.command.has_value()) {
    return refused("Exactly one of newMasterKeyFile and newMasterKeyCommand must be given.");
  }
  if (input.file && lies_inside(*input.file, context.data.path())) {
    return refused("The master key must not lie inside the data folder.");
  }
  auto key = input.file ? MasterKey::load(*input.file) : master_key_of_command(*input.command);
  if (!key) return refused(key.error());
  return std::move(key).value();
}

struct ProblemOfFailure {
  Problem operator()(const Rejection&) const {
    return refused("This master key is in use already.");
  }
  Problem operator()(const SlotsLost& lost) const {
    return {.code = ProblemCode::Conflict, .detail = lost.why};
  }
  Problem operator()(StoreError error) const { return problem_of(error); }
};

Result<RotationReport, Problem> rotate_key(const OperationContext& context,
                                           const AskedRotation& input) {
  const auto next = load_next(context, input);
  if (!next) return next.error();
  const auto report =
      rotate_master_key(context.data,
                        *next,
                        input.give_up_lost_slots ? LostSlots::GiveUp : LostSlots::Refuse,
                        context.actor,
                        context.request,
                        context.data.clock().now(),
                        context.given_up);
  if (!report) return std::visit(ProblemOfFailure{}, report.error());
  return *report;
}

constexpr Operation kKeyOperations[] = {operation<rotate_key>(
    "key rotate", "Wrap every key slot under another master key.", true, LongWork::KeyRotation)};

}  // namespace

std::span<const Operation> key_operations() { return kKeyOperations; }

}  // namespace countersign::http
