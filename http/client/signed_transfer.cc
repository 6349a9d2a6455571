#include "http/client/signed_transfer.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <span>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"
#include "core/machine/files/at_offset.h"
#include "core/text/bytes.h"
#include "http/client/curl_options.h"

namespace countersign::http {
namespace {

constexpr int kWhole = 200;
constexpr int kPartialContent = 206;
constexpr long kSlowestBytes = 1024;
constexpr std::size_t kFieldValueMost = 256;

struct Transfer {
  CURL* handle;
  const SignedRequest& request;
  SignedAnswer answer{};
  std::uint64_t sent = 0;
  std::size_t field_bytes_left = kFieldBytesMax;
  bool disk_failed = false;
};

std::size_t send_body(char* into, std::size_t one, std::size_t count, void* of) {
  Transfer& transfer = *static_cast<Transfer*>(of);
  const std::uint64_t left = transfer.request.source_bytes - transfer.sent;
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, one * count));
  const std::span<std::uint8_t> room(reinterpret_cast<std::uint8_t*>(into), wanted);
  const auto read = wanted == 0 ? std::optional<std::size_t>(0)
                                : read_at(transfer.request.source, room, transfer.sent);
  if (!read || *read != wanted) {
    transfer.disk_failed = true;
    return CURL_READFUNC_ABORT;
  }
  transfer.sent += wanted;
  return wanted;
}

// curl sends a body again on a new connection if the old one turned out to be closed.
int seek_body(void* of, curl_off_t offset, int origin) {
  Transfer& transfer = *static_cast<Transfer*>(of);
  if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_FAIL;
  transfer.sent = static_cast<std::uint64_t>(offset);
  return CURL_SEEKFUNC_OK;
}

std::size_t take_body(char* bytes, std::size_t one, std::size_t count, void* of) {
  Transfer& transfer = *static_cast<Transfer*>(of);
  const SignedRequest& request = transfer.request;
  const std::string_view piece(bytes, one * count);
  const int status = status_of(transfer.handle);
  if (request.sink < 0 || (status != kWhole && status != kPartialContent)) {
    if (piece.size() > request.answer_bytes_max - transfer.answer.body.size()) return 0;
    transfer.answer.body += piece;
    return piece.size();
  }
  std::uint64_t& sunk = transfer.answer.sunk_bytes;
  if (piece.size() > request.sink_bytes_max - std::min(sunk, request.sink_bytes_max)) return 0;
  const std::uint64_t at = (status == kPartialContent ? request.sink_offset : 0) + sunk;
  if (!write_at(request.sink, bytes_of(piece), at)) {
    transfer.disk_failed = true;
    return 0;
  }
  sunk += piece.size();
  return piece.size();
}

std::string_view value_of(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::size_t take_field(char* bytes, std::size_t one, std::size_t count, void* of) {
  using Field = std::pair<std::string_view, std::string SignedAnswer::*>;
  static constexpr auto kFields = std::to_array<Field>({
      {"content-range", &SignedAnswer::content_range},
      {"retry-after", &SignedAnswer::retry_after},
      {"x-amz-version-id", &SignedAnswer::version_id},
      {"x-amz-delete-marker", &SignedAnswer::delete_marker},
      {"x-amz-checksum-sha256", &SignedAnswer::checksum_sha256},
  });
  Transfer& transfer = *static_cast<Transfer*>(of);
  const std::string_view line(bytes, one * count);
  if (line.size() > transfer.field_bytes_left) return 0;
  transfer.field_bytes_left -= line.size();
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return line.size();
  for (const auto& [name, member] : kFields) {
    if (!equal_ignoring_case(line.substr(0, colon), name)) continue;
    const std::string_view value = value_of(line.substr(colon + 1));
    if (value.size() <= kFieldValueMost) transfer.answer.*member = value;
  }
  return line.size();
}

void set_signed_method(CURL* handle, Transfer& transfer) {
  switch (transfer.request.method) {
    case SignedRequest::Method::Get:
      return;
    case SignedRequest::Method::Delete:
      return set(handle, CURLOPT_CUSTOMREQUEST, "DELETE");
    case SignedRequest::Method::Put:
      set(handle, CURLOPT_UPLOAD, 1L);
      set(handle, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(transfer.request.source_bytes));
      set(handle, CURLOPT_READFUNCTION, &send_body);
      set(handle, CURLOPT_READDATA, &transfer);
      set(handle, CURLOPT_SEEKFUNCTION, &seek_body);
      set(handle, CURLOPT_SEEKDATA, &transfer);
      set(handle, CURLOPT_UPLOAD_BUFFERSIZE, 256L << 10);
      return;
  }
}

// curl 7.88 signs each line that it is given, also one that only takes a field away. So there is no
// "Expect:" here; curl adds the field itself, unsigned, to long bodies.
void set_signed(CURL* handle, const SignedRequest& request, CurlList& headers) {
  append(headers, ("x-amz-content-sha256: " + request.payload_sha256).c_str());
  for (const std::string& line : request.headers) append(headers, line.c_str());
  set(handle, CURLOPT_HTTPHEADER, headers.get());
  set(handle, CURLOPT_URL, request.url.c_str());
  set(handle, CURLOPT_PATH_AS_IS, 1L);
  set(handle, CURLOPT_AWS_SIGV4, ("aws:amz:" + request.region + ":s3").c_str());
  // curl wants them with an end, and keeps copies of its own.
  set(handle, CURLOPT_USERNAME, std::string(request.key_id).c_str());
  set(handle, CURLOPT_PASSWORD, std::string(request.secret).c_str());
}

void set_limits(CURL* handle, const SignedRequest& request) {
  set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  set(handle,
      CURLOPT_CONNECTTIMEOUT_MS,
      static_cast<long>(std::min(request.timeout, request.connect_timeout).count()));
  set(handle, CURLOPT_LOW_SPEED_LIMIT, kSlowestBytes);
  set(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.silence_max.count()));
  if (request.authorities_file.empty()) return;
  set(handle, CURLOPT_CAINFO, request.authorities_file.c_str());
  set(handle, CURLOPT_CAPATH, nullptr);  // else the system's authorities are trusted too
}

NoAnswer why_there_is_none(CURLcode done, bool disk_failed) {
  using Kind = NoAnswer::Kind;
  if (disk_failed) return {"a file on the disk cannot be read or written", Kind::Broken};
  if (done == CURLE_WRITE_ERROR) return {"the answer is too long", Kind::TooLong};
  const std::string why = ::curl_easy_strerror(done);
  if (done == CURLE_OPERATION_TIMEDOUT) return {why, Kind::TimedOut};
  const bool nobody = done == CURLE_COULDNT_CONNECT || done == CURLE_COULDNT_RESOLVE_HOST;
  return {why, nobody ? Kind::NotReached : Kind::Broken};
}

}  // namespace

void SignedTransfer::Release::operator()(void* handle) const { ::curl_easy_cleanup(handle); }

SignedTransfer::SignedTransfer() : handle_((initialize_curl(), ::curl_easy_init())) {
  check(handle_ != nullptr, "libcurl allocates a handle for signed requests");
}

SignedTransfer::~SignedTransfer() = default;

Result<SignedAnswer, NoAnswer> SignedTransfer::ask(const SignedRequest& request) {
  CURL* const handle = handle_.get();
  ::curl_easy_reset(handle);  // keeps its connection
  set_rules(handle);
  Transfer transfer{.handle = handle, .request = request};
  CurlList headers;
  set_signed(handle, request, headers);
  set_limits(handle, request);
  set_signed_method(handle, transfer);
  set(handle, CURLOPT_WRITEFUNCTION, &take_body);
  set(handle, CURLOPT_WRITEDATA, &transfer);
  set(handle, CURLOPT_HEADERFUNCTION, &take_field);
  set(handle, CURLOPT_HEADERDATA, &transfer);
  const CURLcode done = ::curl_easy_perform(handle);
  if (done != CURLE_OK) return why_there_is_none(done, transfer.disk_failed);
  transfer.answer.status = status_of(handle);
  return std::move(transfer.answer);
}

}  // namespace countersign::http
