#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace countersign::http {

// Masks a request's path for the operator's log. A client that is confused may put a token, a code
// or a name into any place of a path, also where a session's id or a file's name belongs. So a
// segment is shown only if it is a literal of a table of endpoints, or a UUID, which opens nothing
// by itself. Every other segment is shown as `*`. A percent-encoded segment is not a literal.
//
// Immutable and thread-safe. The literals must outlive this object.
class PathMask {
 public:
  // Learns the literal segments of a path as a table has it: those that are no {parameter}.
  void learn(std::string_view path);

  // Returns the path as the log shows it, cut after about `most` bytes.
  std::string shown(std::string_view path, std::size_t most) const;

 private:
  bool is_plain(std::string_view segment) const;

  std::set<std::string_view, std::less<>> literals_;
};

}  // namespace countersign::http
