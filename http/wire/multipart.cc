#include "http/wire/multipart.h"

#include <string.h>

#include <algorithm>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"
#include "core/enum_names.h"
#include "http/wire/header_parameters.h"

namespace countersign::http {
namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n";

bool is_boundary_char(char c) {
  return is_letter_or_digit(c) ||
         std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

// Returns how many bytes at the end of `bytes` could be the start of `delimiter`. The delimiter's
// only CR is its first byte, so only the last CR can begin it.
std::size_t delimiter_begun(std::string_view bytes, std::string_view delimiter) {
  const std::size_t looked_at = std::min(bytes.size(), delimiter.size() - 1);
  const std::string_view tail = bytes.substr(bytes.size() - looked_at);
  const std::size_t cr = tail.rfind('\r');
  if (cr == std::string_view::npos) return 0;
  const std::string_view begun = tail.substr(cr);
  return delimiter.starts_with(begun) ? begun.size() : 0;
}

std::size_t find(std::string_view bytes, std::string_view what) {
  const void* found = ::memmem(bytes.data(), bytes.size(), what.data(), what.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
}

bool is_plain_encoding(std::string_view encoding) {
  return equal_ignoring_case(encoding, "7bit") || equal_ignoring_case(encoding, "8bit") ||
         equal_ignoring_case(encoding, "binary");
}

struct HeadField {
  std::string_view name;
  std::string_view value;
};

// Takes one line from the front. Returns nullopt if the line is not a field: others could read a
// folded line, a stray line end or a control character differently.
std::optional<HeadField> take_field(std::string_view& head) {
  const std::size_t end = std::min(head.find("\r\n"), head.size());
  const std::string_view line = head.substr(0, end);
  head.remove_prefix(std::min(end + 2, head.size()));
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) return std::nullopt;
  const bool clean = std::ranges::none_of(line, [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
  });
  HeadField field{line.substr(0, colon), line.substr(colon + 1)};
  if (!clean || field.name.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  while (!field.value.empty() && (field.value.front() == ' ' || field.value.front() == '\t')) {
    field.value.remove_prefix(1);
  }
  return field;
}

bool read_disposition(std::string_view text, PartHead& head) {
  auto disposition = parse_form_disposition(text);
  if (!disposition) return false;
  head.name = std::move(disposition->name);
  head.file_name = std::move(disposition->file_name);
  return true;
}

std::optional<PartHead> parse_head(std::string_view text) {
  PartHead head;
  while (!text.empty()) {
    const auto field = take_field(text);
    if (!field) return std::nullopt;
    if (equal_ignoring_case(field->name, "content-disposition")) {
      if (!head.name.empty() || !read_disposition(field->value, head)) return std::nullopt;
    } else if (equal_ignoring_case(field->name, "content-type")) {
      head.content_type = field->value;
    } else if (equal_ignoring_case(field->name, "content-transfer-encoding") &&
               !is_plain_encoding(field->value)) {
      return std::nullopt;  // RFC 7578 section 4.7: deprecated, so it is not decoded
    }
  }
  if (head.name.empty()) return std::nullopt;
  return head;
}

}  // namespace

std::string_view describe(MultipartFault fault) {
  switch (fault) {
    case MultipartFault::BoundaryLine:
      return "A boundary must be followed by the end of its line or by two hyphens.";
    case MultipartFault::PartHead:
      return "The head of a part is malformed, too long, or lacks the name of a form field.";
    case MultipartFault::TooManyParts:
      return "The body has too many parts.";
    case MultipartFault::Truncated:
      return "The body ends without its closing boundary.";
  }
  return {};
}

MultipartReader::MultipartReader(std::string_view boundary, PartSink& sink)
    : delimiter_("\r\n--" + std::string(boundary)), sink_(sink) {
  check(!boundary.empty() && boundary.size() <= kBoundaryMax,
        "a multipart boundary has from 1 to kBoundaryMax characters");
}

MultipartReader::Progress MultipartReader::push(std::string_view bytes) {
  while (!bytes.empty()) {
    switch (state_) {
      case State::Preamble:
      case State::Data:
        (void)take_until_boundary(bytes);
        break;
      case State::BoundaryLine:
        (void)take_boundary_line(bytes);
        break;
      case State::Head:
        (void)take_head(bytes);
        break;
      case State::Epilogue:
        return Progress::More;
      case State::Stopped:
        return Progress::Stopped;
      case State::Faulty:
        return Progress::Faulty;
    }
  }
  if (state_ == State::Stopped) return Progress::Stopped;
  return state_ == State::Faulty ? Progress::Faulty : Progress::More;
}

bool MultipartReader::take_until_boundary(std::string_view& bytes) {
  if (matched_ > 0) {
    while (!bytes.empty() && matched_ < delimiter_.size() &&
           bytes.front() == delimiter_[matched_]) {
      bytes.remove_prefix(1);
      ++matched_;
    }
    if (matched_ == delimiter_.size()) return end_of_data();
    if (bytes.empty()) return true;
    // The withheld bytes are data after all. They equal the start of the delimiter, so they are
    // passed on from there.
    const std::string_view withheld = std::string_view(delimiter_).substr(0, matched_);
    const std::string_view data = withheld.substr(std::min(assumed_, matched_));
    matched_ = 0;
    assumed_ = 0;
    if (!give(data)) return false;
  }
  const std::size_t at = find(bytes, delimiter_);
  if (at != std::string_view::npos) {
    const std::string_view data = bytes.substr(0, at);
    bytes.remove_prefix(at + delimiter_.size());
    return give(data) && end_of_data();
  }
  matched_ = delimiter_begun(bytes, delimiter_);
  const std::string_view data = bytes.substr(0, bytes.size() - matched_);
  bytes = {};
  return give(data);
}

bool MultipartReader::give(std::string_view data) {
  if (state_ == State::Preamble || data.empty()) return true;
  return sink_.on_part_data(data) || stop();
}

bool MultipartReader::end_of_data() {
  const bool in_part = state_ == State::Data;
  state_ = State::BoundaryLine;
  line_.clear();
  matched_ = 0;
  assumed_ = 0;
  return !in_part || sink_.on_part_end() || stop();
}

// boundary-line := "--" / (*LWSP CRLF)
bool MultipartReader::take_boundary_line(std::string_view& bytes) {
  const char c = bytes.front();
  bytes.remove_prefix(1);
  const bool after_cr = line_.ends_with('\r');
  if (after_cr ? c != '\n' : line_ == "-" && c != '-') return fail(MultipartFault::BoundaryLine);
  if (after_cr) {
    if (++parts_ > kPartsMax) return fail(MultipartFault::TooManyParts);
    state_ = State::Head;
    head_ = "\r\n";  // so that a head without fields ends like one with fields
    return true;
  }
  if (line_ == "-") {
    state_ = State::Epilogue;
    return true;
  }
  const bool fits = c == '\r' || c == ' ' || c == '\t' || (c == '-' && line_.empty());
  if (!fits || line_.size() == kPaddingMaxBytes) return fail(MultipartFault::BoundaryLine);
  line_.push_back(c);
  return true;
}

bool MultipartReader::take_head(std::string_view& bytes) {
  const std::size_t before = head_.size();
  const std::size_t limit = kPartHeadMaxBytes + kEndOfHead.size();
  const std::size_t taken = std::min(bytes.size(), limit - before);
  head_ += bytes.substr(0, taken);
  const std::size_t from = before >= kEndOfHead.size() - 1 ? before - (kEndOfHead.size() - 1) : 0;
  const std::size_t end = head_.find(kEndOfHead, from);
  if (end == std::string::npos) {
    bytes.remove_prefix(taken);
    return head_.size() < limit || fail(MultipartFault::PartHead);
  }
  bytes.remove_prefix(end + kEndOfHead.size() - before);
  const std::size_t first = std::min<std::size_t>(2, end);
  return begin_part(std::string_view(head_).substr(first, end - first));
}

bool MultipartReader::begin_part(std::string_view head) {
  const auto parsed = parse_head(head);
  if (!parsed) return fail(MultipartFault::PartHead);
  state_ = State::Data;
  // A part without data may end with the CR LF that ended its head.
  matched_ = 2;
  assumed_ = 2;
  return sink_.on_part(*parsed) || stop();
}

bool MultipartReader::fail(MultipartFault fault) {
  state_ = State::Faulty;
  fault_ = fault;
  return false;
}

bool MultipartReader::stop() {
  state_ = State::Stopped;
  return false;
}

Result<std::string, BoundaryFault> multipart_boundary(std::string_view content_type) {
  const std::string_view type = content_type.substr(0, content_type.find(';'));
  const std::size_t end = type.find_last_not_of(" \t");
  if (end == std::string_view::npos ||
      !equal_ignoring_case(type.substr(0, end + 1), "multipart/form-data")) {
    return BoundaryFault::NotFormData;
  }
  const auto parsed = parse_parameterized(content_type);
  if (!parsed) return BoundaryFault::NoBoundary;
  const auto boundary = parsed->find("boundary");
  if (!boundary || boundary->empty() || boundary->size() > MultipartReader::kBoundaryMax ||
      boundary->back() == ' ' || !std::ranges::all_of(*boundary, is_boundary_char)) {
    return BoundaryFault::NoBoundary;
  }
  return std::string(*boundary);
}

}  // namespace countersign::http
