#include "http/download/download.h"

#include <utility>

#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/run_later.h"
#include "http/download/download_service.h"
#include "http/sealed/sealed_origin.h"

namespace countersign::http {
namespace {

// A slow reader holds a permit for at least half a minute, so retrying earlier is of little use.
constexpr std::uint64_t kBusyRetrySeconds = 5;

Problem no_permit() {
  return {.code = ProblemCode::Unavailable,
          .detail = "Too many downloads are in progress; try again later.",
          .retry_after_seconds = kBusyRetrySeconds};
}

Problem problem_of_key(const std::variant<KeyFault, StoreError>& error) {
  const auto* fault = std::get_if<KeyFault>(&error);
  // The key was purged with the files after the session was looked up.
  if (fault != nullptr && *fault == KeyFault::Gone) return {.code = ProblemCode::FilesPurged};
  return problem_of(error);
}

}  // namespace

Download::Download(DownloadService& service,
                   CallPtr call,
                   Session session,
                   std::optional<SessionKey> key,
                   DownloadPermits::Permit permit)
    : service_(service),
      call_(std::move(call)),
      session_(std::move(session)),
      key_(std::move(key)),
      permit_(std::move(permit)) {}

Result<FileReader, VaultError> Download::open(const StoredFile& file) const {
  if (!key_) return VaultError::NotFound;
  return service_.data.vault().open(session_.id, *key_, file);
}

void Download::end(BodyPipe& pipe, bool complete) {
  permit_.reset();
  if (complete) {
    pipe.finish();
  } else {
    pipe.fail();
  }
}

void Download::refuse_broken(VaultError error) {
  permit_.reset();
  service_.metrics.count(Counter::DownloadsBroken);
  // An I/O error may be temporary (503); missing or corrupt content is permanent (500).
  if (error == VaultError::Io) return call_->refuse(problem_of(error));
  call_->refuse(Problem{.code = ProblemCode::Internal});
}

void Download::begin(DownloadService& service,
                     const CallPtr& call,
                     const OwnedSession& owned,
                     std::optional<FileId> file,
                     Send send) {
  auto permit = service.downloads.enter(owned.client.key);
  if (!permit) return call->refuse(no_permit());
  const SessionId id = owned.session.id;
  std::optional<SessionKey> key;
  std::optional<std::string> sealed;
  if (!owned.session.files.empty()) {
    auto found = service.data.session_key(id);
    if (!found) return call->refuse(problem_of_key(found.error()));
    sealed = sealed_origin(call, *found, id, service.random);
    key = std::move(found).value();
  }
  auto download =
      std::make_shared<Download>(service, call, owned.session, std::move(key), *std::move(permit));

  Submission submission{
      .stream = stream_of(id),
      .command = SessionCommand(DownloadDocuments{.at = call->received_at(), .file = file}),
      .actor = {ActorKind::Client, owned.client.key.value()},
      .request = call->request_id(),
      .sealed = std::move(sealed)};
  service.data.writer().submit(
      std::move(submission),
      [&service, call, download, send = std::move(send)](const Outcome& outcome) {
        if (const auto problem = http::problem_of(outcome)) return call->refuse(*problem);
        const auto* committed = std::get_if<Committed>(&outcome);
        check(committed != nullptr, "a download that is not refused is committed");
        download->sequence_ = committed->events.front().sequence;
        download->at_ = committed->events.front().at;
        const ClientKey& client = download->session_.client;
        run_later(service.transfers, client, call, kTooManyReads, [call, download, send] {
          if (!call->client_gone()) send(download);
        });
      });
}

}  // namespace countersign::http
