#include "http/edge/http1/request_framer.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <limits>
#include <string>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"
#include "http/edge/http1/head_rules.h"

namespace countersign::http {

namespace {

namespace beast = boost::beast;

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return lowered;
}

// Turns the events of Beast's parser into a RequestHead and pieces of the body.
class Parser final : public beast::http::basic_parser<true> {
 public:
  explicit Parser(const FramerLimits& limits) : limits_(limits) {
    // The head is presented whole and within the framer's own limit. The body has no limit here,
    // because its limit depends on the route. (Beast 1.74 takes `none` for a limit of 0 bytes when
    // there is a Content-Length.)
    header_limit(static_cast<std::uint32_t>(limits.head_bytes + 1));
    body_limit(std::numeric_limits<std::uint64_t>::max());
    // Not eager in bodies: put() returns after each piece, so that the caller can pause. It parses
    // a whole head in one call either way.
    eager(false);
  }

  RequestHead head;
  int minor_version = 1;
  bool finished = false;
  std::string_view data;
  std::uint64_t announced = 0;
  std::optional<Refusal> refusal;

 private:
  using ErrorCode = beast::error_code;

  void refuse(Refusal why, ErrorCode& error) {
    refusal = why;
    error = beast::http::error::bad_field;
  }

  void on_request_impl(beast::http::verb,
                       beast::string_view method,
                       beast::string_view target,
                       int version,
                       ErrorCode& error) override {
    minor_version = version % 10;
    const std::string_view method_text = view_of(method);
    const std::string_view target_text = view_of(target);
    if (const auto why = check_method(method_text)) return refuse(*why, error);
    if (const auto why = check_target(method_text, target_text, limits_.target_bytes)) {
      return refuse(*why, error);
    }
    head.method = method_of(method_text);
    head.method_text = method_text;
    head.target = target_text;
    if (auto absolute = parse_absolute_target(method_text, target_text)) {
      authority_ = absolute->authority;
      head.target = std::move(absolute->origin_form);
    }
    const std::size_t question = head.target.find('?');
    head.path = head.target.substr(0, question);
    head.query = question == std::string::npos ? "" : head.target.substr(question + 1);
  }

  void on_field_impl(beast::http::field,
                     beast::string_view name,
                     beast::string_view value,
                     ErrorCode& error) override {
    if (in_trailer_) return;  // trailers are dropped: no field may be added after the checks
    if (head.headers.size() >= limits_.max_headers) {
      return refuse({431, "the request has too many header fields"}, error);
    }
    if (!is_field_value(view_of(value))) {
      return refuse({400, "a header field has a control character"}, error);
    }
    head.headers.add(lower_case(view_of(name)), std::string(view_of(value)));
  }

  void on_header_impl(ErrorCode& error) override {
    if (const auto why = check_headers(head.headers, minor_version)) return refuse(*why, error);
    if (!authority_.empty()) head.headers.set("host", authority_);
    const auto length = content_length();
    if (length.has_value()) head.content_length = *length;
    head.chunked = chunked();
    in_trailer_ = true;
  }

  void on_body_init_impl(boost::optional<std::uint64_t> const&, ErrorCode&) override {}
  std::size_t on_body_impl(beast::string_view bytes, ErrorCode&) override {
    data = view_of(bytes);
    return bytes.size();
  }
  void on_chunk_header_impl(std::uint64_t bytes, beast::string_view, ErrorCode&) override {
    announced = bytes;
  }
  std::size_t on_chunk_body_impl(std::uint64_t remaining,
                                 beast::string_view bytes,
                                 ErrorCode&) override {
    data = view_of(bytes);
    in_chunk = remaining > bytes.size();
    return bytes.size();
  }
  void on_finish_impl(ErrorCode&) override { finished = true; }
  void on_response_impl(int, beast::string_view, int, ErrorCode&) override {}

  FramerLimits limits_;
  bool in_trailer_ = false;
  std::string authority_;  // of a target in absolute-form; empty for another form

 public:
  bool in_chunk = false;  // in the middle of a chunk's data
};

// RFC 9112 section 9.3. For 1.0 this is stricter than Beast, which would keep the connection for
// `keep-alive, close`.
bool keeps_alive(const Parser& parser) {
  if (parser.minor_version >= 1) return parser.keep_alive();
  const auto connection = parser.head.headers.find("connection");
  return connection && equal_ignoring_case(*connection, "keep-alive");
}

// True for three words of which the last is `HTTP/<digit>.<digit>`: the line is well-formed, and
// only its version is not supported.
bool ends_with_version(std::string_view line) {
  constexpr std::size_t kSize = std::string_view("HTTP/1.1").size();
  if (line.size() <= kSize || std::ranges::count(line, ' ') != 2) return false;
  const std::string_view text = line.substr(line.size() - kSize);
  return line[line.size() - kSize - 1] == ' ' && text.starts_with("HTTP/") && is_digit(text[5]) &&
         text[6] == '.' && is_digit(text[7]);
}

Refusal refusal_of(beast::error_code code, std::string_view head) {
  using beast::http::error;
  if (code == error::bad_version) {
    const bool other = ends_with_version(head.substr(0, head.find("\r\n")));
    return other ? Refusal{505, "the server supports only HTTP/1.1 and HTTP/1.0"}
                 : Refusal{400, "the request line is malformed"};
  }
  if (code == error::bad_method || code == error::bad_target) {
    return {400, "the request line is malformed"};
  }
  if (code == error::header_limit) return {431, "the header is too large"};
  if (code == error::bad_content_length) return {400, "Content-Length is not one number"};
  if (code == error::bad_transfer_encoding) return {400, "Transfer-Encoding is ambiguous"};
  if (code == error::bad_chunk || code == error::bad_chunk_extension) {
    return {400, "a chunk of the body is malformed"};
  }
  return {400, "the header is malformed"};
}

// The request line without the target: method, version and spaces.
constexpr std::size_t kRequestLineRest = 64;
// Limits what comes between two pieces of a chunked body: size, extension, trailers.
constexpr std::size_t kMaxChunkLineBytes = 4 * 1024;
// `0 CR LF CR LF`: between two chunks, at least this much of a chunked body is left. Beast 1.74
// asserts that for the last chunk instead of waiting.
constexpr std::size_t kMinChunkTailBytes = 5;

}  // namespace

struct RequestFramer::Impl {
  explicit Impl(const FramerLimits& given) : limits(given) {}
  const FramerLimits limits;
  std::optional<Parser> parser;
  HeadScan scan;
  bool keep_alive = false;
  bool expects_continue = false;
};

RequestFramer::RequestFramer(const FramerLimits& limits) : impl_(std::make_unique<Impl>(limits)) {}
RequestFramer::~RequestFramer() = default;

void RequestFramer::begin() {
  impl_->parser.reset();
  impl_->scan.reset();
}

RequestFramer::Outcome RequestFramer::read_head(std::string_view bytes) {
  // RFC 9112 section 2.2: empty lines before a request are ignored.
  std::size_t skipped = 0;
  while (bytes.substr(skipped).starts_with("\r\n")) {
    skipped += 2;
  }
  if (skipped > 0) {
    impl_->scan.reset();
    bytes.remove_prefix(skipped);
  }
  const HeadScan::Found found = impl_->scan.scan(bytes);
  if (found.refusal) {
    return {.step = Step::Refused, .consumed = skipped, .data = {}, .refusal = *found.refusal};
  }
  const std::size_t size = found.head_bytes > 0 ? found.head_bytes : bytes.size();
  if (size > impl_->limits.head_bytes) {
    const std::string_view first = bytes.substr(0, impl_->limits.target_bytes + kRequestLineRest);
    const Refusal why = first.find('\n') == std::string_view::npos
                            ? Refusal{414, "the request line is too long"}
                            : Refusal{431, "the header is too large"};
    return {.step = Step::Refused, .consumed = skipped, .data = {}, .refusal = why};
  }
  if (found.head_bytes == 0) {
    return {.step = Step::NeedMore, .consumed = skipped, .data = {}, .refusal = {}};
  }

  Parser& parser = impl_->parser.emplace(impl_->limits);
  beast::error_code error;
  const std::size_t consumed = parser.put({bytes.data(), found.head_bytes}, error);
  if (error) {
    const Refusal why = parser.refusal ? *parser.refusal : refusal_of(error, bytes);
    return {.step = Step::Refused, .consumed = skipped, .data = {}, .refusal = why};
  }
  check(consumed == found.head_bytes,
        "the HTTP parser consumes exactly the request head that was found");
  impl_->keep_alive = keeps_alive(parser);
  const auto expect = parser.head.headers.find("expect");
  impl_->expects_continue = expect && parser.minor_version >= 1;
  if (impl_->expects_continue && !equal_ignoring_case(*expect, "100-continue")) {
    const Refusal why{417, "the only supported expectation is 100-continue"};
    return {.step = Step::Refused, .consumed = skipped, .data = {}, .refusal = why};
  }
  return {.step = Step::Head, .consumed = skipped + consumed, .data = {}, .refusal = {}};
}

RequestFramer::Outcome RequestFramer::read_body(std::string_view bytes) {
  Parser& parser = *impl_->parser;
  const bool between_chunks = parser.chunked() && !parser.in_chunk;
  if (bytes.empty() || (between_chunks && bytes.size() < kMinChunkTailBytes)) return {};
  parser.data = {};
  parser.announced = 0;
  beast::error_code error;
  const std::size_t consumed = parser.put({bytes.data(), bytes.size()}, error);
  const bool need_more = error == beast::http::error::need_more;
  const std::size_t framing = parser.data.empty() ? (need_more ? bytes.size() : consumed) : 0;
  if (framing > kMaxChunkLineBytes) {
    const Refusal why{400, "a chunk's size line or the trailer is too long"};
    return {.step = Step::Refused, .consumed = 0, .data = {}, .refusal = why};
  }
  if (need_more) return {.step = Step::NeedMore, .consumed = consumed, .data = {}, .refusal = {}};
  if (error) {
    const Refusal why = refusal_of(error, {});
    return {.step = Step::Refused, .consumed = 0, .data = {}, .refusal = why};
  }
  const Step step = parser.finished ? Step::End : parser.data.empty() ? Step::Framing : Step::Data;
  return {.step = step,
          .consumed = consumed,
          .data = parser.data,
          .refusal = {},
          .announced = parser.announced};
}

RequestHead RequestFramer::take_head() { return std::move(impl_->parser->head); }

bool RequestFramer::keep_alive() const { return impl_->keep_alive; }

int RequestFramer::minor_version() const { return impl_->parser->minor_version; }

bool RequestFramer::expects_continue() const { return impl_->expects_continue; }

}  // namespace countersign::http
