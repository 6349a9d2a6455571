#include "http/edge/http1/response_head.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/ascii.h"
#include "http/edge/http1/head_rules.h"

namespace countersign::http {

namespace {

template <class Number>
void append_number(std::string& out, Number number, int base = 10) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  out.append(digits.data(), end.ptr);
}

// True for the fields that the edge writes; the application does not set them.
bool belongs_to_the_edge(std::string_view name) {
  constexpr std::array<std::string_view, 4> kOurs = {
      "content-length", "transfer-encoding", "connection", "date"};
  return std::ranges::any_of(
      kOurs, [&](std::string_view ours) { return equal_ignoring_case(ours, name); });
}

}  // namespace

bool status_has_body(int status) { return status != 204 && status != 304; }

std::string_view reason_phrase(int status) {
  struct Row {
    int status;
    std::string_view phrase;
  };
  static constexpr std::array kRows = {
      Row{200, "OK"},
      Row{201, "Created"},
      Row{202, "Accepted"},
      Row{204, "No Content"},
      Row{206, "Partial Content"},
      Row{301, "Moved Permanently"},
      Row{302, "Found"},
      Row{303, "See Other"},
      Row{304, "Not Modified"},
      Row{307, "Temporary Redirect"},
      Row{308, "Permanent Redirect"},
      Row{400, "Bad Request"},
      Row{401, "Unauthorized"},
      Row{403, "Forbidden"},
      Row{404, "Not Found"},
      Row{405, "Method Not Allowed"},
      Row{406, "Not Acceptable"},
      Row{408, "Request Timeout"},
      Row{409, "Conflict"},
      Row{410, "Gone"},
      Row{411, "Length Required"},
      Row{412, "Precondition Failed"},
      Row{413, "Content Too Large"},
      Row{414, "URI Too Long"},
      Row{415, "Unsupported Media Type"},
      Row{416, "Range Not Satisfiable"},
      Row{417, "Expectation Failed"},
      Row{422, "Unprocessable Content"},
      Row{428, "Precondition Required"},
      Row{429, "Too Many Requests"},
      Row{431, "Request Header Fields Too Large"},
      Row{500, "Internal Server Error"},
      Row{501, "Not Implemented"},
      Row{502, "Bad Gateway"},
      Row{503, "Service Unavailable"},
      Row{504, "Gateway Timeout"},
      Row{505, "HTTP Version Not Supported"},
      Row{507, "Insufficient Storage"},
  };
  const auto* const row = std::ranges::find(kRows, status, &Row::status);
  return row == kRows.end() ? "Status" : row->phrase;
}

bool can_be_sent(const Response& response) {
  if (response.status < 200 || response.status > 599) return false;
  return std::ranges::all_of(response.headers, [](const Headers::Field& field) {
    return is_token(field.name) && is_field_value(field.value);
  });
}

void append_response_head(std::string& out,
                          const Response& response,
                          const BodyFraming& framing,
                          ConnectionField connection,
                          std::string_view date) {
  out += "HTTP/1.1 ";
  append_number(out, response.status);
  out += ' ';
  out += reason_phrase(response.status);
  out += "\r\nDate: ";
  out += date;
  for (const auto& [name, value] : response.headers) {
    if (belongs_to_the_edge(name)) continue;
    out += "\r\n";
    out += name;
    out += ": ";
    out += value;
  }
  if (framing.kind == BodyFraming::Kind::Length) {
    out += "\r\nContent-Length: ";
    append_number(out, framing.length);
  }
  if (framing.kind == BodyFraming::Kind::Chunked) out += "\r\nTransfer-Encoding: chunked";
  if (connection == ConnectionField::Close) out += "\r\nConnection: close";
  if (connection == ConnectionField::KeepAlive) out += "\r\nConnection: keep-alive";
  out += "\r\n\r\n";
}

std::string chunk_line(std::size_t size, bool first) {
  std::string line = first ? "" : "\r\n";
  append_number(line, size, 16);
  line += "\r\n";
  return line;
}

}  // namespace countersign::http
