// The operation on the master key.
#include <utility>

#include "core/machine/files/file_access.h"
#include "core/text/json_writer.h"
#include "events/crypto/keys/key_command.h"
#include "http/call/outcome_problem.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"
#include "projections/folder/rotation.h"

namespace countersign::http {
namespace {

constexpr std::size_t kSourceMaxBytes = 4096;

Problem refused(std::string detail) {
  return {.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
}

Result<MasterKey, Problem> load_next(const OperationContext& context,
                                     const std::optional<std::string>& file,
                                     const std::optional<std::string>& command) {
  if (file.has_value() == command.has_value()) {
    return refused("Either newMasterKeyFile or newMasterKeyCommand is needed.");
  }
  if (file && lies_inside(*file, context.data.path())) {
    return refused("The master key must not lie inside the data folder.");
  }
  auto key = file ? MasterKey::load(*file) : master_key_of_command(*command);
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

}  // namespace

OperationResult rotate_key(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const auto file = in.text("newMasterKeyFile", kSourceMaxBytes);
  const auto command = in.text("newMasterKeyCommand", kSourceMaxBytes);
  const auto lost = in.flag("giveUpLostSlots") ? LostSlots::GiveUp : LostSlots::Refuse;
  if (const auto problem = in.problem()) return *problem;
  const auto next = load_next(context, file, command);
  if (!next) return next.error();

  const auto report = rotate_master_key(
      context.data, *next, lost, context.actor, context.request, context.data.clock().now());
  if (!report) return std::visit(ProblemOfFailure{}, report.error());
  JsonWriter json;
  return json.begin_object()
      .member("from", to_hex(report->from.value()))
      .member("to", to_hex(report->to.value()))
      .member("slots", report->slots)
      .end_object()
      .take();
}

}  // namespace countersign::http
