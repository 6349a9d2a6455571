#include "http/coding/coded_answer.h"

#include <optional>
#include <string>
#include <utility>

#include "http/coding/accept_encoding.h"
#include "http/wire/entity_tag.h"

namespace countersign::http {
namespace {

const CodedBytes& bytes_in(ContentCoding coding, const CodedContent& content) {
  switch (coding) {
    case ContentCoding::Brotli:
      return content.brotli;
    case ContentCoding::Gzip:
      return content.gzip;
    case ContentCoding::Identity:
      break;
  }
  return content.identity;
}

EnumSet<ContentCoding> kept_codings(const CodedContent& content) {
  EnumSet<ContentCoding> kept{ContentCoding::Identity};
  if (!content.gzip.bytes.empty()) kept |= {ContentCoding::Gzip};
  if (!content.brotli.bytes.empty()) kept |= {ContentCoding::Brotli};
  return kept;
}

}  // namespace

std::optional<CodedResponse> coded_response(const CallPtr& call,
                                            const CodedContent& content,
                                            Headers fields) {
  const Headers& request = call->head().headers;
  const auto coding = accepted_coding(request, kept_codings(content));
  if (!coding) {
    call->refuse({.code = ProblemCode::NotAcceptable});
    return std::nullopt;
  }
  const CodedBytes& coded = bytes_in(*coding, content);
  Response response;
  response.headers = std::move(fields);
  response.headers.add("Vary", "Accept-Encoding");
  response.headers.add("ETag", std::string(coded.tag));
  if (none_match_names(request.find("if-none-match"), coded.tag)) {
    response.status = 304;
    response.headers.remove("Content-Type");
    call->reply(std::move(response));
    return std::nullopt;
  }
  if (*coding != ContentCoding::Identity) {
    response.headers.add("Content-Encoding", std::string(name_of(*coding)));
  }
  return CodedResponse{std::move(response), coded.bytes};
}

void reply_coded(const CallPtr& call, const CodedContent& content, Headers fields) {
  auto coded = coded_response(call, content, std::move(fields));
  if (!coded) return;
  coded->response.body = coded->bytes;
  call->reply(std::move(coded->response));
}

}  // namespace countersign::http
