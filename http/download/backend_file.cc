#include <algorithm>
#include <string>

#include "http/answers/session_json.h"
#include "http/download/download.h"
#include "http/download/download_handlers.h"
#include "http/download/download_pace.h"
#include "http/download/download_service.h"
#include "http/edge/body_pipe.h"
#include "http/wire/entity_tag.h"
#include "http/wire/receipt_field.h"

namespace countersign::http {
namespace {

const StoredFile* find_file(const Session& session, std::string_view text) {
  const auto id = parse_uuid(text);
  if (!id) return nullptr;
  const auto found = std::ranges::find(session.files, FileId(*id), &StoredFile::file);
  return found == session.files.end() ? nullptr : &*found;
}

std::string tag_of(const StoredFile& file) { return entity_tag(file.sha256.value()); }

Response file_head(const StoredFile& file) {
  Response response;
  response.headers.add("Content-Type", std::string(name_of(file.format)));
  response.headers.add("Content-Disposition",
                       "attachment; filename=\"" + name_of_file(file) + "\"");
  response.headers.add("ETag", tag_of(file));
  // For this caller only; revalidated with the ETag before each reuse.
  response.headers.add("Cache-Control", "private, no-cache");
  response.headers.add("X-Content-Type-Options", "nosniff");
  response.stream_length = file.size_bytes;
  return response;
}

enum class Sent { All, ReaderGone, Broken };

// Each frame's tag is checked again as it is read, so that the bytes sent are the ones whose
// SHA-256 was verified.
Sent write_bytes(FileReader& reader, BodyPipe& pipe, DownloadPace& pace) {
  std::uint64_t sent_bytes = 0;
  while (true) {
    const auto bytes = reader.read_some();
    if (!bytes) return Sent::Broken;
    if (bytes->empty()) return Sent::All;
    sent_bytes += bytes->size();
    if (!pipe.write(*bytes) || !pace.keeps_up(sent_bytes)) return Sent::ReaderGone;
  }
}

void send_file(Download& download, const StoredFile& file) {
  auto reader = download.open(file);
  if (!reader) return download.refuse_broken(reader.error());
  const auto sound = reader->verify(file.sha256);
  if (!sound) return download.refuse_broken(sound.error());

  Response response = file_head(file);
  add_receipt_field(response, download.sequence());
  auto pipe = std::make_shared<BodyPipe>();
  response.stream = pipe;
  download.call()->reply(std::move(response));
  Metrics& metrics = download.service().metrics;
  DownloadPace pace;
  const Sent sent = write_bytes(*reader, *pipe, pace);
  download.end(*pipe, sent == Sent::All);
  switch (sent) {
    case Sent::All:
      return metrics.file_sent(file.size_bytes);
    case Sent::ReaderGone:
      return metrics.count(Counter::DownloadsAborted);
    case Sent::Broken:
      return metrics.count(Counter::DownloadsBroken);
  }
}

}  // namespace

void download_file(DownloadService& service, const CallPtr& call, const OwnedSession& owned) {
  const StoredFile* file =
      call->parameters().size() < 2 ? nullptr : find_file(owned.session, call->parameters()[1]);
  if (file == nullptr) return call->refuse(Problem{.code = ProblemCode::NotFound});
  if (owned.session.purged_at) return call->refuse(Problem{.code = ProblemCode::FilesPurged});
  if (none_match_names(call->head().headers.find("if-none-match"), tag_of(*file))) {
    Response unchanged;
    unchanged.status = 304;
    unchanged.headers.add("ETag", tag_of(*file));
    unchanged.headers.add("Cache-Control", "private, no-cache");
    return call->reply(std::move(unchanged));
  }
  if (call->head().method == Method::Head) return call->reply(file_head(*file));
  Download::begin(service,
                  call,
                  owned,
                  file->file,
                  [stored = *file](const std::shared_ptr<Download>& download) {
                    send_file(*download, stored);
                  });
}

}  // namespace countersign::http
