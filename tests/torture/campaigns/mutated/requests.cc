#include "tests/torture/campaigns/mutated/requests.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/programs/support/multipart.h"
#include "tests/torture/campaigns/mutated/bytes.h"
#include "tests/torture/campaigns/mutated/json_text.h"

namespace countersign::torture {
namespace {

const std::string kHostileSegments[] = {"",
                                        ".",
                                        "..",
                                        "%2e%2e",
                                        "%00",
                                        "%ff%fe",
                                        "%",
                                        "*",
                                        "{id}",
                                        "00000000-0000-0000-0000-000000000000",
                                        "ffffffff-ffff-ffff-ffff-ffffffffffff",
                                        std::string(300, 'a'),
                                        std::string(4'000, 'a')};
const std::string kHostileValues[] = {"",
                                      "0",
                                      "-1",
                                      "1e9",
                                      "99999999999999999999",
                                      "18446744073709551615",
                                      "1970-01-01T00:00:00Z",
                                      "9999-12-31T23:59:59Z",
                                      "%00",
                                      "%f0%28%8c%28",
                                      std::string(3'000, '9')};

template <class List>
const std::string& one_of(const List& list, Draw& draw) {
  return list[below(draw, std::size(list))];
}

void mutate_path(std::string& path, Draw& draw) {
  const std::size_t query = path.find('?');
  if (query != path.npos && chance(draw, 70)) {
    // The value of one parameter.
    std::vector<std::size_t> values;
    for (std::size_t at = query; at < path.size(); ++at) {
      if (path[at] == '=') values.push_back(at + 1);
    }
    if (!values.empty()) {
      const std::size_t from = values[below(draw, values.size())];
      const std::size_t to = std::min(path.find('&', from), path.size());
      path.replace(from, to - from, one_of(kHostileValues, draw));
      return;
    }
  }
  if (chance(draw, 20)) {
    path += query == path.npos ? "?limit=" : "&limit=";
    path += one_of(kHostileValues, draw);
    return;
  }
  std::vector<std::size_t> segments;
  const std::size_t end = std::min(query, path.size());
  for (std::size_t at = 0; at < end; ++at) {
    if (path[at] == '/') segments.push_back(at + 1);
  }
  const std::size_t from = segments[below(draw, segments.size())];
  const std::size_t to = std::min(path.find('/', from), end);
  path.replace(from, to - from, one_of(kHostileSegments, draw));
}

std::string mutate_header(tests::Request& request, Draw& draw) {
  auto& headers = request.headers;
  if (headers.empty() || chance(draw, 10)) {
    headers.emplace_back("X-Request-Id", std::string(1 + below(draw, 3'000), 'r'));
    return "a header more";
  }
  const std::size_t at = below(draw, headers.size());
  const std::string name = headers[at].first;
  switch (below(draw, 4)) {
    case 0:
      headers.erase(headers.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      headers.push_back(headers[at]);
      break;
    case 2:
      headers[at].second = std::string(1 + below(draw, 5'000), 'h');
      break;
    default: {
      std::string& value = headers[at].second;
      value = mutated_bytes(value, draw);
      // A line of its own would be another header, and a length of ours would frame the message.
      std::erase_if(value, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
    }
  }
  return "header " + name;
}

void mutate_method(tests::Request& request, Draw& draw) {
  static const std::string methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
  request.method = one_of(methods, draw);
}

// The parts of a form, each without the line of its boundary.
std::vector<std::string> parts_of(const std::string& body) {
  const std::string line = "--" + tests::kBoundary;
  std::vector<std::string> parts;
  for (std::size_t at = body.find(line); at != body.npos;) {
    const std::size_t from = at + line.size();
    at = body.find(line, from);
    if (at != body.npos) parts.push_back(body.substr(from, at - from));
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts, bool has_end) {
  const std::string line = "--" + tests::kBoundary;
  std::string body;
  for (const std::string& part : parts) body += line + part;
  return has_end ? body + line + "--\r\n" : body;
}

std::string mutate_part_head(std::string part, Draw& draw) {
  static const std::string fields[] = {"\r\nContent-Transfer-Encoding: base64",
                                       "\r\nContent-Type: multipart/mixed; boundary=x",
                                       "\r\nContent-Disposition: form-data; name=\"nonce\"",
                                       "\r\nX: " + std::string(9'000, 'x')};
  static const std::string names[] = {"name=\"\"",
                                      "name=image",
                                      "name=\"image\"; name=\"nonce\"",
                                      "name=\"" + std::string(2'000, 'n') + "\""};
  const std::size_t name = part.find("name=\"");
  if (name != part.npos && chance(draw, 50)) {
    const std::size_t end = std::min(part.find('"', name + 6), part.size() - 1);
    return part.replace(name, end + 1 - name, one_of(names, draw));
  }
  return part.insert(0, one_of(fields, draw));
}

std::string mutated_form(const std::string& body, Draw& draw) {
  std::vector<std::string> parts = parts_of(body);
  if (parts.empty() || chance(draw, 15)) return mutated_bytes(body, draw);
  const std::size_t at = below(draw, parts.size());
  switch (below(draw, 6)) {
    case 0:
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      parts.insert(parts.end(), 1 + below(draw, 40), parts[at]);
      break;
    case 2:
      std::swap(parts[at], parts.back());
      break;
    case 3:
      parts[at] = mutate_part_head(parts[at], draw);
      break;
    case 4:
      return joined(parts, false);
    default:
      parts[at] = mutated_bytes(parts[at], draw);
  }
  return joined(parts, true);
}

}  // namespace

std::string mutate(tests::Request& request, Draw& draw) {
  const bool has_body = request.body && !request.body->empty();
  if (has_body && chance(draw, 75)) {
    if (request.body->starts_with("--")) {
      request.body = mutated_form(*request.body, draw);
      return "the form";
    }
    std::string what;
    request.body = mutated_json(*request.body, draw, what);
    return what;
  }
  if (chance(draw, 10)) {
    mutate_method(request, draw);
    return "the method";
  }
  if (chance(draw, 50)) {
    mutate_path(request.path, draw);
    return "the path";
  }
  return mutate_header(request, draw);
}

}  // namespace countersign::torture
