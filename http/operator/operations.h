#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/event/recorded.h"
#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "http/call/problem.h"
#include "http/service/settings.h"
#include "projections/folder/data_folder.h"

// What operators and auditors can do. The same functions serve the admin socket
// of a running server and, in process, the command on a folder that no server
// holds; the admin endpoints are the rows of this table and nothing more.
//
// Threading: any thread but the writer's and the edge's loops: they wait for the
// writer and read files. Failures are Problems, whose `detail` is for the operator.
namespace countersign::http {

class Metrics;
class WitnessPusher;

struct OperationContext {
  DataFolder& data;
  const ServiceSettings& settings;
  RandomSource& random;
  Actor actor;  // an Operator, `uid:<n>`
  RequestId request{};
  // Of the server; none in process on a folder.
  Metrics* metrics = nullptr;
  const WitnessPusher* witnesses = nullptr;
  const std::atomic<bool>* stopping = nullptr;  // set: what takes long is given up
};

// One JSON object in, an empty text being the empty one; one JSON object out. A
// member that an operation does not know is refused, so that a misspelling does
// not pass for a default.
using OperationResult = Result<std::string, Problem>;
using OperationRun = OperationResult (*)(const OperationContext& context, std::string_view input);

struct Operation {
  std::string_view name;  // "client add"; its admin path is /admin/client/add
  std::string_view summary;
  OperationRun run;
  bool writes = true;  // false: a read-only folder will do
};

//   client add        {name, purposes?, quota?, tokenTtlMs?, createRate?, readRate?, bundleRate?,
//                     retentionMs?, retentionUnfinishedMs?, auditor?, mrzValues?, thresholds?,
//                     sandbox?}
//                     -> {clientKey, clientSecret, ...}: the secret is given this once
//   client list       {} -> {clients: [...]}
//   client show       {clientKey} -> client
//   client change     {clientKey, name?, purposes?, quota?, tokenTtlMs?, ...Rate?, retention...?,
//                     thresholds?}
//                     -> client;
//                     null takes a limit away
//   client rotate     {clientKey, revokeOld?} -> {clientKey, clientSecret, secretId, ...}
//   client revoke     {clientKey, secretId} -> client
//   client disable    {clientKey, reason?} -> client
//   session show      {sessionId} -> {session, result, documents, held, downloads, events}
//   retention sweep   {dryRun?, limit?} -> the report
//   audit downloads   {sessionId?, clientKey?, after?, limit?} -> {downloads: [...], next}
//   log tail          {after?, limit?, last?, wait?} -> {events: [...], next, head}; `last`: only
//                     the last n events of the log
//   log checkpoint    {} -> {size, note, vkey, witnesses: [{vkey, cosignedAt}]}: all that is in the
//                     log, signed, and cosigned by those witnesses that answer within some seconds;
//                     `cosignedAt` is null for the others
//   log verify        {} -> {ok, events, head, headLeaf, firstError: {sequence, why}}
//   projections verify|rebuild  {} -> {ok, head, events, entries, firstDifference}
//   threshold show    {sha256} -> {version, sha256, sequence, text}: the set of thresholds by which
//                     outcomes with this hash were judged
//   key rotate        {newMasterKeyFile} or {newMasterKeyCommand}, and {giveUpLostSlots?}
//                     -> {from, to, slots}; the server reads the file, or runs the command
//   backup create     {to, keep?} -> {ok, number, at, events, root, sessions, files, bytes,
//                     logBytes, copiedFiles, copiedBytes, missing, to, dropped}; `to` is a folder
//                     of the server's machine
//   backup keys       {to} -> {to, slots, written, destroyed}
//   hold set|release  {sessionId, reason} -> {sessionId, held}
//
// A rate is {"count":300,"perMs":60000}, thresholds are ["document-glare=0.04/0.02"]. A client's
// answers have {clientKey, name, disabled, sandbox, purposes, quota, tokenTtlMs, retentionMs,
// retentionUnfinishedMs, createRate, readRate, bundleRate, thresholds, auditor, createdAt,
// openedThisMonth, secrets: [{secretId, addedAt}]}.
std::span<const Operation> operations();
const Operation* find_operation(std::string_view name);

// Of "log export": the whole log when nothing is said.
struct ExportRange {
  Sequence first{1};
  Sequence last{0};  // 0: the head as it is at the call
};
// {first?, last?}, as the admin endpoint /admin/log/export takes it.
Result<ExportRange, Problem> parse_export_range(std::string_view input);

// Every event of the range as its stored bytes and a newline, many lines at a
// time, until the sink returns false. Returns the last sequence that went out.
// Also of a read-only folder.
using ExportSink = std::function<bool(std::string_view lines)>;
Result<Sequence, Problem> export_log(const DataFolder& data,
                                     const ExportRange& range,
                                     const ExportSink& sink);

// How long "log tail" of the admin endpoint may wait for an event after `after`,
// {wait?} in seconds. In process `wait` is accepted and there is nobody to wait for.
inline constexpr std::uint64_t kTailWaitMaxSeconds = 30;

// /admin/client/add of "client add".
std::string admin_path_of(std::string_view name);

}  // namespace countersign::http
