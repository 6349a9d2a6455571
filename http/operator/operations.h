#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"
#include "http/operator/log_input.h"
#include "http/operator/work_places.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

// The operations for operators and auditors. The same functions serve the admin socket of a running
// server and, in process, the command line on a folder that no server holds. The admin endpoints
// are the rows of this table and nothing more.
//
// Threading: any thread except the writer's and the edge's event loops, because operations wait for
// the writer and read files. Failures are Problems, whose `detail` is for the operator.
namespace countersign::http {

class Metrics;
class WebhookSender;
class WitnessPusher;

struct OperationContext {
  DataFolder& data;
  const ServiceSettings& settings;
  RandomSource& random;
  Actor actor;  // an Operator, `uid:<n>`
  RequestId request{};
  // Set in the server; null in process on a folder.
  Metrics* metrics = nullptr;
  const WitnessPusher* witnesses = nullptr;
  const WebhookSender* webhooks = nullptr;
  // Long work ends once it is given up. Never, by default: a command ends with its process.
  GivenUp given_up{};
};

// Takes one JSON object, with an empty text as the empty object, and returns one JSON object. An
// operation refuses a member that it does not know, so that a misspelling is not taken for a
// default.
using OperationResult = Result<std::string, Problem>;
using OperationRun = OperationResult (*)(const OperationContext& context, std::string_view input);

// The input of an operation is declared in one of the operations_*.h, and the answer beside the
// operation in the source of that header.
struct Operation {
  std::string_view name;  // "client add"; its admin path is /admin/client/add
  std::string_view summary;
  OperationRun run;
  Schema (*input)();
  Schema (*answer)();
  bool writes = true;  // false: a read-only folder is enough
  LongWork work = LongWork::None;
};
std::span<const Operation> operations();
const Operation* find_operation(std::string_view name);

// Writes every event of the range as its stored bytes and a newline, many lines at a time, until
// the sink returns false. Returns the last sequence that was written. Works on a read-only folder
// too.
using ExportSink = std::function<bool(std::string_view lines)>;
Result<Sequence, Problem> export_log(const DataFolder& data,
                                     const ExportRange& range,
                                     const ExportSink& sink);

// Returns "/admin/client/add" for "client add".
std::string admin_path_of(std::string_view name);

}  // namespace countersign::http
