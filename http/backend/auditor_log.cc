// The log as an auditor reads it: C2SP tlog-tiles under the prefix /api/svc/log.
#include <optional>
#include <string>
#include <utility>

#include "events/checkpoints/checkpoint_keeper.h"
#include "events/tlog/tree/tile.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/call/machine_problem.h"
#include "http/caller/run_later.h"

namespace countersign::http {
namespace {

// Requests carry credentials, so no shared cache may keep an answer.
constexpr std::string_view kAskAgain = "private, no-cache";
constexpr std::string_view kKeepForEver = "private, max-age=31536000, immutable";

Problem not_signed() {
  return unavailable("The server has no signed checkpoint of the log now; try again later.");
}

// Returns nullopt before the first checkpoint is signed.
std::optional<SignedCheckpoint> latest_checkpoint(const DataFolder& data) {
  const CheckpointKeeper* keeper = data.checkpoints();
  if (keeper == nullptr) return std::nullopt;
  SignedCheckpoint latest = keeper->latest();
  if (latest.note.empty()) return std::nullopt;
  return latest;
}

void reply_with(const CallPtr& call,
                std::string_view type,
                std::string_view caching,
                std::string body) {
  Response response;
  response.headers.add("Content-Type", std::string(type));
  response.headers.add("Cache-Control", std::string(caching));
  response.headers.add("X-Content-Type-Options", "nosniff");
  response.body = std::move(body);
  call->reply(std::move(response));
}

void reply_text(const CallPtr& call, std::string body) {
  reply_with(call, "text/plain; charset=utf-8", kAskAgain, std::move(body));
}

// A partial tile is soon replaced by a wider one, so it is not worth caching.
void reply_tile(BackendService& service, const CallPtr& call, const tlog::Tile& tile) {
  auto bytes = service.data.log().tile(tile);
  if (!bytes) return call->refuse(problem_of(bytes.error()));
  if (!*bytes) return call->refuse(problem_of(StoreError::Corrupt));
  reply_with(call,
             "application/octet-stream",
             tile.is_full() ? kKeepForEver : kAskAgain,
             **std::move(bytes));
}

}  // namespace

void get_checkpoint(BackendService& service, const CallPtr& call, const AuditorClient&) {
  auto latest = latest_checkpoint(service.data);
  if (!latest) return call->refuse(not_signed());
  reply_text(call, std::move(latest->note));
}

// Tiles beyond the signed checkpoint are not served, so that every tile leads to a signed root.
void get_tile(BackendService& service, const CallPtr& call, const AuditorClient& auditor) {
  const auto latest = latest_checkpoint(service.data);
  if (!latest) return call->refuse(not_signed());
  const auto tile = tlog::parse_tile_path("tile/" + call->parameters().front());
  if (!tile || !tlog::is_in_tree(*tile, latest->size)) {
    return call->refuse({.code = ProblemCode::NotFound,
                         .detail = "The newest checkpoint's tree does not have this tile."});
  }
  run_later(service.reads, auditor.client.key, call, kTooManyReads, [&service, call, tile = *tile] {
    reply_tile(service, call, tile);
  });
}

void get_verifier_key(BackendService& service, const CallPtr& call, const AuditorClient&) {
  const CheckpointKeeper* keeper = service.data.checkpoints();
  if (keeper == nullptr) return call->refuse(not_signed());
  reply_text(call, keeper->verifier().to_text() + "\n");
}

}  // namespace countersign::http
