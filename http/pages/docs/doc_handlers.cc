#include "http/pages/docs/doc_handlers.h"

#include <cstdint>
#include <string>
#include <utility>

#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/coding/coded_answer.h"
#include "http/pages/assets/page_fields.h"
#include "http/pages/docs/doc_site.h"

namespace countersign::http {
namespace {

constexpr std::string_view kFolder = "/docs";
constexpr int kMoved = 308;  // RFC 9110 section 15.4.9

// A page loads from this server alone, and shows the pictures that its style sheet has in itself.
// It runs no script of its markup, so that ./dev site moves those of the theme into files.
constexpr std::string_view kDocsPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

constexpr std::uint64_t kReadersWaitSeconds = 5;

// A page of the version before is read for so long, in seconds.
constexpr std::string_view kDocsKept = "public, max-age=300";

// /docs becomes docs/, and /docs/operators operators/: relative, so that it holds behind a proxy
// that serves this server below a path. The name is one of the site's own, which are plain.
void send_to_folder(const CallPtr& call) {
  const std::string_view path = call->head().path;
  Response response;
  response.status = kMoved;
  response.headers.add("Location", std::string(path.substr(path.rfind('/') + 1)) + "/");
  response.headers.add("Cache-Control", std::string(kDocsKept));
  call->reply(std::move(response));
}

void reply_with_file(const DocSite& site, const CallPtr& call, const DocFile& file) {
  Headers fields;
  fields.add("Content-Type", std::string(file.content_type));
  fields.add("Cache-Control", std::string(kDocsKept));
  add_page_fields(fields, kDocsPolicy, kFeaturesOfNothing);
  auto coded = coded_response(call, file.content(), std::move(fields));
  if (!coded) return;
  coded->response.stream_length = coded->bytes.size();
  if (call->head().method != Method::Head) {
    coded->response.stream = site.answers().body_of(coded->bytes);
    if (!coded->response.stream) {
      return call->refuse({.code = ProblemCode::Unavailable,
                           .detail = "The documentation has too many readers; try again later.",
                           .retry_after_seconds = kReadersWaitSeconds});
    }
  }
  call->reply(std::move(coded->response));
}

void get_doc(const DocSite& site, const CallPtr& call) {
  std::string_view path = call->head().path;
  path.remove_prefix(kFolder.size());
  if (path.empty()) return send_to_folder(call);
  path.remove_prefix(1);
  if (const DocFile* const file = site.find(path)) return reply_with_file(site, call, *file);
  if (site.is_folder(path)) return send_to_folder(call);
  call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
}

constexpr Endpoint kDocs{.method = Method::Get,
                         .path = "/docs/{path...}",
                         .handler = Handles<by::DocsReader>{get_doc},
                         .operation_id = "getDoc"};

}  // namespace

const Endpoint& docs_endpoint() { return kDocs; }

bool is_docs_path(std::string_view path) {
  if (!path.starts_with(kFolder)) return false;
  return path.size() == kFolder.size() || path[kFolder.size()] == '/';
}

}  // namespace countersign::http
