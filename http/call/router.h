#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "http/call/endpoint.h"

namespace countersign::http {

// Finds the endpoint that a request is for, in a table of endpoints.
//
// A path fits a row when it has as many segments and each is equal, or stands for
// a {parameter}, which takes anything but nothing. Segments are percent-decoded (RFC
// 3986) after the path was split, so that %2F is never a separator; one that cannot be decoded
// equals no literal and is handed on as it is. Nothing is normalised beyond that: `//`,
// `/./` and a `/` at the end are other paths, which do not exist.
//
// A row's last segment may be {parameter...}: it stands for one segment or more, none of them
// empty, and is handed on as they came, with the slashes between them and not decoded.
//
// Immutable and thread-safe. The table must live as long as this.
class Router {
 public:
  explicit Router(std::span<const Endpoint> table);

  struct Match {
    const Endpoint* endpoint;
    std::vector<std::string> parameters;
  };
  struct NoSuchPath {};
  // The path exists and the method does not; also what OPTIONS gets.
  struct NoSuchMethod {
    std::string_view allow;  // the value of `Allow`
  };
  using Found = std::variant<Match, NoSuchPath, NoSuchMethod>;

  // HEAD finds what GET does.
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

// RFC 3986 section 2.1; a `+` is a plus. Nothing when a `%` is not followed by two
// hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace countersign::http
