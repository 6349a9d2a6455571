#pragma once
#include <string>
#include <vector>

namespace countersign::tests {

struct Part {
  std::string name;
  std::string bytes;
  std::string filename{};  // empty: a plain field
  std::string type{};
};

inline const std::string kBoundary = "tests-boundary-7MA4YWxk";
inline const std::string kMultipartType = "multipart/form-data; boundary=" + kBoundary;

// multipart/form-data (RFC 7578) as a browser sends it.
inline std::string multipart(const std::vector<Part>& parts) {
  std::string body;
  for (const Part& part : parts) {
    body += "--" + kBoundary + "\r\nContent-Disposition: form-data; name=\"" + part.name + "\"";
    if (!part.filename.empty()) body += "; filename=\"" + part.filename + "\"";
    body += "\r\n";
    if (!part.type.empty()) body += "Content-Type: " + part.type + "\r\n";
    body += "\r\n" + part.bytes + "\r\n";
  }
  return body + "--" + kBoundary + "--\r\n";
}

}  // namespace countersign::tests
