#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "http/call/problem.h"
#include "http/service/settings.h"
#include "projections/folder/data_folder.h"

// The operations for operators and auditors. The same functions serve the admin socket of a running
// server and, in process, the command line on a folder that no server holds. The admin endpoints
// are the rows of this table and nothing more.
//
// Threading: any thread except the writer's and the edge's event loops, because operations wait for
// the writer and read files. Failures are Problems, whose `detail` is for the operator.
namespace countersign::http {

class Metrics;
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
  const std::atomic<bool>* stopping = nullptr;  // when true, long work is given up
};

// Takes one JSON object, with an empty text as the empty object, and returns one JSON object. An
// operation refuses a member that it does not know, so that a misspelling is not taken for a
// default.
using OperationResult = Result<std::string, Problem>;
using OperationRun = OperationResult (*)(const OperationContext& context, std::string_view input);

struct Operation {
  std::string_view name;  // "client add"; its admin path is /admin/client/add
  std::string_view summary;
  OperationRun run;
  bool writes = true;  // false: a read-only folder is enough
};

//   client add        {name, purposes?, quota?, tokenTtlMs?, createRate?, readRate?, bundleRate?,
//                     retentionMs?, retentionUnfinishedMs?, auditor?, mrzValues?, thresholds?,
//                     sandbox?}
//                     -> {clientKey, clientSecret, ...}: the only time that the secret is given
//   client list       {} -> {clients: [...]}
//   client show       {clientKey} -> client
//   client change     {clientKey, name?, purposes?, quota?, tokenTtlMs?, ...Rate?, retention...?,
//                     auditor?, mrzValues?, thresholds?}
//                     -> client; null removes a limit
//   client rotate     {clientKey, revokeOld?} -> {clientKey, clientSecret, secretId, ...}
//   client revoke     {clientKey, secretId} -> client
//   client disable    {clientKey, reason?} -> client
//   session show      {sessionId} -> {sessionId, clientKey, result, documents, held, purgedAt,
//                     downloads, events}
//   retention sweep   {dryRun?, limit?} -> the report
//   audit downloads   {sessionId?, clientKey?, after?, limit?} -> {downloads: [...], next}
//   log tail          {after?, limit?, last?, wait?} -> {events: [...], next, head}; `last`: only
//                     the last n events of the log
//   log checkpoint    {} -> {size, note, vkey, witnesses: [{vkey, cosignedAt}]}: signs all that is
//                     in the log; the witnesses that answer within some seconds cosign it;
//                     `cosignedAt` is null for the others
//   log verify        {} -> {ok, events, head, headLeaf, firstError: {sequence, why}}
//   projections verify|rebuild  {} -> {ok, head, events, entries, firstDifference}
//   threshold show    {sha256} -> {version, sha256, sequence, text}: the set of thresholds by which
//                     outcomes with this hash were judged
//   key rotate        {newMasterKeyFile} or {newMasterKeyCommand}, and {giveUpLostSlots?}
//                     -> {from, to, slots}; the server reads the file, or runs the command
//   backup create     {to, keep?} -> {ok, number, at, events, root, sessions, files, bytes,
//                     logBytes, copiedFiles, copiedBytes, missing, to, dropped}; `to` is a folder
//                     on the server's machine
//   backup keys       {to} -> {to, slots, written, destroyed}
//   hold set|release  {sessionId, reason} -> {sessionId, held}
//
// A rate is {"count":300,"perMs":60000}, thresholds are ["document-glare=0.04/0.02"]. An answer
// about a client has {clientKey, name, disabled, sandbox, purposes, quota, tokenTtlMs, retentionMs,
// retentionUnfinishedMs, createRate, readRate, bundleRate, thresholds, auditor, mrzValues,
// createdAt, openedThisMonth, secrets: [{secretId, addedAt}]}.
std::span<const Operation> operations();
const Operation* find_operation(std::string_view name);

// The range of "log export": the whole log by default.
struct ExportRange {
  Sequence first{1};
  Sequence last{0};  // 0: the head at the time of the call
};
// Parses {first?, last?}, the input of the admin endpoint /admin/log/export.
Result<ExportRange, Problem> parse_export_range(std::string_view input);

// Writes every event of the range as its stored bytes and a newline, many lines at a time, until
// the sink returns false. Returns the last sequence that was written. Works on a read-only folder
// too.
using ExportSink = std::function<bool(std::string_view lines)>;
Result<Sequence, Problem> export_log(const DataFolder& data,
                                     const ExportRange& range,
                                     const ExportSink& sink);

// The longest time that "log tail" of the admin endpoint may wait for an event after `after`,
// {wait?} in seconds. In process, `wait` is accepted and has no effect.
inline constexpr std::uint64_t kTailWaitMaxSeconds = 30;

// Returns "/admin/client/add" for "client add".
std::string admin_path_of(std::string_view name);

}  // namespace countersign::http
