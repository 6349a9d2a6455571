#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "http/call/endpoint.h"

namespace countersign::http {

// Finds the endpoint of a request in a table of endpoints.
//
// A path fits a row if it has the same number of segments and each segment is equal to the row's,
// or stands for a {parameter}, which is any non-empty segment. Segments are percent-decoded (RFC
// 3986) after the path is split, so that %2F is never a separator. A segment that cannot be decoded
// equals no literal and is passed on unchanged. Nothing else is normalised: `//`, `/./` and a `/`
// at the end make other paths, which do not exist.
//
// A row's last segment may be {parameter...}. It stands for one or more non-empty segments, which
// are passed on as received: with the slashes between them, and not decoded.
//
// Immutable and thread-safe. The table must outlive this object.
class Router {
 public:
  explicit Router(std::span<const Endpoint> table);

  struct Match {
    const Endpoint* endpoint;
    std::vector<std::string> parameters;
  };
  struct NoSuchPath {};
  // The path exists, but not with this method; also the result for OPTIONS.
  struct NoSuchMethod {
    std::string_view allow;  // the value of `Allow`
  };
  using Found = std::variant<Match, NoSuchPath, NoSuchMethod>;

  // HEAD finds the same row as GET.
  Found find(Method method, std::string_view path) const;

 private:
  // All rows of one path.
  struct Resource {
    std::vector<std::string_view> segments;
    std::size_t parameters = 0;
    bool takes_rest = false;  // the last segment is a {parameter...}
    std::vector<const Endpoint*> rows;
    std::string allow;
  };
  bool fits(const Resource& resource,
            const std::vector<std::string_view>& raw,
            const std::vector<std::string>& decoded) const;

  std::vector<Resource> resources_;
};

}  // namespace countersign::http
