#include "http/client/http_client.h"

#include <time.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <string_view>
#include <utility>

#include "core/check.h"
#include "http/client/curl_options.h"

namespace countersign::http {
namespace {

constexpr int kOk = 200;

struct Taken {
  CURL* handle;
  const AnswerSink& sink;
  std::size_t bytes_max;
  std::string body{};
  bool sink_is_done = false;
};

std::size_t take(char* bytes, std::size_t one, std::size_t count, void* into) {
  Taken& taken = *static_cast<Taken*>(into);
  const std::string_view piece(bytes, one * count);
  if (taken.sink && status_of(taken.handle) == kOk) {
    taken.sink_is_done = !taken.sink(piece);
    return taken.sink_is_done ? 0 : piece.size();
  }
  if (piece.size() > taken.bytes_max - taken.body.size()) return 0;  // CURLE_WRITE_ERROR
  taken.body += piece;
  return piece.size();
}

std::size_t count_fields(char*, std::size_t one, std::size_t count, void* left) {
  std::size_t& bytes_left = *static_cast<std::size_t*>(left);
  if (one * count > bytes_left) return 0;
  bytes_left -= one * count;
  return one * count;
}

int stop_if_cancelled(void* flag, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0;
}

curl_socket_t open_if_allowed(void* of, curlsocktype, curl_sockaddr* address) {
  const auto& guard = *static_cast<const std::function<bool(const ::sockaddr&)>*>(of);
  if (!guard(address->addr)) return CURL_SOCKET_BAD;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Sets the trusted authorities, the unix socket and the guard. `request` must outlive the transfer.
void set_peer(CURL* handle, const ClientRequest& request) {
  if (!request.authorities_file.empty()) {
    set(handle, CURLOPT_CAINFO, request.authorities_file.c_str());
    set(handle, CURLOPT_CAPATH, nullptr);  // else the system's authorities are trusted too
  }
  if (!request.unix_socket.empty()) {
    set(handle, CURLOPT_UNIX_SOCKET_PATH, request.unix_socket.c_str());
  }
  if (request.guard) {
    set(handle, CURLOPT_OPENSOCKETFUNCTION, &open_if_allowed);
    set(handle,
        CURLOPT_OPENSOCKETDATA,
        const_cast<void*>(static_cast<const void*>(&request.guard)));
  }
}

// Sets what is asked. `headers` must outlive the transfer.
void set_question(CURL* handle, const ClientRequest& request, CurlList& headers) {
  append(headers, "Expect:");  // send the body without waiting for 100 Continue
  for (const std::string& line : request.headers) append(headers, line.c_str());
  set(handle, CURLOPT_HTTPHEADER, headers.get());
  set(handle, CURLOPT_URL, request.url.c_str());
  set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  set(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.timeout.count()));
  if (request.method == "POST") {
    set(handle, CURLOPT_POST, 1L);
    set(handle, CURLOPT_POSTFIELDS, request.body.data());
    set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  }
}

// libcurl lists "Expire date:Nov 30 11:00:00 2027 GMT" for each certificate of the chain, the
// server's own first.
std::optional<UtcTime> certificate_end_of(CURL* handle) {
  constexpr std::string_view kField = "Expire date:";
  ::curl_certinfo* chain = nullptr;
  if (::curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == nullptr ||
      chain->num_of_certs < 1) {
    return std::nullopt;
  }
  for (const ::curl_slist* line = chain->certinfo[0]; line != nullptr; line = line->next) {
    const std::string_view text = line->data;
    if (!text.starts_with(kField)) continue;
    std::tm end{};
    const char* const rest = ::strptime(line->data + kField.size(), "%b %d %H:%M:%S %Y", &end);
    if (rest == nullptr) return std::nullopt;
    return UtcTime(static_cast<std::int64_t>(::timegm(&end)) * 1'000'000);
  }
  return std::nullopt;
}

NoAnswer no_answer(CURLcode done) {
  using Kind = NoAnswer::Kind;
  if (done == CURLE_WRITE_ERROR) return {"the answer is too long", Kind::TooLong};
  if (done == CURLE_ABORTED_BY_CALLBACK) return {"it was cancelled", Kind::Cancelled};
  const std::string why = ::curl_easy_strerror(done);
  if (done == CURLE_OPERATION_TIMEDOUT) return {why, Kind::TimedOut};
  const bool nobody = done == CURLE_COULDNT_CONNECT || done == CURLE_COULDNT_RESOLVE_HOST;
  return {why, nobody ? Kind::NotReached : Kind::Broken};
}

}  // namespace

void HttpClient::Release::operator()(void* handle) const { ::curl_easy_cleanup(handle); }

HttpClient::HttpClient() : handle_((initialize_curl(), ::curl_easy_init())) {
  check(handle_ != nullptr, "libcurl allocates a handle for an HTTP client");
}

HttpClient::~HttpClient() = default;

Result<ClientAnswer, NoAnswer> HttpClient::ask(const ClientRequest& request,
                                               const AnswerSink& sink) {
  check(request.method == "GET" || request.method == "POST",
        "the method of a request by the HTTP client is GET or POST");
  CURL* const handle = handle_.get();
  ::curl_easy_reset(handle);  // keeps its connections
  set_rules(handle);
  set(handle, CURLOPT_NOPROGRESS, 0L);
  set(handle, CURLOPT_XFERINFOFUNCTION, &stop_if_cancelled);
  set(handle, CURLOPT_XFERINFODATA, &cancelled_);
  set_peer(handle, request);
  CurlList headers;
  set_question(handle, request, headers);
  if (request.asks_certificate) set(handle, CURLOPT_CERTINFO, 1L);
  Taken taken{.handle = handle, .sink = sink, .bytes_max = request.answer_bytes_max};
  set(handle, CURLOPT_WRITEFUNCTION, &take);
  set(handle, CURLOPT_WRITEDATA, &taken);
  std::size_t field_bytes_left = kFieldBytesMax;
  set(handle, CURLOPT_HEADERFUNCTION, &count_fields);
  set(handle, CURLOPT_HEADERDATA, &field_bytes_left);

  const CURLcode done = ::curl_easy_perform(handle);
  if (done != CURLE_OK && !taken.sink_is_done) return no_answer(done);
  char* type = nullptr;
  ::curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
  ClientAnswer answer{status_of(handle), type == nullptr ? "" : type, std::move(taken.body)};
  if (request.asks_certificate) answer.certificate_end = certificate_end_of(handle);
  return answer;
}

}  // namespace countersign::http
