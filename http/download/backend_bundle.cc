#include "http/download/bundle.h"
#include "http/download/download.h"
#include "http/download/download_handlers.h"
#include "http/download/download_service.h"
#include "http/wire/receipt_field.h"

namespace countersign::http {
namespace {

Response bundle_head(const SessionId& session) {
  Response response;
  response.headers.add("Content-Type", "application/zip");
  response.headers.add("Content-Disposition",
                       "attachment; filename=\"" + to_string(session) + ".zip\"");
  response.headers.add("X-Content-Type-Options", "nosniff");
  return response;
}

void count(Metrics& metrics, const Session& session, Bundle::End end) {
  std::uint64_t bytes = 0;
  for (const StoredFile& file : session.files) bytes += file.size_bytes;
  switch (end) {
    case Bundle::End::Sent:
      return metrics.bundle_sent(session.files.size(), bytes);
    case Bundle::End::ReaderGone:
      return metrics.count(Counter::DownloadsAborted);
    case Bundle::End::Broken:
      return metrics.count(Counter::DownloadsBroken);
  }
}

void send_bundle(const std::shared_ptr<Download>& download) {
  const Session& session = download->session();
  Bundle bundle(
      session,
      bundle_manifest(session, download->at(), download->sequence()),
      download->at(),
      [&](const StoredFile& file) { return download->open(file); },
      download->service().transfers);
  if (const auto error = bundle.prepare()) return download->refuse_broken(*error);

  Response response = bundle_head(session.id);
  add_receipt_field(response, download->sequence());
  auto pipe = std::make_shared<BodyPipe>(Bundle::kPipeBytes);
  response.stream = pipe;
  download->call()->reply(std::move(response));
  const Bundle::End end = bundle.write(*pipe);
  download->end(*pipe, end == Bundle::End::Sent);
  count(download->service().metrics, session, end);
}

}  // namespace

void download_bundle(DownloadService& service, const CallPtr& call, const OwnedSession& owned) {
  if (owned.session.purged_at && !owned.session.files.empty()) {
    return call->refuse(Problem{.code = ProblemCode::FilesPurged});
  }
  // No byte of a file is sent, so nothing is recorded.
  if (call->head().method == Method::Head) return call->reply(bundle_head(owned.session.id));
  Download::begin(service, call, owned, std::nullopt, send_bundle);
}

}  // namespace countersign::http
